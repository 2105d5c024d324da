package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/content"
)

// branchLimit bounds the parts that a list is merged from. Every part reads an
// index in the order of the list, so that the merge stops after a page.
const branchLimit = 24

// key is one expression that a list is ordered by.
type key struct {
	expr string
	args []any
	desc bool
	text bool // reads the searched text
	join bool // reads the place in the list of ids
}

// order turns the order of a query into keys; the id breaks ties in the
// direction of the last one.
func (l *entryList) order() (keys []key, idDesc bool) {
	orders := l.q.Order
	if len(orders) == 0 {
		orders = []content.Order{{By: content.ByDate, Desc: true}}
	}
	columns := map[content.OrderBy]string{
		content.ByDate: "e.date", content.ByModified: "e.modified", content.ByTitle: "e.title_key", content.BySlug: "e.slug",
		content.ByAuthor: "e.author", content.ByParent: "e.parent", content.ByMenuOrder: "e.menu_order",
	}
	for _, o := range orders {
		idDesc = o.Desc
		switch {
		case o.By == content.ByID:
			return keys, o.Desc // nothing is left to order
		case columns[o.By] != "":
			keys = append(keys, key{expr: columns[o.By], desc: o.Desc})
		case o.By == content.ByInclude && len(l.q.IDs) > 0:
			keys = append(keys, key{expr: "i.place", desc: o.Desc, join: true})
		case o.By == content.BySlugList && len(l.q.Slugs) > 0:
			keys = append(keys, slugPlaces(l.q.Slugs, o.Desc))
		case o.By == content.ByRelevance && l.q.Search != nil:
			expr, args := l.db.rank(l.q.Search)
			keys = append(keys, key{expr: expr, args: args, text: true}, key{expr: "e.date", desc: o.Desc})
		default:
			keys = append(keys, key{expr: "e.date", desc: o.Desc})
		}
	}
	return keys, idDesc
}

func slugPlaces(slugs []string, desc bool) key {
	k := key{desc: desc}
	var b strings.Builder
	b.WriteString("CASE e.slug")
	for i, s := range distinct(slugs) {
		fmt.Fprintf(&b, " WHEN ? THEN %d", i)
		k.args = append(k.args, s)
	}
	fmt.Fprintf(&b, " ELSE %d END", len(slugs))
	k.expr = b.String()
	return k
}

// part is a query for ids, with the keys to order them by.
type part struct {
	text string
	args []any
}

// makePart writes a part. lead are the conditions that choose the index.
func (l *entryList) makePart(from string, lead clause, f *filter, keys []key) part {
	f.apply(&l.q)
	text := f.text
	entry := f.entry || f.date == "e.date"
	var p part
	p.text = "SELECT " + f.id + " AS id"
	if l.onlyIDs {
		p.text += ", " + f.kind + " AS typ"
	}
	for i, k := range keys {
		expr := k.expr
		if expr == "e.date" {
			expr = f.date
		} else if strings.HasPrefix(expr, "e.") || strings.HasPrefix(expr, "CASE e.") {
			entry = true
		}
		text = text || k.text
		p.text += fmt.Sprintf(", %s AS k%d", expr, i)
		p.args = append(p.args, k.args...)
	}
	if from == "entry_term t" && entry {
		from += " JOIN entry e ON e.id = t.entry_id"
	}
	if text {
		from += " JOIN entry_text s ON s.entry_id = " + f.id
	}
	if a := l.start; a != nil {
		op := " >= "
		if l.startDesc {
			op = " <= "
		}
		if len(keys) == 0 {
			f.and(f.id+op+"?", a.id)
		} else {
			expr := keys[0].expr
			if expr == "e.date" {
				expr = f.date
			}
			f.and("("+expr+", "+f.id+")"+op+"(?, ?)", a.key, a.id)
		}
	}
	p.text += " FROM " + from + (&clause{tests: append(slices.Clone(lead.tests), f.tests...)}).where()
	p.args = append(append(p.args, lead.args...), f.args...)
	return p
}

// planNeedsTotal tells whether the page can't be planned well without knowing
// how many entries match.
func (l *entryList) planNeedsTotal() bool {
	if l.q.IDs != nil || l.q.Slugs != nil || l.q.Limit == 0 {
		return false
	}
	candidates, _ := l.candidates()
	return candidates != "" || l.spans()
}

// spans tells whether the list takes entries of a span of time.
func (l *entryList) spans() bool {
	q := &l.q
	return q.After != "" || q.Before != "" || q.ModifiedAfter != "" || q.ModifiedBefore != ""
}

// spanLeads tells whether the first entries in an order by date are likely to
// be in the span of modification: new entries were modified late.
func (l *entryList) spanLeads(keys []key) bool {
	if len(keys) == 0 || keys[0].expr != "e.date" {
		return true
	}
	if keys[0].desc {
		return l.q.ModifiedBefore == ""
	}
	return l.q.ModifiedAfter == ""
}

// parts decides how the ids of a list are found: by what few entries can
// match, or along an index in the order of the list. matches is how many
// entries the list has, or -1; want how many of them are read, or -1 for all.
func (l *entryList) parts(keys []key, matches, want int) []part {
	q := &l.q
	if q.IDs != nil || q.Slugs != nil || len(q.Parents) > 1 || hasValues(q.MetaValues) {
		return []part{l.direct(keys, "", nil, false)}
	}
	all := l.entries()
	// Walking along the order looks at all*want/matches entries.
	few := func(n int) bool { return want < 0 || n <= 100 || float64(n)*float64(n) <= float64(want)*float64(all) }
	if candidates, args := l.candidates(); candidates != "" && (matches < 0 || few(matches)) {
		return []part{l.direct(keys, "e.id IN ("+candidates+")", args, true)}
	}
	if terms, exact := l.driver(); terms != nil {
		byDate := len(keys) == 0 || len(keys) == 1 && keys[0].expr == "e.date"
		if byDate && len(terms)*len(l.pairs) <= branchLimit {
			return l.termParts(keys, terms, exact)
		}
		if few(l.terms.sum(terms, l.pairs)) {
			test := "e.id IN (SELECT t.entry_id FROM entry_term t WHERE " + l.db.engine.intsIn("t.term_id") + ")"
			return []part{l.direct(keys, test, []any{l.db.engine.intList(terms)}, false)}
		}
	}
	if len(l.pairs) > branchLimit {
		var lead clause
		test, args := l.kindsIn(false)
		lead.and(test, args...)
		return []part{l.makePart("entry e", lead, newFilter(l.db), keys)}
	}
	return l.pairParts(keys, few, matches >= 0 && l.spans() && !few(matches) && l.spanLeads(keys))
}

func hasValues(values map[string][]string) bool {
	for _, list := range values {
		if len(list) > 0 {
			return true
		}
	}
	return false
}

// direct reads the entries that few conditions lead to. searched tells that
// test has looked up the words of the search.
func (l *entryList) direct(keys []key, test string, args []any, searched bool) part {
	f := newFilter(l.db)
	f.searched = searched
	from := "entry e"
	var lead clause
	if slices.ContainsFunc(keys, func(k key) bool { return k.join }) {
		from = l.db.engine.intTable() + " i JOIN entry e ON e.id = i.value"
		lead.args = append(lead.args, l.db.engine.intList(l.q.IDs))
		f.skipIDs = true
	}
	if test != "" {
		lead.and(test, args...)
	}
	kinds, kindArgs := l.kindsIn(true)
	lead.and(kinds, kindArgs...)
	return l.makePart(from, lead, f, keys)
}

// termParts reads along the dates of each term's entries. An entry that has
// several of the terms comes with the first of them.
func (l *entryList) termParts(keys []key, terms []int64, exact bool) []part {
	var list []part
	for i, term := range terms {
		for _, p := range l.pairs {
			f := newFilter(l.db)
			f.id, f.kind, f.date, f.skipTerms = "t.entry_id", "t.type", "t.date", exact
			var lead clause
			lead.and("t.term_id = ?", term)
			lead.named("t.type", p.typ)
			lead.named("t.status", p.status)
			if p.author != everyone {
				f.row(l.db.engine.keep("e.author")+" = ?", p.author)
				f.skipAuthor = true
			}
			if i > 0 {
				lead.and("NOT "+paren(hasTerm("t.entry_id", l.db.engine.intsIn("x.term_id"))), l.db.engine.intList(terms[:i]))
			}
			list = append(list, l.makePart("entry_term t", lead, f, keys))
		}
	}
	return list
}

// pairParts reads along the order of each pair's entries. walk leaves it to the
// order alone to choose the index, as it should where a span of time has many
// entries.
func (l *entryList) pairParts(keys []key, few func(int) bool, walk bool) []part {
	byDate := len(keys) == 0 || keys[0].expr == "e.date"
	var list []part
	for _, p := range l.pairs {
		f := newFilter(l.db)
		if walk && len(keys) > 0 {
			f.walk = keys[0].expr
		}
		var lead clause
		lead.named("e.type", p.typ)
		lead.named("e.status", p.status)
		if p.author != everyone {
			f.skipAuthor = true
			author := "e.author"
			if !byDate && !few(p.n) {
				author = l.db.engine.keep(author)
			}
			f.row(author+" = ?", p.author)
		}
		list = append(list, l.makePart("entry e", lead, f, keys))
	}
	return list
}

// joinParts merges parts into one query.
func joinParts(parts []part) (string, []any) {
	texts := make([]string, len(parts))
	var args []any
	for i, p := range parts {
		texts[i] = p.text
		args = append(args, p.args...)
	}
	return strings.Join(texts, " UNION ALL "), args
}

// branches bounds parts that are merged to the rows that the merge can need.
func (l *entryList) branches(parts []part, orderBy string, n int) []part {
	if len(parts) == 1 {
		return parts
	}
	for i, p := range parts {
		text, bounded := l.db.engine.branch(p.text, orderBy)
		parts[i].text = text
		if bounded {
			parts[i].args = append(p.args, int64(n))
		}
	}
	return parts
}

// page reads the entries of the page.
func (l *entryList) page(ctx context.Context) ([]*content.Entry, error) {
	q := &l.q
	keys, idDesc := l.order()
	offset, limit := q.Offset, q.Limit
	// The far half of a list is nearer from its end.
	reverse := l.total > 0 && limit > 0 && offset > l.total/2
	if reverse {
		if offset >= l.total {
			return nil, nil
		}
		limit = min(limit, l.total-offset)
		offset = l.total - offset - limit
		for i := range keys {
			keys[i].desc = !keys[i].desc
		}
		idDesc = !idDesc
	}
	g, err := l.db.glance(ctx)
	if err != nil {
		return nil, err
	}
	// What others have read before needs no row here.
	l.onlyIDs = q.OnlyIDs || g != nil && g.use && !q.SkipMeta
	list, err := l.rows(ctx, keys, idDesc, offset, limit)
	if err != nil {
		return nil, err
	}
	if reverse {
		slices.Reverse(list)
	}
	if q.OnlyIDs || q.SkipMeta {
		return list, nil
	}
	if l.onlyIDs {
		return l.remembered(ctx, list)
	}
	if err := l.db.withMeta(ctx, list); err != nil {
		return nil, err
	}
	found := make(map[int64]*content.Entry, len(list))
	for _, e := range list {
		found[e.ID] = e
	}
	entryKind.remember(ctx, l.db, entryIDs(list), found)
	return list, nil
}

// remembered are the entries with the ids of list. One that went away since
// the ids were read is left out.
func (l *entryList) remembered(ctx context.Context, list []*content.Entry) ([]*content.Entry, error) {
	found, err := l.db.EntriesByID(ctx, entryIDs(list))
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

// rows reads one window of the list in an order.
func (l *entryList) rows(ctx context.Context, keys []key, idDesc bool, offset, limit int) ([]*content.Entry, error) {
	want := -1
	if limit > 0 {
		want = offset + limit
	}
	orderBy := func(alias string) string {
		var b strings.Builder
		for i, k := range keys {
			fmt.Fprintf(&b, "%sk%d%s, ", alias, i, direction(k.desc))
		}
		return " ORDER BY " + b.String() + alias + "id" + direction(idDesc)
	}
	parts := l.parts(keys, l.total, want)
	deep := limit > 0 && offset >= anchorFrom && anchored(keys, idDesc) && txOf(ctx, l.db) == nil
	var name, state string
	var place anchor
	if deep {
		var err error
		if state, err = l.db.versions(ctx, listTags(l.q)); err != nil {
			return nil, err
		}
		text, args := joinParts(parts)
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %q", text, orderBy(""), args))
		name, place.offset = string(sum[:]), offset
		if a, ok := l.db.anchors.before(name, state, offset); ok {
			l.start, l.startDesc = &a, idDesc
			parts = l.parts(keys, l.total, want)
			offset -= a.offset
		}
	}
	if limit > 0 {
		parts = l.branches(parts, orderBy(""), offset+limit)
	}
	text, args := joinParts(parts)
	limits, limitArgs := window(limit, offset)
	text += orderBy("") + limits
	args = append(args, limitArgs...)
	columns, from := entryColumns, " JOIN entry e ON e.id = p.id"
	if l.onlyIDs {
		columns, from = "p.id, p.typ", ""
	}
	var more []any
	if deep && len(keys) > 0 {
		columns, more = columns+", p.k0", []any{new(any)}
	}
	text = "SELECT " + columns + " FROM (" + text + ") p" + from + orderBy("p.")
	list := make([]*content.Entry, 0, max(limit, 0))
	err := l.db.each(ctx, text, args, func(scan func(...any) error) error {
		var e *content.Entry
		var err error
		if l.onlyIDs {
			e = new(content.Entry)
			err = scan(append([]any{&e.ID, &e.Type}, more...)...)
		} else {
			e, err = scanEntry(scan, more...)
		}
		if len(list) == 0 {
			place.id = e.ID
			if len(more) > 0 {
				place.key = *more[0].(*any)
				more[0] = new(any)
			}
		}
		list = append(list, e)
		return err
	})
	if err != nil {
		return nil, err
	}
	if deep && len(list) > 0 {
		l.db.anchors.put(name, state, place)
	}
	return list, nil
}

// anchored tells whether one row comparison says what comes after a row.
func anchored(keys []key, idDesc bool) bool {
	switch len(keys) {
	case 0:
		return true
	case 1:
		return keys[0].desc == idDesc && !keys[0].text && !keys[0].join && len(keys[0].args) == 0
	}
	return false
}
