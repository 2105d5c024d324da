package moving

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/platform/wire"
)

// Row is a row of a table. It is good until the next one is read.
type Row struct {
	columns []string
	values  []sql.NullString
}

// Text is the text of a column, "" for NULL and for a column that isn't there.
func (r Row) Text(column string) string {
	if i := slices.Index(r.columns, column); i >= 0 {
		return readable(r.values[i].String)
	}
	return ""
}

// Int is a column as a number, 0 for what is none.
func (r Row) Int(column string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(r.Text(column)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// object is the whole row, for what is kept as it is.
func (r Row) object() *wire.Object {
	o := &wire.Object{}
	for i, column := range r.columns {
		if r.values[i].Valid {
			o.Set(column, readable(r.values[i].String))
		} else {
			o.Set(column, nil)
		}
	}
	return o
}
