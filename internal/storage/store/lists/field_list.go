package lists

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// encodeFields are filters whose values are bytes.
func (db *Store) encodeFields(own *address.Codec, list []content.FieldFilter) ([]content.FieldFilter, error) {
	out := slices.Clone(list)
	for i, f := range out {
		out[i].Values = nil
		for _, v := range f.Values {
			if f.Op == content.FieldContains {
				part := entries.FoldedText(own, content.FieldTextOf(v))
				if part == "" {
					out[i].Op = content.FieldExists // every text has it
					continue
				}
				out[i].Values = append(out[i].Values, []byte(part))
				continue
			}
			b, ok := entries.FieldBytes(own, f.Field.Kind, v)
			if !ok && f.Field.Kind == content.FieldText {
				b, ok = entries.NoText, true
			}
			if !ok {
				return nil, fmt.Errorf("field %q: %w", f.Field.Key, content.ErrFieldValue)
			}
			out[i].Values = append(out[i].Values, b)
		}
	}
	return out, nil
}

// fieldTest is the test of a filter on an expression for the value.
func (db *Store) fieldTest(f content.FieldFilter, value string) (string, []any) {
	compared := map[content.FieldOp]string{
		content.FieldAbove: " > ?", content.FieldFrom: " >= ?", content.FieldBelow: " < ?", content.FieldUpTo: " <= ?",
	}
	switch f.Op {
	case content.FieldIsEmpty:
		return value + " = ?", []any{entries.NoValue}
	case content.FieldExists:
		return value + " > ?", []any{entries.NoValue}
	case content.FieldContains:
		return db.Engine.ContainsBytes(value), f.Values
	case content.FieldAbove, content.FieldFrom:
		return value + compared[f.Op], f.Values
	case content.FieldBelow, content.FieldUpTo:
		return value + " > ? AND " + value + compared[f.Op], append([]any{entries.NoValue}, f.Values...)
	}
	if len(f.Values) == 1 {
		return value + " = ?", f.Values
	}
	return value + " IN (?" + strings.Repeat(", ?", len(f.Values)-1) + ")", f.Values
}

// fields adds the filters by fields, but for those that the branch has met.
func (s *selection) fields(q *content.Query) {
	for i := range q.Fields {
		f := &q.Fields[i]
		if f == s.branch.filter || s.leads(f) {
			continue
		}
		if !f.Field.Many {
			test, args := s.db.fieldTest(*f, s.fieldRow(f.Field.Key))
			s.And(test, args...)
			continue
		}
		test, args := s.db.fieldTest(*f, "g.value")
		// It is written such that PostgreSQL looks at one entry for each row.
		s.And("COALESCE((SELECT 1 FROM entry_field g WHERE g.entry_id = "+s.read(colID)+" AND g.key = ? AND "+test+" LIMIT 1), 0) = 1",
			append([]any{f.Field.Key}, args...)...)
	}
}

// leads tells whether the rows that a branch starts from are those of a filter's field, of
// which each entry has one.
func (s *selection) leads(f *content.FieldFilter) bool {
	return s.branch.base == entryFieldTable && s.branch.field == f.Field.Key && !f.Field.Many
}

// fieldRow is the value of a field that isn't a list, of which each entry has one row.
func (s *selection) fieldRow(key string) string {
	if s.branch.base == entryFieldTable && s.branch.field == key {
		return s.read(colFieldValue)
	}
	at := slices.Index(s.rows, key)
	if at < 0 {
		at = len(s.rows)
		s.rows = append(s.rows, key)
		row := rowAlias(at)
		s.And(row+".entry_id = "+s.read(colID)+" AND "+row+".key = ? AND "+row+".position = 0", key)
	}
	return rowAlias(at) + ".value"
}

// rowAlias names the row of the n-th field that is looked up for each entry.
func rowAlias(n int) string { return "g" + strconv.Itoa(n) }

// leadByField adds the conditions of a branch that starts from a field.
func (s *selection) leadByField(q *content.Query) {
	b := &s.branch
	if b.base == entryFieldTable {
		s.And(s.read(colFieldKey)+" = ?", b.field)
		for i := range q.Fields {
			if f := &q.Fields[i]; f == b.filter || s.leads(f) {
				test, args := s.db.fieldTest(*f, s.read(colFieldValue))
				s.And(test, args...)
			}
		}
		return
	}
	if b.filter == nil {
		return
	}
	// Entries may have several of the values.
	test, args := s.db.fieldTest(*b.filter, "g.value")
	s.And(s.read(colID)+" IN (SELECT g.entry_id FROM entry_field g WHERE g.key = ? AND g.type = ? AND g.status = ? AND "+test+")",
		append([]any{b.filter.Field.Key, b.kind.Typ, b.kind.Status}, args...)...)
}

// leadingField is the filter that likely has the fewest entries, nil without any.
func (l *entryList) leadingField() *content.FieldFilter {
	rank := func(f *content.FieldFilter) int {
		switch f.Op {
		case content.FieldIs:
			return 0
		case content.FieldAbove, content.FieldFrom, content.FieldBelow, content.FieldUpTo:
			return 1
		case content.FieldIsEmpty:
			return 2
		}
		return 3
	}
	var lead *content.FieldFilter
	for i := range l.q.Fields {
		if f := &l.q.Fields[i]; lead == nil || cmp.Less(rank(f), rank(lead)) {
			lead = f
		}
	}
	return lead
}

// fieldBranches are a branch for each kind that starts from the entries of a filter.
func (l *entryList) fieldBranches(f *content.FieldFilter) []branch {
	// Without several values each entry has one row that fits.
	once := !f.Field.Many || f.Op == content.FieldIsEmpty || f.Op == content.FieldIs && len(f.Values) == 1
	var list []branch
	for k := range l.kinds {
		b := branch{kind: &l.kinds[k], filter: f}
		if once {
			b.base, b.field = entryFieldTable, f.Field.Key
		}
		list = append(list, b)
	}
	return list
}

// listSeveralLimit bounds the lists that one statement reads.
const listSeveralLimit = 100

// ListSeveral implements content.Store.
func (db *Store) ListSeveral(ctx context.Context, q content.Query, of []content.FieldFilter) ([][]*content.Entry, error) {
	out := make([][]*content.Entry, len(of))
	for from := 0; from < len(of); from += listSeveralLimit {
		upTo := min(len(of), from+listSeveralLimit)
		if err := db.listSeveral(ctx, q, of[from:upTo], out[from:upTo]); err != nil {
			return nil, fmt.Errorf("several lists of entries: %w", err)
		}
	}
	return out, nil
}

func (db *Store) listSeveral(ctx context.Context, q content.Query, of []content.FieldFilter, out [][]*content.Entry) error {
	q.SkipTotal, q.Offset = true, 0
	var all []part
	var order ordering
	var tags []cache.Tag
	for i, f := range of {
		one := q
		one.Fields = append(slices.Clone(q.Fields), f)
		tags = ListTags(one)
		one, err := db.encodeQuery(ctx, one)
		if err != nil {
			return err
		}
		l, err := db.newEntryList(ctx, one)
		if err != nil {
			return err
		}
		if l == nil {
			continue
		}
		l.onlyIDs = true
		order = db.orderOf(&l.q)
		parts := l.parts(plan{byField, "several lists", l.fieldBranches(l.leadingField())}, order)
		for _, p := range parts {
			text, bounded := db.Engine.Branch(p.text, order.orderBy(""))
			if bounded {
				p.args = append(p.args, int64(q.Limit))
			}
			all = append(all, part{"SELECT " + strconv.Itoa(i) + " AS n, q.* FROM (" + text + ") q", p.args})
		}
	}
	scope.DependsOn(ctx, tags...)
	if len(all) == 0 {
		return nil
	}
	u := union(all)
	var ids []int64
	lists := make([][]int64, len(of))
	text := "SELECT p.n, p.id FROM (" + u.text + ") p" + strings.Replace(order.orderBy("p."), " ORDER BY ", " ORDER BY p.n, ", 1)
	err := db.Each(ctx, text, u.args, func(scan func(...any) error) error {
		var n int
		var id int64
		err := scan(&n, &id)
		if err == nil && len(lists[n]) < q.Limit {
			lists[n] = append(lists[n], id)
			ids = append(ids, id)
		}
		return err
	})
	if err != nil || len(ids) == 0 {
		return err
	}
	found, err := db.entries.EntriesByID(ctx, sqldb.Distinct(ids))
	if err != nil {
		return err
	}
	for n, list := range lists {
		for _, id := range list {
			if e := found[id]; e != nil {
				out[n] = append(out[n], e)
			}
		}
	}
	return nil
}
