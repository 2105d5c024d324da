package lists

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
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

// knownPage is a page of ids that was read before and in which nothing has
// changed since, nil when there is none. Its key is nil for a page that can't be
// remembered.
func (l *entryList) knownPage(ctx context.Context, text string, args []any) ([]*content.Entry, any) {
	g, err := l.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return nil, nil
	}
	statement, ok := pageStatement(text, args)
	if !ok {
		return nil, nil
	}
	key := pageKey{statement}
	v, ok := l.db.Objects.Get(key)
	if !ok {
		return nil, key
	}
	rows := v.([]knownRow)
	entries := make([]content.Entry, len(rows))
	list := make([]*content.Entry, len(rows))
	for i, r := range rows {
		entries[i].ID, entries[i].Type = r.id, r.typ
		list[i] = &entries[i]
	}
	return list, key
}

// rememberPage remembers the rows of a page under the key that knownPage told.
// What they follow from are the collections of listTags: it is also what an
// answer depends on that shows them.
func (l *entryList) rememberPage(ctx context.Context, key any, list []*content.Entry) {
	g, _ := scope.Get[*sqldb.StateVersion](ctx, sqldb.StateVersionKey{})
	if key == nil || g == nil {
		return
	}
	rows := make([]knownRow, len(list))
	for i, e := range list {
		rows[i] = knownRow{e.ID, e.Type}
	}
	l.db.Objects.Remember(g, key, rows, len(key.(pageKey).statement)+24*len(rows), ListTags(l.q)...)
}

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
