package definition

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/wire"
)

// What Remove refuses.
var (
	ErrNotFound = errors.New("there is no such definition")
	ErrInUse    = errors.New("there are entries or terms of it")
)

// Service is the only writer of definitions.
type Service struct {
	Site    *site.Site
	Entries content.Store
	Terms   taxonomy.Store
	Index   Index
	// Later has BuildIndexes run once the transaction of ctx is committed; nil where
	// whoever applies definitions calls it.
	Later func(ctx context.Context) error
	// Transact runs what it is given in one transaction.
	Transact func(ctx context.Context, do func(ctx context.Context) error) error
}

// Stored are the definitions of the site, as ctx sees them.
func (s *Service) Stored(ctx context.Context) *Set {
	type key struct{}
	return site.Derived(ctx, s.Site, key{}, func(ctx context.Context) *Set {
		set, _ := Read(site.Definitions.Of(ctx, s.Site))
		return set
	})
}

// Apply stores definitions, each in the place of one of the same kind and name: all
// of them or, with a *Problem, none. Every node serves by them once it returns.
func (s *Service) Apply(ctx context.Context, list ...*Definition) error {
	return s.Transact(ctx, func(ctx context.Context) error {
		before := s.Stored(ctx)
		set, err := before.with(list)
		if err != nil {
			return err
		}
		return s.store(ctx, before, set)
	})
}

// Remove takes a definition away. Unless forced it refuses while there are entries
// or terms of it; those stay, and come back with the definition.
func (s *Service) Remove(ctx context.Context, kind Kind, name string, force bool) error {
	return s.Transact(ctx, func(ctx context.Context) error {
		stored := s.Stored(ctx)
		if stored.Get(kind, name) == nil {
			return ErrNotFound
		}
		if used, err := s.used(ctx, kind, name); err != nil || used && !force {
			if err == nil {
				err = ErrInUse
			}
			return err
		}
		left := stored.without(kind, name)
		if err := left.check(); err != nil {
			return stillNamed(err)
		}
		return s.store(ctx, stored, left)
	})
}

// stillNamed says what to do about a definition that another one names.
func stillNamed(err error) error {
	var p *Problem
	if !errors.As(err, &p) {
		return err
	}
	named := *p
	named.Message += "; change or remove this definition first, which names it"
	return &named
}

func (s *Service) store(ctx context.Context, before, set *Set) error {
	if err := s.indexes(ctx, before, set); err != nil {
		return err
	}
	if err := site.Definitions.Set(ctx, s.Site, set.stored()); err != nil {
		return fmt.Errorf("store definitions: %w", err)
	}
	return nil
}

// used tells whether there is anything of what is defined.
func (s *Service) used(ctx context.Context, kind Kind, name string) (bool, error) {
	switch kind {
	case OfType:
		page, err := s.Entries.ListEntries(ctx, content.Query{
			Types: []string{name}, OnlyIDs: true, Limit: 1, SkipTotal: true, SkipMeta: true,
		})
		if err != nil {
			return false, fmt.Errorf("entries of type %s: %w", name, err)
		}
		return len(page.Entries) > 0, nil
	case OfTaxonomy:
		terms, err := s.Terms.AllTerms(ctx, name)
		if err != nil {
			return false, fmt.Errorf("terms of taxonomy %s: %w", name, err)
		}
		return len(terms) > 0, nil
	}
	return false, nil
}

// Encode is a definition as a file has it.
func (d *Definition) Encode() []byte { return append(wire.Encode(d.Body, nil), '\n') }
