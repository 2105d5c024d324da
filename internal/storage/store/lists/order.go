package lists

import (
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/sqldb"
)

// key is what a list is ordered by: a column, or something computed.
type key struct {
	column   Column
	field    string     // of an indexed field; "": the column, or what is computed
	computed expression // nil: the column
	args     []any      // of computed
	desc     bool
}

func (k key) is(c Column) bool { return k.field == "" && k.computed == nil && k.column == c }

func (k key) expression() expression {
	if k.computed != nil {
		return k.computed
	}
	return k.column.expression()
}

// ordering is the order of a list. The id decides between entries that are
// equal in all keys, and so the order is total.
type ordering struct {
	keys   []key
	idDesc bool
}

// orderColumns are the orders that are one column of the entry.
var orderColumns = map[content.OrderBy]Column{
	content.ByDate: colDate, content.ByModified: colModified, content.ByTitle: colTitleKey, content.BySlug: colSlug,
	content.ByAuthor: colAuthor, content.ByParent: ColParent, content.ByMenuOrder: colMenuOrder,
}

// orderOf is the order that a query asks for. The id goes in the direction of
// the last column. An order that lacks what it needs, like that of ids without
// ids, is the order by date.
func (db *Store) orderOf(q *content.Query) ordering {
	orders := q.Order
	if len(orders) == 0 {
		orders = []content.Order{{By: content.ByDate, Desc: true}}
	}
	var o ordering
	for _, by := range orders {
		o.idDesc = by.Desc
		c, isColumn := orderColumns[by.By]
		switch {
		case by.By == content.ByID:
			return o // nothing is left to order
		case by.By == content.ByField:
			o.keys = append(o.keys, key{field: by.Field, desc: by.Desc})
		case isColumn && slices.ContainsFunc(o.keys, func(k key) bool { return k.is(c) }):
			// Nothing is left to order by it.
		case isColumn:
			o.keys = append(o.keys, key{column: c, desc: by.Desc})
		case by.By == content.ByInclude && len(q.IDs) > 0:
			o.keys = append(o.keys, key{column: colListPlace, desc: by.Desc})
		case by.By == content.BySlugList && len(q.Slugs) > 0:
			_, args := sqldb.PlaceIn("", q.Slugs)
			o.keys = append(o.keys, key{args: args, desc: by.Desc, computed: func(read func(Column) string) string {
				place, _ := sqldb.PlaceIn(read(colSlug), q.Slugs)
				return place
			}})
		case by.By == content.ByRelevance && q.Search != nil:
			rank, args := db.rank(q)
			o.keys = append(o.keys, key{computed: rank, args: args}, key{column: colDate, desc: by.Desc})
		default:
			o.keys = append(o.keys, key{column: colDate, desc: by.Desc})
		}
	}
	return o
}

// reversed is the order from the end of the list.
func (o ordering) reversed() ordering {
	keys := slices.Clone(o.keys)
	for i := range keys {
		keys[i].desc = !keys[i].desc
	}
	return ordering{keys, !o.idDesc}
}

// leads tells whether a list is ordered by c first. The empty order, by id
// alone, has no first column.
func (o ordering) leads(c Column) bool { return len(o.keys) > 0 && o.keys[0].is(c) }

// byDate tells whether an index that ends with date and id has the order.
func (o ordering) byDate() bool { return len(o.keys) == 0 || len(o.keys) == 1 && o.leads(colDate) }

// oneColumn tells whether the comparison with one row, of a column and the id,
// says what comes after that row.
func (o ordering) oneColumn() bool {
	switch len(o.keys) {
	case 0:
		return true
	case 1:
		k := o.keys[0]
		return k.field == "" && k.computed == nil && k.column.table == entryTable && k.desc == o.idDesc
	}
	return false
}

// byField is the key of the field that a list is ordered by first, "" for none.
func (o ordering) byField() string {
	if len(o.keys) == 0 {
		return ""
	}
	return o.keys[0].field
}

// reads tells whether a key reads a table.
func (o ordering) reads(t table) bool {
	return slices.ContainsFunc(o.keys, func(k key) bool { return k.field == "" && k.computed == nil && k.column.table == t })
}

// orderBy is the ORDER BY part of a query that names the keys k0, k1, ...;
// alias, like "p.", stands before each.
func (o ordering) orderBy(alias string) string {
	var b strings.Builder
	b.WriteString(" ORDER BY ")
	for i, k := range o.keys {
		fmt.Fprintf(&b, "%sk%d%s, ", alias, i, sqldb.Direction(k.desc))
	}
	b.WriteString(alias + "id" + sqldb.Direction(o.idDesc))
	return b.String()
}
