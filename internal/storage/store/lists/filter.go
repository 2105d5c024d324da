package lists

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
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
		s.And("NOT EXISTS (SELECT 1 FROM entry_meta m WHERE m.entry_id = "+s.read(colID)+" AND m.key = ?)", key)
	}
	s.conditions(q.Conditions)
}

func (s *selection) ids(q *content.Query) {
	eng := s.db.Engine
	if q.IDs != nil && s.branch.base != idListTable {
		s.And(eng.IntsIn(s.read(colID)), eng.IntList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		s.And("NOT "+sqldb.Paren(eng.IntsIn(s.keep(colID))), eng.IntList(q.NotIDs))
	}
}

func (s *selection) people(q *content.Query) {
	eng := s.db.Engine
	if q.Authors != nil && !(s.branch.kind != nil && s.branch.kind.Author != entries.Everyone) {
		s.And(eng.IntsIn(s.keep(colAuthor)), eng.IntList(q.Authors))
	}
	if len(q.NotAuthors) > 0 {
		s.And("NOT "+sqldb.Paren(eng.IntsIn(s.keep(colAuthor))), eng.IntList(q.NotAuthors))
	}
}

func (s *selection) places(q *content.Query) {
	eng := s.db.Engine
	switch {
	case len(q.Parents) == 1:
		s.And(s.read(ColParent)+" = ?", q.Parents[0])
	case q.Parents != nil:
		s.And(eng.IntsIn(s.read(ColParent)), eng.IntList(q.Parents))
	}
	if len(q.NotParents) > 0 {
		s.And("NOT "+sqldb.Paren(eng.IntsIn(s.keep(ColParent))), eng.IntList(q.NotParents))
	}
	if q.OfShown {
		// Like ParentTest it is written such that PostgreSQL looks at one parent for each row.
		s.And("COALESCE((SELECT 1 FROM entry x WHERE x.id = "+s.keep(ColParent)+" AND x.status = ? AND x.password = '' LIMIT 1), 0) = 1", string(content.Publish))
	}
	switch {
	case len(q.Slugs) == 1:
		s.And(s.read(colSlug)+" = ?", q.Slugs[0])
	case q.Slugs != nil:
		s.And(eng.TextsIn(s.read(colSlug)), eng.TextList(q.Slugs))
	}
	if q.SlugPart != "" {
		s.And(s.db.Engine.Contains(s.read(colSlug)), q.SlugPart)
	}
	if q.SlugPrefix != "" {
		// Slugs are ASCII: "~" stands behind all that begins with the prefix.
		s.And("("+s.read(colSlug)+" >= ? AND "+s.read(colSlug)+" < ?)", q.SlugPrefix, q.SlugPrefix+"~")
	}
	if q.MenuOrder != nil {
		s.And(s.read(colMenuOrder)+" = ?", *q.MenuOrder)
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
		s.And(sqldb.AnyOf(tests), args...)
	}
	if q.Sticky != nil {
		if *q.Sticky {
			s.And(s.read(colSticky))
		} else {
			s.And("NOT " + s.read(colSticky))
		}
	}
	if q.WithPassword != nil {
		if *q.WithPassword {
			s.And(s.read(colPassword) + " <> ''")
		} else {
			s.And(s.read(colPassword) + " = ''")
		}
	}
}

func (s *selection) dates(q *content.Query) {
	bound := func(c Column, op, value string) {
		switch {
		case value == "":
		case s.branch.walk && !s.order.leads(c):
			s.And(s.keep(c)+op+"?", value)
		default:
			s.And(s.read(c)+op+"?", value)
		}
	}
	for _, b := range []struct{ op, date string }{{">", q.After}, {"<", q.Before}} {
		if q.PastID == 0 || b.date == "" {
			bound(colDate, " "+b.op+" ", b.date)
			continue
		}
		bound(colDate, " "+b.op+"= ", b.date)
		s.And("("+s.read(colDate)+" <> ? OR "+s.read(colID)+" "+b.op+" ?)", b.date, q.PastID)
	}
	bound(colModified, " > ", q.ModifiedAfter)
	bound(colModified, " < ", q.ModifiedBefore)
	for _, part := range q.DateParts {
		length := 0
		if len(part.Values) > 0 {
			length = len(part.Values[0])
		}
		cut := fmt.Sprintf("substr(%s, %d, %d)", s.read(colDate), part.From+1, length)
		s.And(s.db.Engine.TextsIn(cut), s.db.Engine.TextList(part.Values))
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
		s.And(sqldb.AnyOf(tests), args...)
	default:
		s.And(sqldb.JoinAnd(tests), args...)
	}
}

func (s *selection) meta(values map[string][]string) {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	eng := s.db.Engine
	for _, key := range keys {
		test, args := "m.key = ?", []any{key}
		switch list := values[key]; len(list) {
		case 0:
		case 1:
			test += " AND m.compare = ?"
			args = append(args, sqldb.CompareText(list[0]))
		default:
			texts := make([]string, len(list))
			for i, v := range list {
				texts[i] = sqldb.CompareText(v)
			}
			test += " AND " + eng.TextsIn("m.compare")
			args = append(args, eng.TextList(texts))
		}
		s.And(s.read(colID)+" IN (SELECT m.entry_id FROM entry_meta m WHERE "+test+")", args...)
	}
}

// encodeQuery makes the texts that a query looks for what is stored of them.
func (db *Store) encodeQuery(ctx context.Context, q content.Query) (content.Query, error) {
	if q.Search == nil && len(q.MetaValues) == 0 && len(q.Fields) == 0 {
		return q, nil
	}
	own, err := db.options.Address(ctx)
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
		test, args := sqldb.ConditionOn(s.read(colID), c)
		s.And(test, args...)
	}
}
