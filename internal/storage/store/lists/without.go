package lists

import (
	"context"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/entries"
)

// A list that leaves out a few entries by their ids is the one without them: its beginning is
// remembered once for all that ask for it, whatever they leave out, and what is left out is
// counted by what is known of these entries.

const (
	// fewLeftOut is how many ids are taken out of a remembered list.
	fewLeftOut = 100
	// beginning is how far from the start of a list its pages are taken from a remembered one.
	beginning = 200
	// leftOutStep is what the number of left out ids is rounded up to, so that lists that
	// leave out a different number share one that is remembered.
	leftOutStep = 8
)

// takesOut tells whether the page is taken from the list that leaves nothing out.
func (l *entryList) takesOut() bool {
	q := &l.q
	return len(q.NotIDs) > 0 && len(q.NotIDs) <= fewLeftOut && q.IDs == nil && q.Limit > 0 && q.Offset+q.Limit <= beginning
}

// windowWithout is window for a list that takes out ids.
func (l *entryList) windowWithout(ctx context.Context, order ordering, offset, limit int) ([]*content.Entry, error) {
	whole, out := *l, l.q.NotIDs
	whole.q.NotIDs, whole.total = nil, max(l.whole, l.total)
	more := (len(out) + leftOutStep - 1) / leftOutStep * leftOutStep
	list, err := whole.rows(ctx, order, 0, offset+limit+more)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(e *content.Entry) bool { return slices.Contains(out, e.ID) })
	list = list[min(offset, len(list)):]
	return list[:min(limit, len(list))], nil
}

// countLeftOut is how many entries without finds: those of the list with one of the ids that it
// leaves out.
func (l *entryList) countLeftOut(ctx context.Context, without content.Query) (int, error) {
	g, err := l.db.StateVersion(ctx)
	if err != nil {
		return 0, err
	}
	if g == nil || !g.Use || len(without.IDs) > fewLeftOut {
		return l.db.countEntries(ctx, without)
	}
	known := make(map[int64]*content.Entry, len(without.IDs))
	rest, err := entries.EntryKind.FromCache(ctx, l.db.DB, without.IDs, known)
	if err != nil {
		return 0, err
	}
	if len(rest) > 0 {
		highest, err := l.db.highestEntry(ctx)
		if err != nil {
			return 0, err
		}
		rest = slices.DeleteFunc(rest, func(id int64) bool { return id > highest || id <= 0 })
	}
	// Kinds tell all where nothing else is asked for.
	without.IDs = nil
	byKind := bare(without) && len(without.Terms) == 0 && !l.hidesRows()
	n := 0
	for _, e := range known {
		switch {
		case !l.ofKinds(e):
		case byKind:
			n++
		default:
			rest = append(rest, e.ID)
		}
	}
	if len(rest) == 0 {
		return n, nil
	}
	slices.Sort(rest)
	without.IDs = rest
	counted, err := l.db.countEntries(ctx, without)
	return n + counted, err
}

// ofKinds tells whether an entry is of a kind that the list takes.
func (l *entryList) ofKinds(e *content.Entry) bool {
	return slices.ContainsFunc(l.kinds, func(k entries.KindCount) bool {
		return k.Typ == e.Type && k.Status == string(e.Status) && (k.Author == entries.Everyone || k.Author == e.Author)
	})
}

// highestKey is where the highest id of an entry is remembered.
type highestKey struct{}

// highestEntry is the highest id of an entry.
func (db *Store) highestEntry(ctx context.Context) (int64, error) {
	if n, ok := db.Objects.Get(highestKey{}); ok {
		return n.(int64), nil
	}
	g, err := db.StateVersion(ctx)
	if err != nil {
		return 0, err
	}
	var n int64
	if _, err := db.One(ctx, "SELECT COALESCE(MAX(id), 0) FROM entry", nil, &n); err != nil {
		return 0, err
	}
	db.Objects.Remember(g, highestKey{}, n, 64, cache.AllEntries())
	return n, nil
}
