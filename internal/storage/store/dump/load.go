package dump

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quoin/internal/storage/store/sqldb"
)

// ErrNotEmpty refuses to load a dump into a database that has rows already.
var ErrNotEmpty = errors.New("the database isn't empty")

// Load fills an empty database with a dump of either engine, all or nothing.
// open gives the rows of a table, loaded is told of each table that is done.
// Load reads what it wrote again and fails when a digest differs. decide is called last:
// with an error nothing is loaded; it may be nil.
func (db *Store) Load(ctx context.Context, dumps []TableDump, open func(table string) (io.ReadCloser, error), loaded func(TableDump), decide func(context.Context) error) error {
	return db.Engine.Migrate(ctx, func(ctx context.Context, ex sqldb.Executor) error {
		tables, err := db.dumpTables(ctx, ex)
		if err != nil {
			return err
		}
		if err := checkDumps(ctx, ex, tables, dumps); err != nil {
			return err
		}
		names := make([]string, len(tables))
		for i, t := range tables {
			names[i] = t.name
		}
		resume, err := db.Engine.SuspendTriggers(ctx, ex, names)
		if err != nil {
			return fmt.Errorf("suspend the triggers: %w", err)
		}
		for _, t := range tables {
			i := slices.IndexFunc(dumps, func(d TableDump) bool { return d.Name == t.name })
			if i < 0 {
				continue
			}
			if err := db.loadTable(ctx, ex, t, dumps[i], open); err != nil {
				return fmt.Errorf("table %s: %w", t.name, err)
			}
			loaded(dumps[i])
		}
		if err := resume(); err != nil {
			return fmt.Errorf("resume the triggers: %w", err)
		}
		if _, err := ex.Exec(ctx, "DELETE FROM secret WHERE name IN (?, ?)", []any{restoreMark, damagedMark}); err != nil {
			return err
		}
		if err := db.Engine.RebuildIndex(ctx, ex); err != nil || decide == nil {
			return err
		}
		return decide(ctx)
	})
}

// checkDumps holds dumps against the tables that they are for.
func checkDumps(ctx context.Context, ex sqldb.Executor, tables []*dumpTable, dumps []TableDump) error {
	for _, d := range dumps {
		i := slices.IndexFunc(tables, func(t *dumpTable) bool { return t.name == d.Name })
		if i < 0 {
			return fmt.Errorf("the backup has a table %s, this program doesn't: run the version that made it, or a newer one", d.Name)
		}
		if !slices.Equal(tables[i].names(), d.Columns) {
			return fmt.Errorf("table %s of the backup has other columns than here: run the version that made it", d.Name)
		}
	}
	return checkEmpty(ctx, ex)
}

// checkEmpty looks at the tables that every site has rows in. Others may have
// some from their migrations.
func checkEmpty(ctx context.Context, ex sqldb.Executor) error {
	for _, name := range []string{"account", "entry", "term", "site_option"} {
		var n int64
		if err := sqldb.ScanAll(ctx, ex, "SELECT COUNT(*) FROM "+name, func(scan func(...any) error) error { return scan(&n) }); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: table %s has %d rows", ErrNotEmpty, name, n)
		}
	}
	return nil
}

// ErrDumpDamaged says that the rows of a dump aren't those that were dumped.
var ErrDumpDamaged = errors.New("the rows aren't those that were backed up")

// argsAtOnce bounds the arguments of one statement.
const argsAtOnce = 900

func (db *Store) loadTable(ctx context.Context, ex sqldb.Executor, t *dumpTable, d TableDump, open func(table string) (io.ReadCloser, error)) error {
	if _, err := ex.Exec(ctx, "DELETE FROM "+t.name, nil); err != nil {
		return err
	}
	r, err := open(t.name)
	if err != nil {
		return err
	}
	defer r.Close()
	atOnce := max(1, argsAtOnce/len(t.columns))
	marks := "(?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
	begin := "INSERT INTO " + t.name + " (" + strings.Join(d.Columns, ", ") + ") VALUES "
	var args []any
	flush := func() error {
		if len(args) == 0 {
			return nil
		}
		n := len(args) / len(t.columns)
		_, err := ex.Exec(ctx, begin+marks+strings.Repeat(", "+marks, n-1), args)
		args = args[:0]
		return err
	}
	lines := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	lines.UseNumber()
	for lines.More() {
		var row []any
		if err := lines.Decode(&row); err != nil {
			return fmt.Errorf("%w: the rows can't be read: %w", ErrDumpDamaged, err)
		}
		if len(row) != len(t.columns) {
			return fmt.Errorf("%w: a row has another number of values than the table has columns", ErrDumpDamaged)
		}
		for i, v := range row {
			value, err := undump(v, t.columns[i].kind)
			if err != nil {
				return fmt.Errorf("%w: column %s: %w", ErrDumpDamaged, t.columns[i].name, err)
			}
			args = append(args, value)
		}
		if len(args) >= atOnce*len(t.columns) {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if t.counted && d.LastID > 0 {
		if err := db.Engine.SetLastID(ctx, ex, t.name, d.LastID); err != nil {
			return err
		}
	}
	now, err := db.dumpRows(ctx, ex, t, io.Discard)
	if err != nil {
		return err
	}
	if now.Digest != d.Digest || now.Rows != d.Rows || now.LastID != d.LastID {
		return fmt.Errorf("%w: what was written differs (%d rows of %d, last id %d of %d)", ErrDumpDamaged, now.Rows, d.Rows, now.LastID, d.LastID)
	}
	return nil
}

// undump is a value of a dump as the database takes it.
func undump(v any, kind valueKind) (any, error) {
	wrong := fmt.Errorf("%.40q is no value for it", fmt.Sprint(v))
	if v == nil {
		return nil, nil
	}
	switch kind {
	case kindInt:
		if n, ok := v.(json.Number); ok {
			return n.Int64()
		}
	case kindReal:
		if n, ok := v.(json.Number); ok {
			return n.Float64()
		}
	case kindBool:
		if b, ok := v.(bool); ok {
			return b, nil
		}
	case kindText:
		if s, ok := v.(string); ok {
			return s, nil
		}
	case kindBytes:
		if s, ok := v.(string); ok {
			return base64.StdEncoding.DecodeString(s)
		}
	}
	return nil, wrong
}
