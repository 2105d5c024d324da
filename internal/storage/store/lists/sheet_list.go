package lists

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
)

// rowSet is a set of rows.
type rowSet []uint64

func newRowSet(rows int) rowSet { return make(rowSet, (rows+63)/64) }

func (s rowSet) add(row int32)      { s[row/64] |= 1 << (row % 64) }
func (s rowSet) has(row int32) bool { return s[row/64]&(1<<(row%64)) != 0 }

func (s rowSet) both(o rowSet) {
	for i := range s {
		s[i] &= o[i]
	}
}

func (s rowSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// rows are those in the set, in their order.
func (s rowSet) rows(n int) []int32 {
	list := make([]int32, 0, n)
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			list = append(list, int32(i*64+bits.TrailingZeros64(w))) // #nosec G115 -- there are fewer rows than an int32 has numbers
		}
	}
	return list
}

// found are the rows of a part that a filter with encoded values finds.
func (p *sheetPart) found(column int, k sheetKey, f content.FieldFilter) (rowSet, error) {
	c := &p.columns[column]
	set := newRowSet(len(p.ids))
	if f.Op == content.FieldContains {
		part, _ := f.Values[0].([]byte)
		return set, c.containing(set, part)
	}
	size := len(c.order)
	// at is the first place of the order whose value isn't below v, or is above it.
	at := func(v []byte, above bool) (int, error) {
		least := 0
		if above {
			least = 1
		}
		if c.numbers == nil {
			list := func(i int) string { return c.texts[c.order[i]] }
			if c.many != nil {
				list = func(i int) string { return c.many[i] }
			}
			text := string(v)
			return sort.Search(size, func(i int) bool { return strings.Compare(list(i), text) >= least }), nil
		}
		n, err := k.number(v)
		return sort.Search(size, func(i int) bool { return cmp.Compare(c.numbers[c.order[i]], n) >= least }), err
	}
	span := func(from, to int) {
		for i := from; i < to; i++ {
			set.add(c.order[i])
		}
	}
	some, err := at(entries.NoValue, true)
	if err != nil {
		return nil, err
	}
	switch f.Op {
	case content.FieldIsEmpty:
		span(0, some)
		return set, nil
	case content.FieldExists:
		span(some, size)
		return set, nil
	}
	for _, v := range f.Values {
		b, _ := v.([]byte)
		from, err := at(b, false)
		if err != nil {
			return nil, err
		}
		to, err := at(b, true)
		if err != nil {
			return nil, err
		}
		switch f.Op {
		case content.FieldAbove:
			span(to, size)
		case content.FieldFrom:
			span(from, size)
		case content.FieldBelow:
			span(some, from)
		case content.FieldUpTo:
			span(some, to)
		default:
			span(from, to)
		}
	}
	return set, nil
}

// containing adds the rows whose value has a part.
func (c *sheetColumn) containing(set rowSet, part []byte) error {
	if c.numbers != nil {
		return fmt.Errorf("numbers have no parts")
	}
	text := string(part)
	if c.many != nil {
		for i, v := range c.many {
			if strings.Contains(v, text) {
				set.add(c.order[i])
			}
		}
		return nil
	}
	for row, v := range c.texts {
		if strings.Contains(v, text) {
			set.add(int32(row)) // #nosec G115 -- there are fewer rows than an int32 has numbers
		}
	}
	return nil
}

// value is what a row is ordered by, in bytes that compare as the values do.
func (c *sheetColumn) value(row int32) []byte {
	if c.numbers != nil {
		return binary.BigEndian.AppendUint64(nil, c.numbers[row])
	}
	return []byte(c.texts[row])
}

// sheetRows are the rows of a part that a list has.
type sheetRows struct {
	status string
	part   *sheetPart
	set    rowSet
	n      int
}

// walked is how many places of an order cost as much as to sort one row.
const walked = 128

// first gives the first rows in an order, at most n. column is what they are ordered by, -1 for
// the id.
func (r *sheetRows) first(column int, desc bool, n int) []int32 {
	n = min(n, r.n)
	if n == 0 {
		return nil
	}
	if column < 0 {
		list := r.set.rows(r.n)
		if desc {
			slices.Reverse(list)
		}
		return list[:n]
	}
	c := &r.part.columns[column]
	if r.n*walked < len(c.order) {
		list := r.set.rows(r.n)
		slices.SortFunc(list, c.compare())
		if desc {
			slices.Reverse(list)
		}
		return list[:n]
	}
	list := make([]int32, 0, n)
	for i := range c.order {
		row := c.order[i]
		if desc {
			row = c.order[len(c.order)-1-i]
		}
		if r.set.has(row) {
			if list = append(list, row); len(list) == n {
				break
			}
		}
	}
	return list
}

// sheetList is a list as a sheet has it.
type sheetList struct {
	sheet *sheet
	rows  []sheetRows
	total int
}

// list finds the entries of some statuses that all filters find. Their values are encoded.
func (s *sheet) list(statuses []string, filters []content.FieldFilter) (*sheetList, error) {
	l := &sheetList{sheet: s}
	for _, status := range statuses {
		p := s.parts[status]
		if p == nil {
			continue
		}
		r := sheetRows{status: status, part: p}
		for _, f := range filters {
			k := sheetKey{field: f.Field}
			set, err := p.found(s.column(k), k, f)
			if err != nil {
				return nil, err
			}
			if r.set == nil {
				r.set = set
			} else {
				r.set.both(set)
			}
		}
		r.n = r.set.count()
		l.total += r.n
		l.rows = append(l.rows, r)
	}
	return l, nil
}

// page are the entries of a window of the list in an order of at most one key; without a limit
// all from offset on.
func (l *sheetList) page(order ordering, offset, limit int) []*content.Entry {
	n := l.total
	if limit > 0 {
		n = min(n, offset+limit)
	}
	column := -1
	if len(order.keys) > 0 {
		column = slices.IndexFunc(l.sheet.keys, order.keys[0].sheet)
	}
	type place struct {
		r   *sheetRows
		row int32
	}
	var list []place
	for i := range l.rows {
		r := &l.rows[i]
		for _, row := range r.first(column, order.idDesc, n) {
			list = append(list, place{r, row})
		}
	}
	if len(l.rows) > 1 {
		slices.SortFunc(list, func(a, b place) int {
			c := 0
			if column >= 0 {
				c = bytes.Compare(a.r.part.columns[column].value(a.row), b.r.part.columns[column].value(b.row))
			}
			c = cmp.Or(c, cmp.Compare(a.r.part.ids[a.row], b.r.part.ids[b.row]))
			if order.idDesc {
				return -c
			}
			return c
		})
	}
	list = list[min(offset, len(list)):min(n, len(list))]
	entries := make([]*content.Entry, len(list))
	for i, p := range list {
		entries[i] = &content.Entry{ID: p.r.part.ids[p.row], Type: l.sheet.typ}
	}
	return entries
}
