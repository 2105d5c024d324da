package moving

import (
	"context"
	"database/sql"
	"time"
	"unicode/utf8"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/site"
)

// metaRow is a row of a table of meta values, with the value that its text stands for.
type metaRow struct {
	key   string
	value any
}

// valueOf is what a text is the serialised form of, or, where that can't be read, the text; read
// tells which. Lengths in it count the bytes that it came with, so it is read before letters are
// mended.
func valueOf(text string) (value any, read bool) {
	v, ok := importer.MetaValue(text)
	switch {
	case !ok:
		return readable(text), false
	case utf8.ValidString(text):
		return v, true
	}
	return readableValue(v), true
}

// add puts a value behind those of its key.
func add(to content.Meta, key string, value any) { to[key] = append(to[key], value) }

// meta are the meta values of all owners from one id to another.
func (r *run) meta(ctx context.Context, table, owner, id string, first, last int64) (map[int64][]metaRow, error) {
	all := map[int64][]metaRow{}
	err := r.from.each(ctx, "SELECT "+owner+", meta_key, meta_value FROM {"+table+"} WHERE "+owner+" BETWEEN ? AND ? ORDER BY "+id,
		[]any{first, last}, func(scan func(...any) error) error {
			var of int64
			var key, value sql.NullString
			if err := scan(&of, &key, &value); err != nil {
				return err
			}
			if key.String != "" {
				all[of] = append(all[of], metaRow{readable(key.String), r.broken.value(table+" of", of, key.String, value.String)})
			}
			return nil
		})
	return all, err
}

// storedDate is a date of the reference as it is stored here, "" for none.
func storedDate(text string) string {
	t, err := time.Parse(time.DateTime, text)
	if err != nil || t.Year() == 0 {
		return ""
	}
	return t.Format(site.DateForm)
}
