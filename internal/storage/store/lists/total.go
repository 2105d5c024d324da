package lists

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// count is how many entries a list has. Plain lists are told by the counters;
// searches by what is kept of them; those with something left out by what the
// rest and the left out have; all others are counted, once as long as nothing changes.
func (l *entryList) count(ctx context.Context) (int, error) {
	if l.sheet != nil {
		return l.sheet.total, nil
	}
	if l.matched != nil {
		return l.matched.total, nil
	}
	if n, ok := l.countPlain(); ok {
		return n, nil
	}
	if with, without, ok := split(l.q); ok {
		a, err := l.db.countEntries(ctx, with)
		if err != nil || a == 0 {
			return 0, err
		}
		if l.q.IDs == nil && len(l.q.NotIDs) > 0 {
			l.whole = a
			b, err := l.countLeftOut(ctx, without)
			return less(a, b), err
		}
		b, err := l.db.countEntries(ctx, without)
		return less(a, b), err
	}
	var unordered ordering
	q := union(l.parts(l.plan(unordered, extent{matches: -1, rows: -1}), unordered))
	text := "SELECT COUNT(*) FROM (" + q.text + ") p"
	return l.db.Total(ctx, sqldb.QueryKey(text, q.args), ListTags(l.q), func() (int, error) {
		var n int
		_, err := l.db.One(ctx, text, q.args, &n)
		return n, err
	})
}

// less is a - b. Counters that are wrong, which doctor mends, give no total below zero.
func less(a, b int) int { return max(a-b, 0) }

// countEntries is the total of a query.
func (db *Store) countEntries(ctx context.Context, q content.Query) (int, error) {
	l, err := db.newEntryList(ctx, q)
	if err != nil || l == nil {
		return 0, err
	}
	return l.count(ctx)
}

// bare is a query without what countPlain knows how to count.
func bare(q content.Query) bool {
	return q.IDs == nil && len(q.NotIDs) == 0 && len(q.NotAuthors) == 0 && q.Parents == nil && len(q.NotParents) == 0 && !q.OfShown &&
		q.Slugs == nil && q.SlugPart == "" && q.SlugPrefix == "" && len(q.DateParts) == 0 && q.MenuOrder == nil && q.MimeTypes == nil && q.Sticky == nil &&
		q.After == "" && q.Before == "" && q.ModifiedAfter == "" && q.ModifiedBefore == "" &&
		q.Search == nil && q.WithPassword == nil && len(q.MetaValues) == 0 && len(q.WithoutMeta) == 0 && len(q.Conditions) == 0 && len(q.Fields) == 0
}

// countPlain answers from the counters, when they can.
func (l *entryList) countPlain() (int, bool) {
	if !bare(l.q) || l.hidesRows() {
		return 0, false
	}
	switch len(l.q.Terms) {
	case 0:
		return l.entries(), true
	case 1:
		f := l.q.Terms[0]
		if f.Exclude || f.Without || f.Groups != nil || len(f.Terms) > 1 {
			return 0, false
		}
		for _, p := range l.kinds {
			if p.Author != entries.Everyone {
				return 0, false
			}
		}
		return l.terms.sum(f.Terms, l.kinds), true
	}
	return 0, false
}

// split takes apart a query that leaves something out: its total is that of
// with less that of without.
func split(q content.Query) (with, without content.Query, ok bool) {
	with, without = q, q
	if len(q.NotIDs) > 0 && q.IDs == nil {
		with.NotIDs, without.NotIDs = nil, nil
		without.IDs = q.NotIDs
		return with, without, true
	}
	if q.Sticky != nil && !*q.Sticky {
		yes := true
		with.Sticky, without.Sticky = nil, &yes
		return with, without, true
	}
	if q.WithPassword != nil && !*q.WithPassword {
		yes := true // few have one, and an index has those that do
		with.WithPassword, without.WithPassword = nil, &yes
		if bare(with) && len(with.Terms) == 0 { // else that is counted too
			return with, without, true
		}
		with, without = q, q
	}
	if q.TermsAny && len(q.Terms) > 1 {
		return with, without, false
	}
	for i, f := range q.Terms {
		if !f.Exclude || f.Groups != nil {
			continue
		}
		with.Terms = append(append([]content.TermFilter{}, q.Terms[:i]...), q.Terms[i+1:]...)
		f.Exclude, f.All, f.Without = false, false, false
		if f.Terms == nil {
			f.Terms = []int64{}
		}
		without.Terms = append([]content.TermFilter{f}, with.Terms...)
		return with, without, true
	}
	return with, without, false
}
