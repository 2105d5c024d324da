package store

import (
	"slices"
	"strings"

	"quoin/internal/content"
)

// filter collects the conditions of a query on the entries it reads from. id,
// kind (the type) and date are the expressions of these columns, which an
// index beside the entry may hold; entry and text tell whether the row e or the searched text s
// is needed too.
type filter struct {
	clause
	db         *DB
	id, kind   string
	date       string
	entry      bool
	text       bool
	searched   bool // the words are found by the trigram index already
	skipIDs    bool
	skipTerms  bool
	skipAuthor bool
	walk       string // the order whose index is to be walked, whatever spans of time say
}

func newFilter(db *DB) *filter { return &filter{db: db, id: "e.id", kind: "e.type", date: "e.date"} }

// row adds a condition on a column of the entry.
func (f *filter) row(test string, args ...any) {
	f.entry = true
	f.and(test, args...)
}

// apply adds all conditions of a query but type and status.
func (f *filter) apply(q *content.Query) {
	f.ids(q)
	f.people(q)
	f.places(q)
	f.kinds(q)
	f.dates(q)
	if !f.skipTerms {
		f.terms(q)
	}
	f.search(q.Search)
	f.meta(q.MetaValues)
}

func (f *filter) ids(q *content.Query) {
	eng := f.db.engine
	if q.IDs != nil && !f.skipIDs {
		f.and(eng.intsIn(f.id), eng.intList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		f.and("NOT "+paren(eng.intsIn(f.db.engine.keep(f.id))), eng.intList(q.NotIDs))
	}
}

func (f *filter) people(q *content.Query) {
	eng := f.db.engine
	if q.Authors != nil && !f.skipAuthor {
		f.row(eng.intsIn(eng.keep("e.author")), eng.intList(q.Authors))
	}
	if len(q.NotAuthors) > 0 {
		f.row("NOT "+paren(eng.intsIn(eng.keep("e.author"))), eng.intList(q.NotAuthors))
	}
}

func (f *filter) places(q *content.Query) {
	eng := f.db.engine
	switch {
	case len(q.Parents) == 1:
		f.row("e.parent = ?", q.Parents[0])
	case q.Parents != nil:
		f.row(eng.intsIn("e.parent"), eng.intList(q.Parents))
	}
	if len(q.NotParents) > 0 {
		f.row("NOT "+paren(eng.intsIn(eng.keep("e.parent"))), eng.intList(q.NotParents))
	}
	switch {
	case len(q.Slugs) == 1:
		f.row("e.slug = ?", q.Slugs[0])
	case q.Slugs != nil:
		f.row(eng.textsIn("e.slug"), eng.textList(q.Slugs))
	}
	if q.MenuOrder != nil {
		f.row("e.menu_order = ?", *q.MenuOrder)
	}
}

func (f *filter) kinds(q *content.Query) {
	if q.MimeTypes != nil {
		var tests []string
		var args []any
		for _, m := range q.MimeTypes {
			if strings.HasSuffix(m, "/") {
				// All that begins with it: "0" is the byte after "/".
				tests = append(tests, "(e.mime_type >= ? AND e.mime_type < ?)")
				args = append(args, m, m[:len(m)-1]+"0")
			} else {
				tests = append(tests, "e.mime_type = ?")
				args = append(args, m)
			}
		}
		f.row(anyOf(tests), args...)
	}
	if q.Sticky != nil {
		if *q.Sticky {
			f.row("e.sticky")
		} else {
			f.row("NOT e.sticky")
		}
	}
	if q.WithPassword != nil {
		if *q.WithPassword {
			f.row("e.password <> ''")
		} else {
			f.row("e.password = ''")
		}
	}
}

func (f *filter) dates(q *content.Query) {
	bound := func(expr, op, value string) {
		if value == "" {
			return
		}
		if strings.HasPrefix(expr, "e.") {
			f.entry = true
		}
		if f.walk != "" && expr != f.walk {
			expr = f.db.engine.keep(expr)
		}
		f.and(expr+op+"?", value)
	}
	bound(f.date, " > ", q.After)
	bound(f.date, " < ", q.Before)
	bound("e.modified", " > ", q.ModifiedAfter)
	bound("e.modified", " < ", q.ModifiedBefore)
}

func (f *filter) terms(q *content.Query) {
	var tests []string
	var args []any
	for _, t := range q.Terms {
		test, a := f.db.termTest(t, f.id)
		tests, args = append(tests, test), append(args, a...)
	}
	switch {
	case len(tests) == 0:
	case q.TermsAny:
		f.and(anyOf(tests), args...)
	default:
		f.and(joinAnd(tests), args...)
	}
}

func (f *filter) meta(values map[string][]string) {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	eng := f.db.engine
	for _, key := range keys {
		test, args := "m.key = ?", []any{key}
		switch list := values[key]; len(list) {
		case 0:
		case 1:
			test += " AND m.compare = ?"
			args = append(args, compareText(list[0]))
		default:
			texts := make([]string, len(list))
			for i, v := range list {
				texts[i] = compareText(v)
			}
			test += " AND " + eng.textsIn("m.compare")
			args = append(args, eng.textList(texts))
		}
		f.and(f.id+" IN (SELECT m.entry_id FROM entry_meta m WHERE "+test+")", args...)
	}
}

// kindsIn is the test on type, status and author for lists that don't go pair
// by pair. With keep these columns don't choose the index.
func (l *entryList) kindsIn(keep bool) (string, []any) {
	eng := l.db.engine
	column := func(name string) string {
		if keep {
			return eng.keep(name)
		}
		return name
	}
	var tests []string
	var args []any
	add := func(takes func(pair) bool, author int64) {
		var types, statuses []string
		for _, p := range l.pairs {
			if takes(p) {
				types, statuses = append(types, p.typ), append(statuses, p.status)
			}
		}
		if len(types) == 0 {
			return
		}
		test := eng.textsIn(column("e.type")) + " AND " + eng.textsIn(column("e.status"))
		args = append(args, eng.textList(distinct(types)), eng.textList(distinct(statuses)))
		if author != 0 {
			test += " AND " + column("e.author") + " = ?"
			args = append(args, author)
		}
		tests = append(tests, paren(test))
	}
	add(func(p pair) bool { return !l.private(p) }, 0)
	add(l.private, l.q.PrivateOf)
	return anyOf(tests), args
}
