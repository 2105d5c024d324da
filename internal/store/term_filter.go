package store

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/content"
)

// termStats is what is known of the terms that a list is filtered by.
type termStats struct {
	taxonomy map[int64]string
	counts   map[int64]map[[2]string]int // by type and status
}

func (db *DB) readTermStats(ctx context.Context, filters []content.TermFilter) (termStats, error) {
	stats := termStats{taxonomy: map[int64]string{}, counts: map[int64]map[[2]string]int{}}
	var ids []int64
	for _, f := range filters {
		ids = append(ids, f.Terms...)
		for _, g := range f.Groups {
			ids = append(ids, g...)
		}
	}
	text := "SELECT t.id, t.taxonomy, COALESCE(c.type, ''), COALESCE(c.status, ''), COALESCE(c.n, 0) FROM term t" +
		" LEFT JOIN term_count c ON c.term_id = t.id WHERE " + db.engine.intsIn("t.id")
	err := db.each(ctx, text, []any{db.engine.intList(distinct(ids))}, func(scan func(...any) error) error {
		var id int64
		var taxonomy, typ, status string
		var n int
		if err := scan(&id, &taxonomy, &typ, &status, &n); err != nil {
			return err
		}
		stats.taxonomy[id] = taxonomy
		if stats.counts[id] == nil {
			stats.counts[id] = map[[2]string]int{}
		}
		stats.counts[id][[2]string{typ, status}] = n
		return nil
	})
	if err != nil {
		return stats, fmt.Errorf("count terms %v: %w", ids, err)
	}
	return stats, nil
}

// known drops from filters the terms that don't exist in their taxonomy. A
// term that "all" asked for stays, as one that nothing has.
func (s termStats) known(filters []content.TermFilter) []content.TermFilter {
	out := make([]content.TermFilter, len(filters))
	for i, f := range filters {
		exists := func(ids []int64) []int64 {
			list := []int64{}
			for _, id := range distinct(ids) {
				if f.Taxonomy == "" || s.taxonomy[id] == f.Taxonomy {
					list = append(list, id)
				}
			}
			return list
		}
		if f.Groups != nil {
			groups := make([][]int64, len(f.Groups))
			for j, g := range f.Groups {
				groups[j] = exists(g)
			}
			f.Groups = groups
		}
		asked := len(distinct(f.Terms))
		f.Terms = exists(f.Terms)
		if f.All && !f.Exclude && len(f.Terms) < asked {
			// Nothing has all of them.
			f.Terms, f.Without, f.All = []int64{}, false, false
		}
		out[i] = f
	}
	return out
}

// sum is how many entries of the pairs have the terms, an entry counted for
// each term that it has.
func (s termStats) sum(ids []int64, pairs []pair) int {
	n := 0
	for _, id := range ids {
		for _, p := range pairs {
			n += s.counts[id][[2]string{p.typ, p.status}]
		}
	}
	return n
}

// hasTerm is the test whether an entry has a term that passes a test. It isn't
// written with EXISTS, which PostgreSQL makes a join of, reading all entries
// with the term, where a list needs to look at the few of its page.
func hasTerm(entry, test string) string {
	return "COALESCE((SELECT 1 FROM entry_term x WHERE x.entry_id = " + entry + " AND " + test + " LIMIT 1), 0) = 1"
}

// termTest is the test of one filter on the entry with the id that expr names.
func (db *DB) termTest(f content.TermFilter, expr string) (string, []any) {
	list := func(ids []int64) (string, []any) {
		switch len(ids) {
		case 0:
			return "1 = 0", nil
		case 1:
			return hasTerm(expr, "x.term_id = ?"), []any{ids[0]}
		}
		return hasTerm(expr, db.engine.intsIn("x.term_id")), []any{db.engine.intList(ids)}
	}
	switch {
	case f.Groups != nil:
		var c clause
		for _, g := range f.Groups {
			test, args := list(g)
			c.and(test, args...)
		}
		if len(c.tests) == 0 {
			c.and("1 = 0")
		}
		test := "(" + joinAnd(c.tests) + ")"
		if f.Exclude {
			test = "NOT " + test
		}
		return test, c.args
	case f.Exclude:
		test, args := list(f.Terms)
		return "NOT " + paren(test), args
	case f.Without:
		none := "NOT EXISTS (SELECT 1 FROM entry_term x JOIN term y ON y.id = x.term_id WHERE x.entry_id = " + expr + " AND y.taxonomy = ?)"
		if len(f.Terms) == 0 {
			return none, []any{f.Taxonomy}
		}
		test, args := list(f.Terms)
		return "(" + none + " OR " + test + ")", append([]any{f.Taxonomy}, args...)
	case f.All && len(f.Terms) > 1:
		return "(SELECT COUNT(*) FROM entry_term x WHERE x.entry_id = " + expr + " AND " + db.engine.intsIn("x.term_id") + ") = ?",
			[]any{db.engine.intList(f.Terms), len(f.Terms)}
	}
	return list(f.Terms)
}

func paren(s string) string { return "(" + s + ")" }

func joinAnd(tests []string) string {
	s := tests[0]
	for _, t := range tests[1:] {
		s += " AND " + t
	}
	return s
}

// driver picks the terms that can lead to the entries of a list: every entry
// of it has one of them. It is nil when there are no such terms. exact tells
// that having one of them is all that the filters ask.
func (l *entryList) driver() (terms []int64, exact bool) {
	filters := l.q.Terms
	if len(filters) == 0 {
		return nil, false
	}
	if l.q.TermsAny && len(filters) > 1 {
		for _, f := range filters {
			if f.Exclude || f.Without || f.All && len(f.Terms) > 1 || f.Groups != nil {
				return nil, false
			}
			terms = append(terms, f.Terms...)
		}
		return distinct(terms), true
	}
	best := -1
	consider := func(ids []int64, alone bool) {
		if n := l.terms.sum(ids, l.pairs); best < 0 || n < best {
			best, terms, exact = n, ids, alone
		}
	}
	for _, f := range filters {
		switch {
		case f.Exclude || f.Without:
		case f.Groups != nil:
			for _, g := range f.Groups {
				consider(g, len(f.Groups) == 1)
			}
		case f.All:
			for _, id := range f.Terms {
				consider([]int64{id}, len(f.Terms) == 1)
			}
			if len(f.Terms) == 0 {
				consider(f.Terms, true)
			}
		default:
			consider(f.Terms, true)
		}
	}
	return slices.Clone(terms), exact && len(filters) == 1
}
