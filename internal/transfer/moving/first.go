package moving

import (
	"context"
	"fmt"

	"quoin/internal/domain/importer/journal"
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

// first are the highest ids of what a new site begins with, where it has nothing else: its
// administrator, its first category, and what serving it makes.
func (m *Mover) first(ctx context.Context) (there journal.IDs, isNew bool, err error) {
	there, err = m.Store.UsedIDs(ctx)
	if err != nil || there.Comment > 0 || there.Account > 1 || there.Entry > mostByItself || there.Term > mostByItself {
		return there, false, err
	}
	entries, err := m.Store.EntriesByID(ctx, upTo(there.Entry))
	if err != nil {
		return there, false, err
	}
	for _, e := range entries {
		if m.ByItself == nil || !m.ByItself(e) {
			return there, false, nil
		}
	}
	terms, err := m.Store.TermsByID(ctx, upTo(there.Term))
	if err != nil {
		return there, false, err
	}
	for _, t := range terms {
		if t.ID != 1 && t.Taxonomy != taxonomy.Theme {
			return there, false, nil
		}
	}
	return there, true, nil
}

// clear removes what a new site began with, up to the ids.
func (m *Mover) clear(ctx context.Context, there journal.IDs) error {
	entries, err := m.Store.EntriesByID(ctx, upTo(there.Entry))
	if err != nil {
		return err
	}
	for id := range entries {
		if err := m.Store.DeleteEntry(ctx, id); err != nil {
			return fmt.Errorf("remove what the new site made: %w", err)
		}
	}
	terms, err := m.Store.TermsByID(ctx, upTo(there.Term))
	if err != nil {
		return err
	}
	for _, t := range terms {
		if err := m.Store.DeleteTerm(ctx, t.ID); err != nil {
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
