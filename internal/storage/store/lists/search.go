package lists

import (
	"context"
	"slices"
	"unicode/utf8"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

const (
	// trigram is the length from which a term can be looked up in the index: that
	// of the pieces it is made of.
	trigram = 3
	// lookedUp is how many characters of a term are looked up in the index. An
	// index finds a term by all its pieces, and takes minutes for a term of
	// 50,000; 64 tell texts apart well enough, and the rest is looked for in
	// what was found.
	lookedUp = 64
	// lookupLimit bounds the entries with a word that are remembered: 8 KB for a
	// search. A word that more entries have is not worth remembering, since its
	// lists are read along their order.
	lookupLimit = 1000
)

// Expressions of the searched texts.
var (
	searchedTitle   = colFoldTitle.expression()
	searchedExcerpt = colFoldExcerpt.expression()
	searchedAll     = colFoldText.expression()
	searchedFile    = colFoldFile.expression()
)

// searchedContent is what follows title and excerpt in the whole text. The
// three stand apart by a separator of one character.
func searchedContent(read func(Column) string) string {
	return "substr(" + read(colFoldText) + ", length(" + read(colFoldTitle) + ") + length(" + read(colFoldExcerpt) + ") + 3)"
}

// searchTerms are the folded terms of a search.
func searchTerms(terms []string) []string {
	out := make([]string, 0, len(terms))
	for _, t := range terms {
		if t = sqldb.FoldColumn(sqldb.Clean(t)); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// searched are the expressions that a search looks into.
func searched(s *content.Search) []expression {
	if searchesAll(s) {
		list := []expression{searchedAll}
		if s.FilePath {
			list = append(list, searchedFile)
		}
		return list
	}
	var list []expression
	every := !namesColumns(s)
	for _, c := range []struct {
		name content.SearchColumn
		text expression
	}{{content.SearchTitle, searchedTitle}, {content.SearchExcerpt, searchedExcerpt}, {content.SearchContent, searchedContent}} {
		if every || slices.Contains(s.Columns, c.name) {
			list = append(list, c.text)
		}
	}
	if s.FilePath {
		list = append(list, searchedFile)
	}
	return list
}

// openTexts are those of the expressions that a search looks into that no
// password hides.
func openTexts(s *content.Search) []expression {
	var list []expression
	if !namesColumns(s) || slices.Contains(s.Columns, content.SearchTitle) {
		list = append(list, searchedTitle)
	}
	if s.FilePath {
		list = append(list, searchedFile)
	}
	return list
}

// namesColumns tells whether a search is for some columns.
func namesColumns(s *content.Search) bool {
	return slices.ContainsFunc(s.Columns, func(c content.SearchColumn) bool {
		return c == content.SearchTitle || c == content.SearchExcerpt || c == content.SearchContent
	})
}

// searchesAll tells whether a search is for the text as a whole.
func searchesAll(s *content.Search) bool {
	if s.Exact {
		return false
	}
	has := func(c content.SearchColumn) bool { return slices.Contains(s.Columns, c) }
	return !namesColumns(s) || has(content.SearchTitle) && has(content.SearchExcerpt) && has(content.SearchContent)
}

// termIn is the test whether a term is in one of texts.
func (s *selection) termIn(texts []expression, term string, exact bool) (string, []any) {
	tests := make([]string, len(texts))
	args := make([]any, len(texts))
	for i, text := range texts {
		if exact {
			tests[i] = text(s.read) + " = ?"
		} else {
			tests[i] = s.db.Engine.Contains(text(s.read))
		}
		args[i] = term
	}
	return sqldb.AnyOf(tests), args
}

// search adds the conditions of a search. Of entries that are locked to the
// reader, what matches must match in what they may read of them.
func (s *selection) search(list *content.Query) {
	q := list.Search
	if q == nil {
		return
	}
	texts, open := searched(q), openTexts(q)
	visible := func(term string) (string, []any) {
		unlocked, args := s.db.unlocked(list)
		test := unlocked(s.read)
		if len(open) > 0 {
			more, moreArgs := s.termIn(open, term, q.Exact)
			test, args = "("+test+" OR "+more+")", append(args, moreArgs...)
		}
		return test, args
	}
	for _, term := range searchTerms(q.Terms) {
		if !s.branch.found || !indexAnswers(q, term) {
			test, args := s.termIn(texts, term, q.Exact)
			s.And(test, args...)
		}
		if locks(list) {
			test, args := visible(term)
			s.And(test, args...)
		}
	}
	if slices.Contains(q.Excluded, "") {
		s.And("1 = 0")
	}
	for _, term := range searchTerms(q.Excluded) {
		test, args := s.termIn(texts, term, q.Exact)
		if locks(list) {
			more, moreArgs := visible(term)
			test, args = test+" AND "+more, append(args, moreArgs...)
		}
		s.And("NOT "+sqldb.Paren(test), args...)
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
	return indexed(term) && lookup(term) == term && searchesAll(s) && !s.FilePath
}

// canLookUp tells whether the trigram index can tell which entries have the
// words of the search.
func (l *entryList) canLookUp() bool {
	if l.q.Search == nil {
		return false
	}
	for _, k := range l.kinds {
		if k.Typ == entries.RevisionType {
			return false
		}
	}
	return l.found != nil || slices.ContainsFunc(searchTerms(l.q.Search.Terms), indexed)
}

// candidates is the query for ids of entries that have the words of a search,
// and perhaps some more; see canLookUp.
func (l *entryList) candidates() (string, []any) {
	s, eng := l.q.Search, l.db.Engine
	if l.found != nil {
		return "SELECT " + colListID.String() + " FROM " + eng.IntTable() + " i", []any{eng.IntList(l.found)}
	}
	terms := slices.DeleteFunc(searchTerms(s.Terms), func(t string) bool { return !indexed(t) })
	if s.FilePath {
		// Each term may be in another column: the longest one leads.
		longest := slices.MaxFunc(terms, func(a, b string) int { return len(a) - len(b) })
		patterns := []any{eng.Pattern(lookup(longest))}
		text, args := eng.Candidates("text", patterns)
		file, more := eng.Candidates("file", patterns)
		return "SELECT * FROM (" + text + ") t UNION SELECT * FROM (" + file + ") f", slices.Concat(args, more)
	}
	patterns := make([]any, len(terms))
	for i, term := range terms {
		patterns[i] = eng.Pattern(lookup(term))
	}
	return eng.Candidates("text", patterns)
}

// lookupKey is where the entries with the words of a search are remembered.
type lookupKey struct{ search string }

// lookUp finds the entries with the words of a search, unless there are too
// many: counting them and reading a page then costs one look into the index,
// and the next page of the same search none.
func (l *entryList) lookUp(ctx context.Context) error {
	var err error
	if l.matched, err = l.match(ctx); err != nil {
		return err
	}
	if l.matched != nil {
		l.found = l.matched.all()
		return nil
	}
	if !l.canLookUp() {
		return nil
	}
	query, args := l.candidates()
	g, err := l.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return err
	}
	key := lookupKey{sqldb.QueryKey(query, args)}
	if v, ok := l.db.Objects.Get(key); ok {
		l.found = v.([]int64)
		return nil
	}
	ids, err := l.db.Ints(ctx, "SELECT * FROM ("+query+") c LIMIT ?", append(args, lookupLimit+1)...)
	if err != nil {
		return err
	}
	if len(ids) > lookupLimit {
		ids = nil
	} else {
		l.found = sqldb.Distinct(ids)
	}
	l.db.Objects.Remember(g, key, l.found, len(key.search)+8*len(ids), cache.AllEntries())
	return nil
}
