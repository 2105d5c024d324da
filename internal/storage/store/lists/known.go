package lists

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/entries"
	"quoin/internal/storage/store/sqldb"
)

// pageKey is where the ids of a page are remembered: its statement with the
// arguments, so that whatever decides on the page is in it.
type pageKey struct{ statement string }

// knownRow is a row of a page that is remembered.
type knownRow struct {
	id  int64
	typ string
}

// A page is remembered when its key is no longer than that.
const maxPageKey = 4 << 10

// known is what is remembered of a page in which nothing has changed since, nil when there is
// nothing, under the key that its statement makes. The key is nil for a page that can't be
// remembered.
func (l *entryList) known(ctx context.Context, text string, args []any, keyOf func(statement string) any) (v, key any) {
	g, err := l.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return nil, nil
	}
	statement, ok := pageStatement(text, args)
	if !ok {
		return nil, nil
	}
	key = keyOf(statement)
	v, _ = l.db.Objects.Get(key)
	return v, key
}

// knownPage is a page of ids that was read before, nil when there is none, with its key.
func (l *entryList) knownPage(ctx context.Context, text string, args []any) ([]*content.Entry, any) {
	v, key := l.known(ctx, text, args, func(statement string) any { return pageKey{statement} })
	rows, ok := v.([]knownRow)
	if !ok {
		return nil, key
	}
	found := make([]content.Entry, len(rows))
	list := make([]*content.Entry, len(rows))
	for i, r := range rows {
		found[i].ID, found[i].Type = r.id, r.typ
		list[i] = &found[i]
	}
	return list, key
}

// rememberPage remembers the rows of a page under the key that knownPage told.
// What they follow from are the collections of listTags: it is also what an
// answer depends on that shows them.
func (l *entryList) rememberPage(ctx context.Context, key pageKey, list []*content.Entry) {
	g, _ := scope.Get[*sqldb.StateVersion](ctx, sqldb.StateVersionKey{})
	if g == nil {
		return
	}
	rows := make([]knownRow, len(list))
	for i, e := range list {
		rows[i] = knownRow{e.ID, e.Type}
	}
	l.db.Objects.Remember(g, key, rows, len(key.statement)+24*len(rows), ListTags(l.q)...)
}

// rowsKey is where the rows of a page are remembered that are wanted without contents, such
// as all pages of a menu.
type rowsKey struct{ statement string }

// knownRows is knownPage for such rows.
func (l *entryList) knownRows(ctx context.Context, text string, args []any) ([]*content.Entry, any) {
	v, key := l.known(ctx, text, args, func(statement string) any { return rowsKey{statement} })
	rows, _ := v.([]*content.Entry)
	return slices.Clone(rows), key
}

// rememberRows remembers the rows of a page under the key that knownRows told. Each row
// may change by itself too, as by a comment that is counted.
func (l *entryList) rememberRows(ctx context.Context, key rowsKey, list []*content.Entry) {
	g, _ := scope.Get[*sqldb.StateVersion](ctx, sqldb.StateVersionKey{})
	if g == nil || len(list) > maxRows {
		return
	}
	tags := ListTags(l.q)
	tags = slices.Grow(slices.Clip(tags), len(list))
	size := len(key.statement)
	for _, e := range list {
		tags = append(tags, cache.Entry(e.ID))
		size += entries.EntryKind.Size(e)
	}
	l.db.Objects.Remember(g, key, slices.Clone(list), size, tags...)
}

// maxRows is how many rows are remembered of one page.
const maxRows = 2000

// pageStatement tells statements with their arguments apart; ok is false when it
// can't, or would be long.
func pageStatement(text string, args []any) (key string, ok bool) {
	var b strings.Builder
	b.WriteString(text)
	for _, a := range args {
		b.WriteByte(0)
		switch a := a.(type) {
		case string:
			b.WriteByte('s')
			b.WriteString(strconv.Itoa(len(a)))
			b.WriteByte(':')
			b.WriteString(a)
		case []byte:
			b.WriteByte('b')
			b.WriteString(strconv.Itoa(len(a)))
			b.WriteByte(':')
			b.Write(a)
		case int64:
			b.WriteByte('i')
			b.WriteString(strconv.FormatInt(a, 10))
		case int:
			b.WriteByte('i')
			b.WriteString(strconv.Itoa(a))
		case []int64:
			b.WriteByte('l')
			b.WriteString(sqldb.JoinInts(a))
		case []string:
			b.WriteString(strconv.Itoa(len(a)))
			for _, v := range a {
				b.WriteString(strconv.Quote(v))
			}
		case bool:
			b.WriteString(strconv.FormatBool(a))
		default:
			return "", false
		}
	}
	return b.String(), b.Len() <= maxPageKey
}
