package content

import (
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/markup/clean"
)

const trashedSuffix = "__trashed"

// resolveSlug gives an entry the slug it is going to have.
//
// Compat (TestSlugsOfUpdates): the slug of a floating entry is made free when it is asked for on an
// update, or together with a status; otherwise several may have the same.
func (s *Service) resolveSlug(ctx context.Context, t *Type, before, e *Entry, c *Change) error {
	if t == nil || e.Type == TypeRevision {
		return nil
	}
	if e.Status == Trash && (before == nil || before.Status != Trash) && !strings.HasSuffix(e.Slug, trashedSuffix) {
		return nil // Trash sets it
	}
	if e.Slug = s.Site.Slug(ctx, e.Slug); nothing(e.Slug) {
		e.Slug = ""
		if e.Status.Provisional() {
			return nil
		}
		e.Slug = s.Site.Slug(ctx, e.Title)
		if e.Slug == "" {
			return nil // the caller takes the id
		}
	}
	if e.Status.Provisional() && (e.Status == AutoDraft || c.Slug == nil || c.ShareSlug || before == nil && c.Status == nil) {
		return nil
	}
	at := e
	if e.Status.Provisional() && c.Parent == nil && e.Parent != 0 {
		// Compat (TestSlugsOfPagesByParent): without a parent in the same write it must be free at the top.
		at = e.Clone()
		at.Parent = 0
	}
	unique, err := s.UniqueSlug(ctx, at, e.Slug, before)
	if err != nil {
		return err
	}
	// A slug that is free among all is free of trashed entries too, unless only
	// those with the same parent were asked.
	if goesPublic := !e.Status.Provisional() && e.Status != Trash; goesPublic && (unique != e.Slug || t.Hierarchical || sharesSlugs(e.Type)) {
		freed, err := s.freeTrashed(ctx, t, e)
		if err == nil && freed {
			unique, err = s.UniqueSlug(ctx, e, e.Slug, before)
		}
		if err != nil {
			return err
		}
	}
	e.Slug = unique
	return nil
}

// numberSlug names an entry that is published without slug or title by its id.
func (s *Service) numberSlug(ctx context.Context, e *Entry) error {
	slug, err := s.UniqueSlug(ctx, e, strconv.FormatInt(e.ID, 10), nil)
	e.Slug = slug
	return err
}

// freeTrashed renames trashed entries that hold the slug of one that goes
// public, and remembers what they would like to be called. It tells whether
// there were any.
func (s *Service) freeTrashed(ctx context.Context, t *Type, e *Entry) (freed bool, err error) {
	page, err := s.Store.ListEntries(ctx, Query{Types: []string{t.Name}, Statuses: []Status{Trash}, Slugs: []string{e.Slug}, SkipTotal: true})
	if err != nil {
		return false, err
	}
	for _, trashed := range page.Entries {
		if trashed.ID == e.ID {
			continue
		}
		var c Change
		renamed := trashed.Clone()
		if err := s.suffixTrashed(ctx, renamed, &c); err != nil {
			return false, err
		}
		if err := s.store(ctx, trashed, renamed, &c); err != nil {
			return false, err
		}
		if err := s.Hooks.Saved(ctx, trashed, renamed); err != nil {
			return false, err
		}
		freed = true
	}
	return freed, nil
}

// suffixTrashed gives a trashed entry another slug and remembers the old one.
func (s *Service) suffixTrashed(ctx context.Context, e *Entry, c *Change) error {
	if strings.HasSuffix(e.Slug, trashedSuffix) {
		return nil
	}
	c.SetMeta(MetaDesiredSlug, e.Slug)
	slug, err := s.UniqueSlug(ctx, e, clean.UTF8Cut(e.Slug, 191)+trashedSuffix, nil)
	e.Slug = slug
	return err
}

var (
	feedNames  = []string{"feed", "rdf", "rss", "rss2", "atom", "embed"}
	pageNumber = regexp.MustCompile(`^(page)?\d+$`)
)

// sharesSlugs tells whether entries of a type may have the same slug.
func sharesSlugs(typ string) bool {
	switch typ {
	case TypeMenuItem, TypeRevision, TypeTemplate, TypeTemplatePart:
		return true
	}
	return false
}

// UniqueSlug is a slug with the lowest number that makes it free for an entry,
// or the slug itself. Entries that float get the slug they would have if they
// were published.
func (s *Service) UniqueSlug(ctx context.Context, e *Entry, slug string, before *Entry) (string, error) {
	return s.uniqueSlug(ctx, e, slug, before, s.Store.SlugsTaken)
}

// slugsTaken is Store.SlugsTaken, or what stands in for it.
type slugsTaken func(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error)

func (s *Service) uniqueSlug(ctx context.Context, e *Entry, slug string, before *Entry, look slugsTaken) (string, error) {
	if slug == "" || sharesSlugs(e.Type) {
		return slug, nil
	}
	t := s.Types.Get(e.Type)
	types, parent := slugScope(t, e)
	reserved := slices.Contains(feedNames, slug) ||
		t.Hierarchical && e.Type != TypeAttachment && pageNumber.MatchString(slug) ||
		s.clashesWithDate(ctx, e, slug, before)
	// Most slugs are free. Where many entries have one title, the numbers are
	// tried in steps that grow, so that the statements stay few.
	first, step := 2, 8
	candidates := []string{slug}
	if reserved {
		candidates = nil
	}
	for {
		taken, err := look(ctx, candidates, types, parent, e.ID)
		if err != nil {
			return "", err
		}
		for _, candidate := range candidates {
			if !taken[candidate] {
				return candidate, nil
			}
		}
		candidates = numbered(slug, first, step)
		first, step = first+step, min(4*step, 4096)
	}
}

// slugScope is among what the slug of an entry of type t is unique: entries of these types (nil:
// of any), with the given parent if it isn't nil.
func slugScope(t *Type, e *Entry) (types []string, parent *int64) {
	switch {
	case e.Type == TypeAttachment:
		return nil, nil
	case t.Hierarchical:
		return []string{e.Type, TypeAttachment}, &e.Parent
	}
	return []string{e.Type}, nil
}

// numbered are n slugs with the numbers from first on.
func numbered(slug string, first, n int) []string {
	out := make([]string, n)
	for i := range out {
		suffix := "-" + strconv.Itoa(first+i)
		out[i] = clean.UTF8Cut(slug, 200-len(suffix)) + suffix
	}
	return out
}

// clashesWithDate tells whether a post's numeric slug would read as part of a
// date's address.
func (s *Service) clashesWithDate(ctx context.Context, e *Entry, slug string, before *Entry) bool {
	if e.Type != TypePost || before != nil && before.Slug == slug {
		return false
	}
	if strings.Trim(slug, "0123456789") != "" || strings.Trim(slug, "0") == "" {
		return false
	}
	n, err := strconv.Atoi(slug)
	if err != nil {
		n = math.MaxInt
	}
	parts := strings.FieldsFunc(s.Site.Permalinks(ctx), func(r rune) bool { return r == '/' })
	at := slices.Index(parts, "%postname%")
	switch {
	case at < 0:
		return false
	case at == 0:
		return true
	case parts[at-1] == "%year%":
		return n < 13
	case parts[at-1] == "%monthnum%":
		return n < 32
	}
	return false
}
