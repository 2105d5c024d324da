package taxonomy

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quoin/internal/domain/content"
	"quoin/internal/domain/hook"
	"quoin/internal/domain/site"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/scope"
)

// Service is the only writer of terms. Its methods join the transaction of
// their context.
type Service struct {
	Store Store
	// Entries is the writer of the entries that have the terms.
	Entries    *content.Service
	Taxonomies *Registry
	Site       *site.Site
	Hooks      Hooks
}

// Hooks are called by Service on every write of a term; see package hook. They may add to
// the meta of a Change. Which entries have a term is a matter of the entries and no write of
// the term.
type Hooks = hook.Set[*Term, Change]

// Writes are hooks of terms.
type Writes = hook.Writes[*Term, Change]

// Ref implements hook.Object.
func (t *Term) Ref() string { return fmt.Sprintf("term %d (%q)", t.ID, t.Name) }

// Change is what a write of a term asks for; nil leaves a part as it is.
type Change struct {
	Name, Description, Slug *string
	Parent                  *int64
	// Meta replaces the values of keys; an empty list removes one. Other keys
	// stay.
	Meta content.Meta
}

// ErrLongName refuses a new term with more than MaxName characters.
var ErrLongName = errors.New("the name of a term is too long")

// MaxName is how many characters the name of a term has at most.
const MaxName = 200

// ErrEmptyName refuses a term without a name.
var ErrEmptyName = errors.New("a term needs a name")

// ExistsError refuses a term that is there already.
type ExistsError struct{ ID int64 }

// Error implements error.
func (e *ExistsError) Error() string { return fmt.Sprintf("term %d has the name already", e.ID) }

// SlugTakenError refuses a slug that another term of the taxonomy has.
type SlugTakenError struct{ Slug string }

// Error implements error.
func (e *SlugTakenError) Error() string { return "another term has the slug " + e.Slug }

// Prepare filters the texts of a change, so that the transaction that follows
// in the same request doesn't have to.
func (s *Service) Prepare(ctx context.Context, c Change) { s.apply(ctx, &Term{}, c) }

// Create stores a new term.
func (s *Service) Create(ctx context.Context, taxonomy string, c Change) (*Term, error) {
	tax := s.Taxonomies.Get(taxonomy)
	if tax == nil {
		return nil, fmt.Errorf("create term: no taxonomy %q", taxonomy)
	}
	t := &Term{Taxonomy: taxonomy}
	// Compat (TestSlugsOfOddNames): a slug of 0 counts as none.
	given := c.Slug != nil && *c.Slug != "" && *c.Slug != "0"
	s.apply(ctx, t, c)
	if t.Name == "" {
		return nil, ErrEmptyName
	}
	if utf8.RuneCountInString(t.Name) > MaxName {
		return nil, ErrLongName
	}
	if !given {
		t.Slug = s.Site.Slug(ctx, t.Name)
	}
	if err := s.refuseDuplicate(ctx, tax, t, given); err != nil {
		return nil, err
	}
	slug, err := s.uniqueSlug(ctx, tax, t)
	if err != nil {
		return nil, err
	}
	t.Slug = slug
	if err := s.insert(ctx, t, &c); err != nil {
		return nil, fmt.Errorf("create term: %w", err)
	}
	return t, nil
}

// insert stores a new term, and names it by its id when it has no slug.
func (s *Service) insert(ctx context.Context, t *Term, c *Change) error {
	c.Meta = maps.Clone(c.Meta)
	if err := s.Hooks.Before(ctx, nil, t, c); err != nil {
		return err
	}
	t.Meta = content.Meta{}
	for key, values := range c.Meta {
		if len(values) > 0 {
			t.Meta[key] = values
		}
	}
	if err := s.Store.InsertTerm(ctx, t); err != nil {
		return err
	}
	if t.Slug == "" {
		t.Slug = strconv.FormatInt(t.ID, 10)
		if err := s.Store.UpdateTerm(ctx, t); err != nil {
			return err
		}
	}
	return s.Hooks.Saved(ctx, nil, t)
}

// update stores a changed term with its meta.
func (s *Service) update(ctx context.Context, before, t *Term, c *Change) error {
	c.Meta = maps.Clone(c.Meta)
	if err := s.Hooks.Before(ctx, before, t, c); err != nil {
		return err
	}
	if err := s.Store.UpdateTerm(ctx, t); err != nil {
		return err
	}
	t.Meta = maps.Clone(before.Meta)
	if t.Meta == nil {
		t.Meta = content.Meta{}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Meta)) {
		values := c.Meta[key]
		if len(values) == 0 && len(t.Meta[key]) == 0 {
			continue
		}
		if err := s.Store.SetTermMeta(ctx, t.ID, key, values...); err != nil {
			return fmt.Errorf("meta %q: %w", key, err)
		}
		if t.Meta[key] = values; len(values) == 0 {
			delete(t.Meta, key)
		}
	}
	return s.Hooks.Saved(ctx, before, t)
}

// Update changes a term, which the caller loaded in the same transaction.
func (s *Service) Update(ctx context.Context, before *Term, c Change) (*Term, error) {
	tax := s.Taxonomies.Get(before.Taxonomy)
	copied := *before
	t := &copied
	s.apply(ctx, t, c)
	if t.Name == "" {
		return nil, ErrEmptyName
	}
	rebuilt := c.Slug != nil && *c.Slug == ""
	if rebuilt {
		t.Slug = s.Site.Slug(ctx, t.Name)
	}
	if err := s.fixParent(ctx, t); err != nil {
		return nil, err
	}
	owner, err := s.Store.TermBySlug(ctx, t.Taxonomy, t.Slug)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	if err == nil && owner.ID != t.ID {
		if !rebuilt && t.Parent == before.Parent {
			return nil, &SlugTakenError{t.Slug}
		}
		if t.Slug, err = s.uniqueSlug(ctx, tax, t); err != nil {
			return nil, err
		}
	}
	if t.Slug == "" {
		t.Slug = strconv.FormatInt(t.ID, 10)
	}
	if err := s.update(ctx, before, t, &c); err != nil {
		return nil, fmt.Errorf("update term %d: %w", t.ID, err)
	}
	return t, nil
}

func (s *Service) apply(ctx context.Context, t *Term, c Change) {
	if c.Name != nil {
		t.Name = strings.TrimSpace(scope.OnText(ctx, "filtering the name of a term", *c.Name, sanitize.TermName))
	}
	if c.Description != nil {
		t.Description = scope.OnText(ctx, "filtering the description of a term", *c.Description, sanitize.TermDescription)
	}
	if c.Slug != nil && *c.Slug != "" {
		t.Slug = s.Site.Slug(ctx, *c.Slug)
	}
	if c.Parent != nil {
		t.Parent = *c.Parent
	}
}

// fixParent makes a term that would be below itself a top one.
func (s *Service) fixParent(ctx context.Context, t *Term) error {
	if t.Parent == 0 {
		return nil
	}
	all, err := s.Store.AllTerms(ctx, t.Taxonomy)
	if err != nil {
		return err
	}
	parents := map[int64]int64{}
	for _, o := range all {
		parents[o.ID] = o.Parent
	}
	for at, n := t.Parent, 0; at != 0 && n <= len(all); at, n = parents[at], n+1 {
		if at == t.ID {
			t.Parent = 0
			return nil
		}
	}
	return nil
}

// refuseDuplicate keeps two terms of one name apart: in flat taxonomies by
// their slugs, in hierarchical ones beside each other not at all.
//
// Compat (TestSlugsOfOddNames): in hierarchical taxonomies names that differ in case are different
// when their slugs are.
func (s *Service) refuseDuplicate(ctx context.Context, tax *Taxonomy, t *Term, slugGiven bool) error {
	parent := t.Parent
	q := Query{Taxonomies: []string{t.Taxonomy}, Name: t.Name, Order: ByID, SkipTotal: true}
	if tax.Hierarchical {
		q.Parent = &parent
	}
	same, err := s.Store.ListTerms(ctx, q)
	if err != nil {
		return fmt.Errorf("terms named %q: %w", t.Name, err)
	}
	if len(same.Terms) == 0 {
		return nil
	}
	match := same.Terms[0]
	owner, err := s.Store.TermBySlug(ctx, t.Taxonomy, t.Slug)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	owned, clash := err == nil, !slugGiven || match.Slug == t.Slug
	if !tax.Hierarchical {
		if clash || owned {
			return &ExistsError{match.ID}
		}
		return nil
	}
	exact := slices.ContainsFunc(same.Terms, func(o *Term) bool { return o.Name == t.Name })
	switch {
	case clash && exact:
		return &ExistsError{match.ID}
	case owned && owner.Parent == parent:
		return &ExistsError{owner.ID}
	}
	return nil
}

// uniqueSlug is the slug that no other term of the taxonomy has: with the
// slugs of the parents behind it, then with a number.
func (s *Service) uniqueSlug(ctx context.Context, tax *Taxonomy, t *Term) (string, error) {
	slug := t.Slug
	if slug == "" {
		return "", nil
	}
	free := func(slug string) (bool, error) {
		owner, err := s.Store.TermBySlug(ctx, t.Taxonomy, slug)
		if errors.Is(err, ErrNotFound) {
			return true, nil
		}
		return err == nil && owner.ID == t.ID, err
	}
	if ok, err := free(slug); ok || err != nil {
		return slug, err
	}
	if tax.Hierarchical {
		for parent, n := t.Parent, 0; parent != 0 && n < 50; n++ {
			p, err := s.Store.TermByID(ctx, parent)
			if err != nil {
				break
			}
			slug += "-" + p.Slug
			if ok, err := free(slug); ok || err != nil {
				return slug, err
			}
			parent = p.Parent
		}
	}
	for n := 2; ; n++ {
		candidate := slug + "-" + strconv.Itoa(n)
		if ok, err := free(candidate); ok || err != nil {
			return candidate, err
		}
	}
}
