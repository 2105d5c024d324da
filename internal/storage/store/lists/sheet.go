package lists

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"

	"quoin/internal/domain/content"
)

// sheet has, of all entries of a type, the values of some columns in memory, each with
// its order: what lists by fields are read from where a look at the tables would take
// thousands of rows. It is never changed. docs/adr/0033 tells why, sheets.go how it stays
// true.
type sheet struct {
	typ   string
	keys  []sheetKey
	parts map[string]*sheetPart // by status
}

// sheetKey names a column: an indexed field, or a column of the entry.
type sheetKey struct {
	field content.IndexedField
	own   Column // of the entry, where field has no key
}

func (k sheetKey) isField() bool { return k.field.Key != "" }

// sheetPart are the entries of one status.
type sheetPart struct {
	ids     []int64 // ascending; a row is a place in it
	columns []sheetColumn
}

// sheetColumn has the value of each row, in one of three forms, and the rows in the order of
// their values, then of their ids.
type sheetColumn struct {
	numbers []uint64 // values of eight bytes; 0 for none
	texts   []string
	many    []string // of a row several: the values in the order of order

	order []int32
}

// sheetCell is a value of an entry as it was read.
type sheetCell struct {
	id     int64
	number uint64 // in a column of numbers
	text   string // in any other
}

// sheetCells are cells by status, then by column.
type sheetCells map[string][][]sheetCell

// sheetForm is the form of a column.
type sheetForm int

const (
	formNumbers sheetForm = iota
	formTexts
	formMany
)

func (k sheetKey) form() sheetForm {
	switch {
	case !k.isField() && k.own == colTitleKey:
		return formTexts
	case !k.isField():
		return formNumbers
	case k.field.Many:
		return formMany
	case k.field.Kind == content.FieldText:
		return formTexts
	}
	return formNumbers
}

// same tells whether a column has what another key asks for.
func (k sheetKey) same(o sheetKey) bool {
	return k.field.Key == o.field.Key && k.field.Kind == o.field.Kind && k.field.Many == o.field.Many && k.own == o.own
}

// number is a value of a column of numbers: of a field the eight bytes, of a date its
// digits.
func (k sheetKey) number(value []byte) (uint64, error) {
	if k.isField() {
		switch len(value) {
		case 1:
			return 0, nil // none
		case 8:
			return binary.BigEndian.Uint64(value), nil
		}
		return 0, fmt.Errorf("field %q has a value of %d bytes", k.field.Key, len(value))
	}
	const form = "0000-00-00T00:00:00"
	if len(value) != len(form) {
		return 0, fmt.Errorf("%q is no date", value)
	}
	n := uint64(0)
	for i := range len(form) {
		digit := value[i] >= '0' && value[i] <= '9'
		if digit != (form[i] == '0') || !digit && value[i] != form[i] {
			return 0, fmt.Errorf("%q is no date", value)
		}
		if digit {
			n = n*10 + uint64(value[i]-'0')
		}
	}
	return n, nil
}

// column is the place of a column, -1 for none.
func (s *sheet) column(k sheetKey) int { return slices.IndexFunc(s.keys, k.same) }

// sheet tells whether a column has what a key of an order reads.
func (k key) sheet(o sheetKey) bool {
	if k.field != "" {
		return o.field.Key == k.field
	}
	return !o.isField() && o.own == k.column
}

// has tells whether a sheet has all of some columns; nil has none.
func (s *sheet) has(keys []sheetKey) bool {
	if s == nil {
		return false
	}
	return !slices.ContainsFunc(keys, func(k sheetKey) bool { return s.column(k) < 0 })
}

// bytes is about what a sheet takes.
func (s *sheet) bytes() int {
	n := 0
	for _, p := range s.parts {
		n += 8 * len(p.ids)
		for _, c := range p.columns {
			n += 8*len(c.numbers) + 4*len(c.order) + 16*(len(c.texts)+len(c.many))
			for _, list := range [][]string{c.texts, c.many} {
				for _, t := range list {
					n += len(t)
				}
			}
		}
	}
	return n
}

// with is the sheet in which some entries, in the order of their ids, are as cells say, and
// those without cells aren't there. The cells of an entry were read together.
func (s *sheet) with(ids []int64, cells sheetCells) *sheet {
	next := &sheet{typ: s.typ, keys: s.keys, parts: make(map[string]*sheetPart, len(s.parts))}
	for status, p := range s.parts {
		next.parts[status] = p.with(s.keys, ids, cells[status])
	}
	for status, list := range cells {
		if next.parts[status] == nil {
			p := &sheetPart{columns: make([]sheetColumn, len(s.keys))}
			next.parts[status] = p.with(s.keys, ids, list)
		}
	}
	return next
}

// with is sheet.with for one status. cells are by column, or nil.
func (p *sheetPart) with(keys []sheetKey, gone []int64, cells [][]sheetCell) *sheetPart {
	var added []int64
	for _, list := range cells {
		added = slices.Grow(added, len(list))
		for _, c := range list {
			added = append(added, c.id)
		}
		slices.Sort(added)
		added = slices.Compact(added)
	}
	if len(added) == 0 && !slices.ContainsFunc(gone, func(id int64) bool { _, ok := slices.BinarySearch(p.ids, id); return ok }) {
		return p
	}
	if ids := p.placed(gone, added); ids != nil {
		next := &sheetPart{ids: ids, columns: make([]sheetColumn, len(keys))}
		for i, k := range keys {
			next.columns[i] = p.columns[i].set(k, next.ids, cells[i])
		}
		return next
	}
	// Where rows go to, -1 for those that are no more, or come anew.
	to := make([]int32, len(p.ids))
	ids := make([]int64, 0, len(p.ids)+len(added))
	n := 0
	for row, id := range p.ids {
		for len(gone) > 0 && gone[0] < id {
			gone = gone[1:]
		}
		if len(gone) > 0 && gone[0] == id {
			to[row] = -1
			continue
		}
		for n < len(added) && added[n] < id {
			ids, n = append(ids, added[n]), n+1
		}
		to[row] = int32(len(ids)) // #nosec G115 -- a sheet has fewer rows, see sheets.fits
		ids = append(ids, id)
	}
	next := &sheetPart{ids: append(ids, added[n:]...), columns: make([]sheetColumn, len(keys))}
	for i, k := range keys {
		var came []sheetCell
		if cells != nil {
			came = cells[i]
		}
		next.columns[i] = p.columns[i].with(k, to, next.ids, came)
	}
	return next
}

// placed are the ids of a part when entries came, and those of gone that didn't went, if that
// leaves each row where it is; else nil.
func (p *sheetPart) placed(gone, added []int64) []int64 {
	for _, id := range gone {
		if _, ok := slices.BinarySearch(p.ids, id); !ok {
			continue
		}
		if len(added) == 0 || added[0] != id {
			return nil
		}
		added = added[1:]
	}
	switch {
	case len(added) == 0:
		return p.ids
	case len(p.ids) == 0 || added[0] < p.ids[len(p.ids)-1]:
		return nil
	}
	return slices.Concat(p.ids, added)
}

// set is the column with cells for some rows, the last of which may be new. All have a value in
// each column but one that an entry may have several of.
func (c *sheetColumn) set(k sheetKey, ids []int64, cells []sheetCell) sheetColumn {
	if k.form() == formMany {
		to := make([]int32, len(ids))
		for row := range to {
			to[row] = int32(row) // #nosec G115 -- as above
		}
		for _, cell := range cells {
			row, _ := slices.BinarySearch(ids, cell.id)
			to[row] = -1
		}
		return c.with(k, to, ids, cells)
	}
	next := sheetColumn{order: c.order}
	var went []int   // places of the order
	var came []int32 // rows
	if c.texts != nil {
		next.texts = append(make([]string, 0, len(ids)), c.texts...)[:len(ids)]
	} else {
		next.numbers = append(make([]uint64, 0, len(ids)), c.numbers...)[:len(ids)]
	}
	before := c.compare()
	for _, cell := range cells {
		at, _ := slices.BinarySearch(ids, cell.id)
		row := int32(at) // #nosec G115 -- as above
		if at < len(c.order) {
			if c.texts != nil && c.texts[at] == cell.text || c.texts == nil && c.numbers[at] == cell.number {
				continue
			}
			went = append(went, sort.Search(len(c.order), func(i int) bool { return before(c.order[i], row) >= 0 }))
		}
		came = append(came, row)
		if c.texts != nil {
			next.texts[at] = cell.text
		} else {
			next.numbers[at] = cell.number
		}
	}
	if len(came) == 0 {
		return *c
	}
	slices.Sort(went)
	compare := next.compare()
	slices.SortFunc(came, compare)
	next.order = make([]int32, 0, len(ids))
	// What stays is in order, and copied up to each place where something goes or comes.
	from := 0
	for from < len(c.order) || len(came) > 0 {
		to := len(c.order)
		if len(went) > 0 {
			to = went[0]
		}
		if len(came) > 0 {
			here := from + sort.Search(to-from, func(i int) bool { return compare(c.order[from+i], came[0]) > 0 })
			if here < to || len(went) == 0 {
				next.order = append(append(next.order, c.order[from:here]...), came[0])
				from, came = here, came[1:]
				continue
			}
		}
		next.order = append(next.order, c.order[from:to]...)
		if from = to; len(went) > 0 {
			from, went = to+1, went[1:]
		}
	}
	return next
}

// with is the column after its rows went to other places, with cells of those that came.
func (c *sheetColumn) with(k sheetKey, to []int32, ids []int64, cells []sheetCell) sheetColumn {
	rowOf := func(id int64) int32 {
		row, _ := slices.BinarySearch(ids, id)
		return int32(row) // #nosec G115 -- as above
	}
	if k.form() == formMany {
		return c.withMany(to, rowOf, cells)
	}
	var next sheetColumn
	if k.form() == formNumbers {
		next.numbers = make([]uint64, len(ids))
		for row, v := range c.numbers {
			if at := to[row]; at >= 0 {
				next.numbers[at] = v
			}
		}
	} else {
		next.texts = make([]string, len(ids))
		for row, v := range c.texts {
			if at := to[row]; at >= 0 {
				next.texts[at] = v
			}
		}
	}
	came := make([]int32, 0, len(cells))
	for _, cell := range cells {
		row := rowOf(cell.id)
		came = append(came, row)
		if next.texts != nil {
			next.texts[row] = cell.text
		} else {
			next.numbers[row] = cell.number
		}
	}
	less := next.compare()
	slices.SortFunc(came, less)
	came = slices.Compact(came)
	next.order = make([]int32, 0, len(ids))
	for _, row := range c.order {
		at := to[row]
		if at < 0 {
			continue
		}
		for len(came) > 0 && less(came[0], at) < 0 {
			next.order, came = append(next.order, came[0]), came[1:]
		}
		next.order = append(next.order, at)
	}
	next.order = append(next.order, came...)
	return next
}

// compare compares rows by value and id.
func (c *sheetColumn) compare() func(a, b int32) int {
	if c.texts != nil {
		return func(a, b int32) int { return cmp.Or(strings.Compare(c.texts[a], c.texts[b]), cmp.Compare(a, b)) }
	}
	return func(a, b int32) int { return cmp.Or(cmp.Compare(c.numbers[a], c.numbers[b]), cmp.Compare(a, b)) }
}

func (c *sheetColumn) withMany(to []int32, rowOf func(int64) int32, cells []sheetCell) sheetColumn {
	type value struct {
		text string
		row  int32
	}
	came := make([]value, len(cells))
	for i, cell := range cells {
		came[i] = value{cell.text, rowOf(cell.id)}
	}
	compare := func(a, b value) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.row, b.row)) }
	slices.SortFunc(came, compare)
	var next sheetColumn
	add := func(v value) { next.many, next.order = append(next.many, v.text), append(next.order, v.row) }
	for i, row := range c.order {
		at := to[row]
		if at < 0 {
			continue
		}
		for len(came) > 0 && compare(came[0], value{c.many[i], at}) < 0 {
			add(came[0])
			came = came[1:]
		}
		add(value{c.many[i], at})
	}
	for _, v := range came {
		add(v)
	}
	return next
}
