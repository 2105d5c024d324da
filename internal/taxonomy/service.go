package taxonomy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/content"
	"quoin/internal/fault"
	"quoin/internal/markup/clean"
	"quoin/internal/markup/sanitize"
	"quoin/internal/site"
)

// Service is the only writer of terms. Its methods join the transaction of
// their context.
type Service struct {
	Store      Store
	Entries    content.Store
	Taxonomies *Registry
	Site       *site.Site
}

// Change is what a write of a term asks for; nil leaves a part as it is.
type Change struct {
	Name, Description, Slug *string
	Parent                  *int64
}

// Faults of the service, as the reference answers them.
var (
	ErrEmptyName     = fault.NoStatus("empty_term_name", "A term needs a name.")
	ErrDuplicateSlug = fault.NoStatus("duplicate_term_slug", "Another term of this taxonomy has the slug.")
)

// errExists tells which term is in the way.
func errExists(id int64) *fault.Error {
	return fault.BadRequest("term_exists", "A term with the name exists already.").With("term_id", id).WithExtra(id).WithExtra(id)
}

// Create stores a new term.
func (s *Service) Create(ctx context.Context, taxonomy string, c Change) (*Term, error) {
	tax := s.Taxonomies.Get(taxonomy)
	if tax == nil {
		return nil, fmt.Errorf("create term: no taxonomy %q", taxonomy)
	}
	t := &Term{Taxonomy: taxonomy}
	given := c.Slug != nil && *c.Slug != ""
	apply(t, c)
	if t.Name == "" {
		return nil, ErrEmptyName
	}
	if !given {
		t.Slug = clean.Slug(t.Name)
	}
	if err := s.refuseDuplicate(ctx, tax, t, given); err != nil {
		return nil, err
	}
	slug, err := s.uniqueSlug(ctx, tax, t)
	if err != nil {
		return nil, err
	}
	t.Slug = slug
	if err := s.Store.InsertTerm(ctx, t); err != nil {
		return nil, fmt.Errorf("create term: %w", err)
	}
	if t.Slug == "" {
		t.Slug = strconv.FormatInt(t.ID, 10)
		if err := s.Store.UpdateTerm(ctx, t); err != nil {
			return nil, fmt.Errorf("create term: %w", err)
		}
	}
	return t, nil
}

// Update changes a term, which the caller loaded in the same transaction.
func (s *Service) Update(ctx context.Context, before *Term, c Change) (*Term, error) {
	tax := s.Taxonomies.Get(before.Taxonomy)
	copied := *before
	t := &copied
	apply(t, c)
	if t.Name == "" {
		return nil, ErrEmptyName
	}
	rebuilt := c.Slug != nil && *c.Slug == ""
	if rebuilt {
		t.Slug = clean.Slug(t.Name)
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
			return nil, ErrDuplicateSlug.WithMessage("Another term of this taxonomy has the slug " + t.Slug + ".")
		}
		if t.Slug, err = s.uniqueSlug(ctx, tax, t); err != nil {
			return nil, err
		}
	}
	if t.Slug == "" {
		t.Slug = strconv.FormatInt(t.ID, 10)
	}
	if err := s.Store.UpdateTerm(ctx, t); err != nil {
		return nil, fmt.Errorf("update term %d: %w", t.ID, err)
	}
	return t, nil
}

func apply(t *Term, c Change) {
	if c.Name != nil {
		t.Name = strings.TrimSpace(sanitize.TermName(*c.Name))
	}
	if c.Description != nil {
		t.Description = strings.TrimSpace(sanitize.TermDescription(*c.Description))
	}
	if c.Slug != nil && *c.Slug != "" {
		t.Slug = clean.Slug(*c.Slug)
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
// Compat: in hierarchical taxonomies names that differ in case are different
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
			return errExists(match.ID)
		}
		return nil
	}
	exact := slices.ContainsFunc(same.Terms, func(o *Term) bool { return o.Name == t.Name })
	switch {
	case clash && exact:
		return errExists(match.ID)
	case owned && owner.Parent == parent:
		return errExists(owner.ID)
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

// Delete removes a term. Its children move up; entries that had no other
// category get the default one; menu items that lead to it go too.
func (s *Service) Delete(ctx context.Context, t *Term) error {
	all, err := s.Store.AllTerms(ctx, t.Taxonomy)
	if err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	for _, child := range all {
		if child.Parent != t.ID {
			continue
		}
		moved := *child
		moved.Parent = t.Parent
		if err := s.Store.UpdateTerm(ctx, &moved); err != nil {
			return fmt.Errorf("delete term %d: %w", t.ID, err)
		}
	}
	entries, err := s.Store.EntriesWithTerm(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	if err := s.Store.DeleteTerm(ctx, t.ID); err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	if t.Taxonomy == Category {
		if err := s.fallBack(ctx, entries); err != nil {
			return fmt.Errorf("delete term %d: %w", t.ID, err)
		}
	}
	return s.deleteMenuItems(ctx, t)
}

// fallBack gives posts without a category the default one.
func (s *Service) fallBack(ctx context.Context, entries []int64) error {
	if len(entries) == 0 {
		return nil
	}
	left, err := s.Store.EntryTerms(ctx, entries)
	if err != nil {
		return err
	}
	def := s.Site.Int(ctx, "default_category", 1)
	for _, id := range entries {
		has := false
		for _, t := range left[id] {
			has = has || t.Taxonomy == Category
		}
		if !has {
			if err := s.Store.SetEntryTerms(ctx, id, Category, []int64{def}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) deleteMenuItems(ctx context.Context, t *Term) error {
	page, err := s.Entries.ListEntries(ctx, content.Query{
		Types: []string{content.TypeMenuItem}, SkipTotal: true, SkipMeta: true, OnlyIDs: true,
		MetaValues: map[string][]string{
			"_menu_item_type": {"taxonomy"}, "_menu_item_object": {t.Taxonomy}, "_menu_item_object_id": {strconv.FormatInt(t.ID, 10)},
		},
	})
	if err != nil {
		return fmt.Errorf("menu items of term %d: %w", t.ID, err)
	}
	for _, e := range page.Entries {
		if err := s.Entries.DeleteEntry(ctx, e.ID); err != nil {
			return fmt.Errorf("menu item %d of term %d: %w", e.ID, t.ID, err)
		}
	}
	return nil
}
