package dump

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"quoin/internal/storage/store/sqldb"
)

// TableDump tells what a backup has of one table. Two databases with the same
// rows, on whichever engine, have the same dumps.
type TableDump struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
	Rows    int64    `json:"rows"`
	// LastID is the highest id that was ever given out; 0 for tables whose ids
	// the database doesn't give out.
	LastID int64 `json:"last_id,omitempty"`
	// Digest is the SHA-256 of the rows as Dump writes them.
	Digest string `json:"sha256"`
}

// Dump writes all tables as they are at one moment, while others write. open
// makes the place for the rows of a table: a JSON array of values by column on
// a line each, in the order of the primary key; bytes are in base64.
func (db *Store) Dump(ctx context.Context, open func(table string) (io.Writer, error)) ([]TableDump, error) {
	var list []TableDump
	err := db.Engine.Snapshot(ctx, func(ctx context.Context, ex sqldb.Executor) error {
		list = nil
		tables, err := db.dumpTables(ctx, ex)
		if err != nil {
			return err
		}
		for _, t := range tables {
			w, err := open(t.name)
			if err != nil {
				return err
			}
			d, err := db.dumpRows(ctx, ex, t, w)
			if err != nil {
				return fmt.Errorf("table %s: %w", t.name, err)
			}
			list = append(list, d)
		}
		return nil
	})
	return list, err
}

func (db *Store) dumpRows(ctx context.Context, ex sqldb.Executor, t *dumpTable, w io.Writer) (TableDump, error) {
	d := TableDump{Name: t.name, Columns: t.names()}
	if t.counted {
		err := sqldb.ScanAll(ctx, ex, db.Engine.LastID(t.name), func(scan func(...any) error) error { return scan(&d.LastID) })
		if err != nil {
			return d, err
		}
	}
	sum := sha256.New()
	w = io.MultiWriter(w, sum)
	values := make([]any, len(t.columns))
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	exprs := make([]string, len(t.columns))
	for i, c := range t.columns {
		exprs[i] = c.expr
	}
	text := "SELECT " + strings.Join(exprs, ", ") + " FROM " + t.name + " ORDER BY " + strings.Join(t.key, ", ")
	var line []byte
	err := sqldb.ScanAll(ctx, ex, text, func(scan func(...any) error) error {
		if err := scan(into...); err != nil {
			return err
		}
		line = append(line[:0], '[')
		for i, v := range values {
			if i > 0 {
				line = append(line, ',')
			}
			printed, err := dumped(v, t.columns[i].kind)
			if err != nil {
				return fmt.Errorf("column %s: %w", t.columns[i].name, err)
			}
			line = append(line, printed...)
		}
		line = append(line, ']', '\n')
		d.Rows++
		_, err := w.Write(line)
		return err
	})
	d.Digest = hex.EncodeToString(sum.Sum(nil))
	return d, err
}

// dumped is a value as a dump has it.
func dumped(v any, kind valueKind) ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	switch kind {
	case kindBool:
		switch b := v.(type) {
		case bool:
			v = b
		case int64:
			v = b != 0
		}
	case kindBytes:
		switch b := v.(type) {
		case []byte:
			v = base64.StdEncoding.EncodeToString(b)
		case string:
			v = base64.StdEncoding.EncodeToString([]byte(b))
		}
	case kindText:
		if b, ok := v.([]byte); ok {
			v = string(b)
		}
	case kindReal:
		if n, ok := v.(int64); ok {
			v = float64(n)
		}
	}
	return json.Marshal(v)
}
