package lists

import (
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/sqldb"
)

// hasTerm is the test whether an entry has a term that passes a test. It isn't
// written with EXISTS, which PostgreSQL makes a join of, reading all entries
// with the term, where a list needs to look at the few of its page.
func hasTerm(entry, test string) string {
	return "COALESCE((SELECT 1 FROM entry_term x WHERE x.entry_id = " + entry + " AND " + test + " LIMIT 1), 0) = 1"
}

// termTest is the test of one filter on the entry with the id that expr names.
func (db *Store) termTest(f content.TermFilter, expr string) (string, []any) {
	list := func(ids []int64) (string, []any) {
		switch len(ids) {
		case 0:
			return "1 = 0", nil
		case 1:
			return hasTerm(expr, "x.term_id = ?"), []any{ids[0]}
		}
		return hasTerm(expr, db.Engine.IntsIn("x.term_id")), []any{db.Engine.IntList(ids)}
	}
	switch {
	case f.Groups != nil:
		var c sqldb.Clause
		for _, g := range f.Groups {
			test, args := list(g)
			c.And(test, args...)
		}
		if len(c.Tests) == 0 {
			c.And("1 = 0")
		}
		test := "(" + sqldb.JoinAnd(c.Tests) + ")"
		if f.Exclude {
			test = "NOT " + test
		}
		return test, c.Args
	case f.Exclude:
		test, args := list(f.Terms)
		return "NOT " + sqldb.Paren(test), args
	case f.Without:
		none := "NOT EXISTS (SELECT 1 FROM entry_term x JOIN term y ON y.id = x.term_id WHERE x.entry_id = " + expr + " AND y.taxonomy = ?)"
		if len(f.Terms) == 0 {
			return none, []any{f.Taxonomy}
		}
		test, args := list(f.Terms)
		return "(" + none + " OR " + test + ")", append([]any{f.Taxonomy}, args...)
	case f.All && len(f.Terms) > 1:
		return "(SELECT COUNT(*) FROM entry_term x WHERE x.entry_id = " + expr + " AND " + db.Engine.IntsIn("x.term_id") + ") = ?",
			[]any{db.Engine.IntList(f.Terms), len(f.Terms)}
	}
	return list(f.Terms)
}

// leadingTerms picks the terms that can lead to the entries of a list: every entry
// of it has one of them. It is nil when there are no such terms. exact tells
// that having one of them is all that the filters ask.
func (l *entryList) leadingTerms() (terms []int64, exact bool) {
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
		return sqldb.Distinct(terms), true
	}
	best := -1
	consider := func(ids []int64, alone bool) {
		if n := l.terms.sum(ids, l.kinds); best < 0 || n < best {
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
