package lists

import (
	"context"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// page reads the entries of the page.
func (l *entryList) page(ctx context.Context) ([]*content.Entry, error) {
	q := &l.q
	order := l.db.orderOf(q)
	if l.sheet != nil {
		list := l.sheet.page(order, q.Offset, q.Limit)
		if q.OnlyIDs {
			return list, nil
		}
		return l.remembered(ctx, list)
	}
	g, err := l.db.StateVersion(ctx)
	if err != nil {
		return nil, err
	}
	// What others have read before needs no row here.
	l.onlyIDs = q.OnlyIDs || g != nil && g.Use && !q.SkipMeta
	read := l.window
	switch {
	case l.matched != nil && l.byRelevance() && l.total > alwaysSorted && q.Limit > 0:
		read = l.ranked
	case l.onlyIDs && g != nil && g.Use && l.takesOut():
		read = l.windowWithout
	}
	list, err := read(ctx, order, q.Offset, q.Limit)
	if err != nil {
		return nil, err
	}
	if q.OnlyIDs || q.SkipMeta {
		return list, nil
	}
	if l.onlyIDs {
		return l.remembered(ctx, list)
	}
	if err := l.db.entries.WithMeta(ctx, list); err != nil {
		return nil, err
	}
	found := make(map[int64]*content.Entry, len(list))
	for _, e := range list {
		found[e.ID] = e
	}
	entries.EntryKind.Remember(ctx, l.db.DB, entryIDs(list), found)
	return list, nil
}

// window reads some rows of the list, from an offset on.
func (l *entryList) window(ctx context.Context, order ordering, offset, limit int) ([]*content.Entry, error) {
	// The far half of a list is nearer from its end.
	if l.total <= 0 || limit <= 0 || offset <= l.total/2 {
		return l.rows(ctx, order, offset, limit)
	}
	if offset >= l.total {
		return nil, nil
	}
	limit = min(limit, l.total-offset)
	list, err := l.rows(ctx, order.reversed(), l.total-offset-limit, limit)
	slices.Reverse(list)
	return list, err
}

// ranked is window for a list that is ordered by how well its entries fit: how many fit how
// well is known, and so which ranks the window reaches into. Each is read in the order that
// comes next.
func (l *entryList) ranked(ctx context.Context, order ordering, offset, limit int) ([]*content.Entry, error) {
	order.keys = order.keys[1:]
	var list []*content.Entry
	for rank, n := range l.matched.ranks {
		if offset >= n {
			offset -= n
			continue
		}
		of := *l
		of.total = n
		if ids := l.matched.ids[rank]; ids != nil {
			// That they fit is known.
			of.q.IDs, of.q.Search, of.q.NotIDs, of.found = ids, nil, nil, nil
		} else {
			of.rank = &rank
		}
		rows, err := of.window(ctx, order, offset, min(limit-len(list), n-offset))
		if err != nil {
			return nil, err
		}
		if list = append(list, rows...); len(list) >= limit {
			break
		}
		offset = 0
	}
	return list, nil
}

// remembered are the entries with the ids of list. One that went away since
// the ids were read is left out.
func (l *entryList) remembered(ctx context.Context, list []*content.Entry) ([]*content.Entry, error) {
	found, err := l.db.entries.EntriesByID(ctx, entryIDs(list))
	if err != nil {
		return nil, err
	}
	whole := list[:0]
	for _, e := range list {
		if e := found[e.ID]; e != nil {
			whole = append(whole, e)
		}
	}
	return whole, nil
}

// usualPage is how many entries a list has room for at once. Who asks for more
// may ask for far more than there are.
const usualPage = 100

// rows reads one window of the list in an order.
func (l *entryList) rows(ctx context.Context, order ordering, offset, limit int) ([]*content.Entry, error) {
	x := extent{matches: l.total, rows: -1}
	if limit > 0 {
		x.rows = offset + limit
	}
	plan := l.plan(order, x)
	parts := l.parts(plan, order)
	var deep *deepPage
	if limit > 0 && offset >= anchorFrom && order.oneColumn() && sqldb.TxOf(ctx, l.db.DB) == nil {
		var err error
		if deep, err = l.deepPage(ctx, union(parts), order, offset); err != nil {
			return nil, err
		}
		if l.start != nil {
			parts = l.parts(plan, order)
			offset -= l.start.offset
		}
	}
	if limit > 0 {
		parts = l.bounded(parts, order, offset+limit)
	}
	q := union(parts)
	limits, limitArgs := sqldb.Window(limit, offset)
	columns, from := entries.EntryColumns, " JOIN entry e ON e.id = p.id"
	short := l.q.Short && l.q.SkipMeta
	switch {
	case l.onlyIDs:
		columns, from = "p.id, p.typ", ""
	case short:
		columns = entries.ShortColumns
	}
	var more []any
	if deep != nil && len(order.keys) > 0 {
		columns, more = columns+", p.k0", []any{&deep.place.key}
	}
	text := "SELECT " + columns + " FROM (" + q.text + order.orderBy("") + limits + ") p" + from + order.orderBy("p.")
	own, err := l.db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	args := append(q.args, limitArgs...)
	var key any
	var list []*content.Entry
	switch {
	case deep != nil:
	case l.onlyIDs:
		list, key = l.knownPage(ctx, text, args)
	case short:
		list, key = l.knownRows(ctx, text, args)
	}
	if list != nil {
		return list, nil
	}
	err = l.db.entries.Admit(ctx, limit, func(count func(*content.Entry) error) error {
		list = make([]*content.Entry, 0, min(max(limit, 0), usualPage))
		more := more
		return l.db.Each(ctx, text, args, func(scan func(...any) error) error {
			var e *content.Entry
			var err error
			if l.onlyIDs {
				e = new(content.Entry)
				err = scan(append([]any{&e.ID, &e.Type}, more...)...)
			} else {
				e, err = entries.ScanEntry(own, scan, more...)
			}
			if err != nil {
				return err
			}
			if len(list) == 0 && deep != nil {
				deep.place.id = e.ID
				if more != nil {
					more = []any{new(any)} // the first row alone is the anchor
				}
			}
			list = append(list, e)
			return count(e)
		})
	})
	if err != nil {
		return nil, err
	}
	if deep != nil && len(list) > 0 {
		l.db.anchors.put(deep.list, deep.state, deep.place)
	}
	switch key := key.(type) {
	case pageKey:
		l.rememberPage(ctx, key, list)
	case rowsKey:
		l.rememberRows(ctx, key, list)
	}
	return list, nil
}

// deepPage is a page far from the start of a list, whose first row is
// remembered as an anchor.
type deepPage struct {
	list  string // what the anchors of the list go by
	state string // of the collections that the list looks at
	place anchor
}

// deepPage looks for an anchor before a page, and lets the list start there.
func (l *entryList) deepPage(ctx context.Context, ids part, order ordering, offset int) (*deepPage, error) {
	state, err := l.db.Versions(ctx, ListTags(l.q))
	if err != nil {
		return nil, err
	}
	p := &deepPage{list: sqldb.QueryKey(ids.text+order.orderBy(""), ids.args), state: state, place: anchor{offset: offset}}
	if a, ok := l.db.anchors.before(p.list, state, offset); ok {
		l.start = &a
	}
	return p, nil
}
