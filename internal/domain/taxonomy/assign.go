package taxonomy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

// Formats are the post formats in the order of the reference; the first is
// that of posts without a term.
func Formats() []string {
	return []string{StandardFormat, "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"}
}

// StandardFormat is the post format that has no term.
const StandardFormat = "standard"

// FormatSlug is what the slugs of format terms begin with.
const FormatSlug = "post-format-"

// SetEntryTerms implements content.Terms.
func (s *Service) SetEntryTerms(ctx context.Context, entry int64, taxonomy string, ids []int64) error {
	return s.Store.SetEntryTerms(ctx, entry, taxonomy, ids)
}

// SetEntryFormat implements content.Terms. The term of a format is made when
// it is first used.
func (s *Service) SetEntryFormat(ctx context.Context, entry int64, format string) error {
	if format == StandardFormat {
		return s.Store.SetEntryTerms(ctx, entry, Format, nil)
	}
	t, err := s.Ensure(ctx, Format, FormatSlug+format)
	if err != nil {
		return err
	}
	return s.Store.SetEntryTerms(ctx, entry, Format, []int64{t.ID})
}

// AddDefaultTerms implements content.Terms: a post without a category gets the
// site's default one, if that exists.
func (s *Service) AddDefaultTerms(ctx context.Context, e *content.Entry, given map[string][]int64) error {
	if _, ok := given[Category]; ok || e.Type != content.TypePost {
		return nil
	}
	terms, err := s.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(terms[e.ID], func(t *Term) bool { return t.Taxonomy == Category }) {
		return nil
	}
	id := site.DefaultCategory.Of(ctx, s.Site)
	t, err := s.Store.TermByID(ctx, id)
	if errors.Is(err, ErrNotFound) || err == nil && t.Taxonomy != Category {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Store.SetEntryTerms(ctx, e.ID, Category, []int64{id})
}

// Find is the term that stands for a name which the program gives, such as
// that of a theme; nil when there is none yet.
func (s *Service) Find(ctx context.Context, taxonomy, name string) (*Term, error) {
	t, err := s.Store.TermBySlug(ctx, taxonomy, s.Site.Slug(ctx, name))
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("term %s of %s: %w", name, taxonomy, err)
	}
	return t, nil
}

// Ensure is the term that stands for a name which the program gives. It is
// made when there is none.
func (s *Service) Ensure(ctx context.Context, taxonomy, name string) (*Term, error) {
	t, err := s.Find(ctx, taxonomy, name)
	if err != nil || t != nil {
		return t, err
	}
	t = &Term{Taxonomy: taxonomy, Name: name, Slug: s.Site.Slug(ctx, name)}
	if err := s.insert(ctx, t, &Change{Name: &t.Name, Slug: &t.Slug}); err != nil {
		return nil, fmt.Errorf("make term %s of %s: %w", name, taxonomy, err)
	}
	return t, nil
}
