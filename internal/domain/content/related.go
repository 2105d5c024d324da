package content

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/platform/access"
)

// Terms puts terms on entries. Package taxonomy implements it.
type Terms interface {
	// SetEntryTerms makes ids the terms of an entry in one taxonomy. What is no
	// term of the taxonomy is passed over.
	SetEntryTerms(ctx context.Context, entry int64, taxonomy string, ids []int64) error
	// SetEntryFormat gives an entry a post format; "standard" takes it away.
	SetEntryFormat(ctx context.Context, entry int64, format string) error
	// AddDefaultTerms gives an entry the terms that entries of its type have at
	// least, in those taxonomies in which it has none. given are the
	// taxonomies that the write itself decides about.
	AddDefaultTerms(ctx context.Context, e *Entry, given map[string][]int64) error
}

// resolveFeatured turns the main image of a change into meta; before is nil on
// create. An id that nothing has that the actor may read is passed over, unless
// it is the present one; what is no image takes the present one away.
func (s *Service) resolveFeatured(ctx context.Context, a access.Actor, before *Entry, c *Change) error {
	if c.FeaturedMedia == nil {
		return nil
	}
	values := []any{}
	if id := *c.FeaturedMedia; id != 0 {
		media, err := s.Store.EntryByID(ctx, id)
		switch {
		case errors.Is(err, ErrNotFound):
			return nil
		case err != nil:
			return fmt.Errorf("main image %d: %w", id, err)
		}
		if (before == nil || before.Meta.Int(MetaFeaturedMedia) != id) && !s.CanRead(ctx, a, media) {
			return nil
		}
		if media.Type == TypeAttachment && strings.HasPrefix(media.MimeType, "image/") {
			values = []any{id}
		}
	}
	c.SetMeta(MetaFeaturedMedia, values...)
	return nil
}

// SetMeta replaces the values of a key with the change; none removes it.
func (c *Change) SetMeta(key string, values ...any) {
	if c.Meta == nil {
		c.Meta = Meta{}
	}
	c.Meta[key] = values
}

// newMeta is the meta of a change as a new entry gets it.
func (c *Change) newMeta() Meta {
	m := Meta{}
	for key, values := range c.Meta {
		if len(values) > 0 {
			m[key] = values
		}
	}
	return m
}

// updateMeta replaces the values of keys, in the database and in e.
func (s *Service) updateMeta(ctx context.Context, e *Entry, m Meta) error {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		values := m[key]
		if len(values) == 0 && len(e.Meta[key]) == 0 {
			continue
		}
		if err := s.Store.SetEntryMeta(ctx, e.ID, key, values...); err != nil {
			return fmt.Errorf("meta %q of entry %d: %w", key, e.ID, err)
		}
		if e.Meta == nil {
			e.Meta = Meta{}
		}
		if len(values) == 0 {
			delete(e.Meta, key)
		} else {
			e.Meta[key] = values
		}
	}
	return nil
}

// updateTerms stores the terms of a change.
func (s *Service) updateTerms(ctx context.Context, t *Type, e *Entry, c *Change) error {
	if t == nil || len(t.Taxonomies) == 0 {
		return nil
	}
	if c.Format != nil {
		if err := s.Terms.SetEntryFormat(ctx, e.ID, *c.Format); err != nil {
			return fmt.Errorf("format of entry %d: %w", e.ID, err)
		}
	}
	for _, taxonomy := range slices.Sorted(maps.Keys(c.Terms)) {
		if err := s.Terms.SetEntryTerms(ctx, e.ID, taxonomy, c.Terms[taxonomy]); err != nil {
			return fmt.Errorf("terms of entry %d: %w", e.ID, err)
		}
	}
	if e.Status == AutoDraft {
		return nil
	}
	if err := s.Terms.AddDefaultTerms(ctx, e, c.Terms); err != nil {
		return fmt.Errorf("default terms of entry %d: %w", e.ID, err)
	}
	return nil
}

// ChangeAuthor gives all entries of one author to another, 0 for none. It calls no
// hooks: what the entries are doesn't change.
func (s *Service) ChangeAuthor(ctx context.Context, from, to int64) error {
	return s.Store.Reassign(ctx, from, to)
}

// SetMeta replaces the values of meta keys of an entry, which the caller
// loaded in the same transaction, and returns it as stored; an empty list
// removes a key. Unlike an update it neither touches the date of the last
// change nor makes a revision.
func (s *Service) SetMeta(ctx context.Context, before *Entry, m Meta) (*Entry, error) {
	e, c := before.Clone(), Change{Meta: maps.Clone(m), By: access.System()}
	if err := s.Hooks.Before(ctx, before, e, &c); err != nil {
		return nil, err
	}
	if err := s.updateMeta(ctx, e, c.Meta); err != nil {
		return nil, err
	}
	return e, s.Hooks.Saved(ctx, before, e)
}
