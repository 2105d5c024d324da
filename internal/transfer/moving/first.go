package moving

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// mostByItself is how many entries and terms a site may make by itself: a few for each theme
// that was in effect.
const mostByItself = 64

// IsNew tells whether nobody has begun to use the site here. What serving it makes doesn't count.
func (m *Mover) IsNew(ctx context.Context) (bool, error) {
	_, isNew, err := m.first(ctx)
	return isNew, err
}

// beginnings are what a new site begins with beside its administrator: its first category, and
// what serving it makes.
type beginnings struct {
	entries map[int64]*content.Entry
	terms   map[int64]*taxonomy.Term
}

// first is what the site here began with, where it has nothing else.
func (m *Mover) first(ctx context.Context) (there beginnings, isNew bool, err error) {
	used, err := m.Store.UsedIDs(ctx)
	if err != nil || used.Comment > 0 || used.Account > 1 || used.Entry > mostByItself || used.Term > mostByItself {
		return there, false, err
	}
	if there.entries, err = m.Store.EntriesByID(ctx, upTo(used.Entry)); err != nil {
		return there, false, err
	}
	for _, e := range there.entries {
		if m.ByItself == nil || !m.ByItself(e) {
			return there, false, nil
		}
	}
	if there.terms, err = m.Store.TermsByID(ctx, upTo(used.Term)); err != nil {
		return there, false, err
	}
	for _, t := range there.terms {
		if t.ID != 1 && t.Taxonomy != taxonomy.Theme {
			return there, false, nil
		}
	}
	return there, true, nil
}

// clear removes what a new site began with.
func (m *Mover) clear(ctx context.Context, there beginnings) error {
	for id := range there.entries {
		if err := m.Store.DeleteEntry(ctx, id); err != nil {
			return fmt.Errorf("remove what the new site made: %w", err)
		}
	}
	for id := range there.terms {
		if err := m.Store.DeleteTerm(ctx, id); err != nil {
			return fmt.Errorf("remove what the new site made: %w", err)
		}
	}
	return m.Store.DeleteUser(ctx, 1)
}

// upTo are the ids from 1 on.
func upTo(last int64) []int64 {
	ids := make([]int64, last)
	for i := range ids {
		ids[i] = int64(i) + 1
	}
	return ids
}
