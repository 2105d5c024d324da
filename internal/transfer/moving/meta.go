package moving

import (
	"context"
	"database/sql"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/site"
)

// metaRow is a row of a table of meta values.
type metaRow struct{ key, text string }

// value is the value that the row has: what its text is the serialised form of, or,
// where that can't be read, the text.
func (m metaRow) value() any { return valueOf(m.text) }

func valueOf(text string) any {
	if v, ok := importer.MetaValue(text); ok {
		return v
	}
	return text
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
				all[of] = append(all[of], metaRow{key.String, r.broken.clean(table, value.String)})
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
