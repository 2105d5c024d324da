package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"quoin/internal/content"
)

// trigram is the length from which a term can be looked up in the index.
const trigram = 3

// lookedUp is how many characters of a term are looked up in the index. An
// index finds long terms by so many parts that it takes minutes.
const lookedUp = 64

// Expressions of the searched texts.
const (
	searchedTitle   = "s.title"
	searchedExcerpt = "s.excerpt"
	searchedContent = "substr(s.text, length(s.title) + length(s.excerpt) + 3)"
	searchedAll     = "s.text"
	searchedFile    = "s.file"
)

// searchTerms are the folded terms of a search.
func searchTerms(terms []string) []string {
	out := make([]string, 0, len(terms))
	for _, t := range terms {
		if t = foldColumn(clean(t)); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// searchColumns are the expressions that a search looks into.
func searchColumns(s *content.Search) []string {
	var columns []string
	has := func(c content.SearchColumn) bool { return slices.Contains(s.Columns, c) }
	title, excerpt, body := has(content.SearchTitle), has(content.SearchExcerpt), has(content.SearchContent)
	if !title && !excerpt && !body {
		title, excerpt, body = true, true, true
	}
	switch {
	case title && excerpt && body && !s.Exact:
		columns = append(columns, searchedAll)
	default:
		if title {
			columns = append(columns, searchedTitle)
		}
		if excerpt {
			columns = append(columns, searchedExcerpt)
		}
		if body {
			columns = append(columns, searchedContent)
		}
	}
	if s.FilePath {
		columns = append(columns, searchedFile)
	}
	return columns
}

// termIn is the test whether a term is in one of columns.
func (db *DB) termIn(columns []string, term string, exact bool) (string, []any) {
	tests := make([]string, len(columns))
	args := make([]any, len(columns))
	for i, c := range columns {
		if exact {
			tests[i] = c + " = ?"
		} else {
			tests[i] = db.engine.contains(c)
		}
		args[i] = term
	}
	return anyOf(tests), args
}

func (f *filter) search(s *content.Search) {
	if s == nil {
		return
	}
	columns := searchColumns(s)
	for _, term := range searchTerms(s.Terms) {
		if f.searched && indexAnswers(s, term) {
			continue
		}
		test, args := f.db.termIn(columns, term, s.Exact)
		f.text = true
		f.and(test, args...)
	}
	if slices.Contains(s.Excluded, "") {
		f.and("1 = 0")
	}
	for _, term := range searchTerms(s.Excluded) {
		test, args := f.db.termIn(columns, term, s.Exact)
		f.text = true
		f.and("NOT "+paren(test), args...)
	}
}

// indexed tells whether a term can be looked up.
func indexed(term string) bool { return utf8.RuneCountInString(term) >= trigram }

// lookup is what the index is asked for to find a term.
func lookup(term string) string {
	n := 0
	for i := range term {
		if n == lookedUp {
			return term[:i]
		}
		n++
	}
	return term
}

// indexAnswers tells whether the index alone decides on a term: it has the
// whole term and looks into the text as a whole.
func indexAnswers(s *content.Search, term string) bool {
	columns := searchColumns(s)
	return indexed(term) && lookup(term) == term && !s.Exact && len(columns) == 1 && columns[0] == searchedAll
}

// candidates is the query for ids of entries that have the terms of a search,
// and perhaps some more; "" when the index can't tell.
func (l *entryList) candidates() (string, []any) {
	s := l.q.Search
	if s == nil {
		return "", nil
	}
	for _, p := range l.pairs {
		if p.typ == revisionType {
			return "", nil
		}
	}
	if l.found != nil {
		return "SELECT i.value FROM " + l.db.engine.intTable() + " i", []any{l.db.engine.intList(l.found)}
	}
	var args []any
	for _, term := range searchTerms(s.Terms) {
		if indexed(term) {
			args = append(args, l.db.engine.pattern(lookup(term)))
		}
	}
	if len(args) == 0 {
		return "", nil
	}
	if !s.FilePath {
		return l.db.engine.candidates("text", len(args)), args
	}
	// Each term may be in another column: the longest one leads.
	longest := slices.MaxFunc(searchTerms(s.Terms), func(a, b string) int { return len(a) - len(b) })
	pattern := l.db.engine.pattern(lookup(longest))
	return l.db.engine.candidates("text", 1) + " UNION " + l.db.engine.candidates("file", 1), []any{pattern, pattern}
}

// lookupLimit bounds the entries with a word that are remembered.
const lookupLimit = 1000

// lookupKey is where the entries with the words of a search are remembered.
type lookupKey struct{ search string }

// lookUp finds the entries with the words of a search, unless there are too
// many: counting them and reading a page then costs one look into the index,
// and the next page of the same search none.
func (l *entryList) lookUp(ctx context.Context) error {
	query, args := l.candidates()
	if query == "" {
		return nil
	}
	g, err := l.db.glance(ctx)
	if err != nil || g == nil || !g.use {
		return err
	}
	key := lookupKey{fmt.Sprintf("%s %q", query, args)}
	if v, ok := l.db.objects.get(key); ok {
		l.found = v.([]int64)
		return nil
	}
	ids, err := l.db.ints(ctx, "SELECT * FROM ("+query+") c LIMIT ?", append(args, lookupLimit+1)...)
	if err != nil {
		return err
	}
	if len(ids) > lookupLimit {
		ids = nil
	} else {
		l.found = distinct(ids)
	}
	l.db.objects.put(g, key, l.found, len(key.search)+8*len(ids), allEntries)
	return nil
}

// rank orders the entries of a search by how well they fit, best first.
func (db *DB) rank(s *content.Search) (string, []any) {
	terms := searchTerms(s.Terms)
	if len(terms) == 0 {
		return "0", nil
	}
	title := func(t string) string { return db.engine.contains(searchedTitle) }
	if len(terms) == 1 && s.Words <= 1 {
		return "CASE WHEN " + title(terms[0]) + " THEN 0 ELSE 1 END", []any{terms[0]}
	}
	phrase := foldColumn(clean(s.Phrase))
	var b strings.Builder
	var args []any
	b.WriteString("CASE")
	when := func(test, place string, a ...any) {
		b.WriteString(" WHEN " + test + " THEN " + place)
		args = append(args, a...)
	}
	if len(s.Excluded) == 0 {
		when(title(phrase), "1", phrase)
	}
	if len(terms) < 7 {
		tests := make([]string, len(terms))
		values := make([]any, len(terms))
		for i, t := range terms {
			tests[i], values[i] = title(t), t
		}
		when(joinAnd(tests), "2", values...)
		if len(terms) > 1 {
			when(anyOf(tests), "3", values...)
		}
	}
	if len(s.Excluded) == 0 {
		when(db.engine.contains(searchedExcerpt), "4", phrase)
		when(db.engine.contains(searchedContent), "5", phrase)
	}
	b.WriteString(" ELSE 6 END")
	return b.String(), args
}
