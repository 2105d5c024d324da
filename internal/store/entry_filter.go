package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/content"
)

// filter adds all conditions of a query but type and status, and but those
// that the branch has met with what leads to its entries.
func (s *selection) filter(q *content.Query) {
	s.ids(q)
	s.people(q)
	s.places(q)
	s.properties(q)
	s.dates(q)
	if !s.branch.termsMet {
		s.terms(q)
	}
	s.search(q)
	s.fields(q)
	s.meta(q.MetaValues)
	for _, key := range q.WithoutMeta {
		s.and("NOT EXISTS (SELECT 1 FROM entry_meta m WHERE m.entry_id = "+s.read(colID)+" AND m.key = ?)", key)
	}
	s.conditions(q.Conditions)
}

func (s *selection) ids(q *content.Query) {
	eng := s.db.engine
	if q.IDs != nil && s.branch.base != idListTable {
		s.and(eng.intsIn(s.read(colID)), eng.intList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		s.and("NOT "+paren(eng.intsIn(s.keep(colID))), eng.intList(q.NotIDs))
	}
}

func (s *selection) people(q *content.Query) {
	eng := s.db.engine
	if q.Authors != nil && !(s.branch.kind != nil && s.branch.kind.author != everyone) {
		s.and(eng.intsIn(s.keep(colAuthor)), eng.intList(q.Authors))
	}
	if len(q.NotAuthors) > 0 {
		s.and("NOT "+paren(eng.intsIn(s.keep(colAuthor))), eng.intList(q.NotAuthors))
	}
}

func (s *selection) places(q *content.Query) {
	eng := s.db.engine
	switch {
	case len(q.Parents) == 1:
		s.and(s.read(colParent)+" = ?", q.Parents[0])
	case q.Parents != nil:
		s.and(eng.intsIn(s.read(colParent)), eng.intList(q.Parents))
	}
	if len(q.NotParents) > 0 {
		s.and("NOT "+paren(eng.intsIn(s.keep(colParent))), eng.intList(q.NotParents))
	}
	switch {
	case len(q.Slugs) == 1:
		s.and(s.read(colSlug)+" = ?", q.Slugs[0])
	case q.Slugs != nil:
		s.and(eng.textsIn(s.read(colSlug)), eng.textList(q.Slugs))
	}
	if q.SlugPart != "" {
		s.and(s.db.engine.contains(s.read(colSlug)), q.SlugPart)
	}
	if q.SlugPrefix != "" {
		// Slugs are ASCII: "~" stands behind all that begins with the prefix.
		s.and("("+s.read(colSlug)+" >= ? AND "+s.read(colSlug)+" < ?)", q.SlugPrefix, q.SlugPrefix+"~")
	}
	if q.MenuOrder != nil {
		s.and(s.read(colMenuOrder)+" = ?", *q.MenuOrder)
	}
}

func (s *selection) properties(q *content.Query) {
	if q.MimeTypes != nil {
		var tests []string
		var args []any
		for _, m := range q.MimeTypes {
			mime := s.read(colMimeType)
			if strings.HasSuffix(m, "/") {
				// All that begins with it: "0" is the byte after "/".
				tests = append(tests, "("+mime+" >= ? AND "+mime+" < ?)")
				args = append(args, m, m[:len(m)-1]+"0")
			} else {
				tests = append(tests, mime+" = ?")
				args = append(args, m)
			}
		}
		s.and(anyOf(tests), args...)
	}
	if q.Sticky != nil {
		if *q.Sticky {
			s.and(s.read(colSticky))
		} else {
			s.and("NOT " + s.read(colSticky))
		}
	}
	if q.WithPassword != nil {
		if *q.WithPassword {
			s.and(s.read(colPassword) + " <> ''")
		} else {
			s.and(s.read(colPassword) + " = ''")
		}
	}
}

func (s *selection) dates(q *content.Query) {
	bound := func(c column, op, value string) {
		switch {
		case value == "":
		case s.branch.walk && !s.order.leads(c):
			s.and(s.keep(c)+op+"?", value)
		default:
			s.and(s.read(c)+op+"?", value)
		}
	}
	bound(colDate, " > ", q.After)
	bound(colDate, " < ", q.Before)
	bound(colModified, " > ", q.ModifiedAfter)
	bound(colModified, " < ", q.ModifiedBefore)
	for _, part := range q.DateParts {
		length := 0
		if len(part.Values) > 0 {
			length = len(part.Values[0])
		}
		cut := fmt.Sprintf("substr(%s, %d, %d)", s.read(colDate), part.From+1, length)
		s.and(s.db.engine.textsIn(cut), s.db.engine.textList(part.Values))
	}
}

func (s *selection) terms(q *content.Query) {
	var tests []string
	var args []any
	for _, t := range q.Terms {
		test, a := s.db.termTest(t, s.read(colID))
		tests, args = append(tests, test), append(args, a...)
	}
	switch {
	case len(tests) == 0:
	case q.TermsAny:
		s.and(anyOf(tests), args...)
	default:
		s.and(joinAnd(tests), args...)
	}
}

func (s *selection) meta(values map[string][]string) {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	eng := s.db.engine
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
		s.and(s.read(colID)+" IN (SELECT m.entry_id FROM entry_meta m WHERE "+test+")", args...)
	}
}

// encodeQuery makes the texts that a query looks for what is stored of them.
func (db *DB) encodeQuery(ctx context.Context, q content.Query) (content.Query, error) {
	if q.Search == nil && len(q.MetaValues) == 0 && len(q.Fields) == 0 {
		return q, nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return q, err
	}
	if q.Search != nil {
		s := *q.Search
		s.Phrase, s.Terms, s.Excluded = own.Encode(s.Phrase), own.EncodeAll(s.Terms), own.EncodeAll(s.Excluded)
		q.Search = &s
	}
	if len(q.MetaValues) > 0 {
		values := make(map[string][]string, len(q.MetaValues))
		for key, list := range q.MetaValues {
			values[key] = own.EncodeAll(list)
		}
		q.MetaValues = values
	}
	if len(q.Fields) > 0 {
		if q.Fields, err = db.encodeFields(own, q.Fields); err != nil {
			return q, err
		}
	}
	return q, nil
}

// conditions adds the conditions of extensions.
func (s *selection) conditions(list []content.Condition) {
	for _, c := range list {
		test, args := conditionOn(s.read(colID), c)
		s.and(test, args...)
	}
}
