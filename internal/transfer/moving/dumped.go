package moving

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // holds the tables of a dump

	"quoin/internal/transfer/moving/dump"
)

// atOnceDumped is how many rows of a dump share a transaction.
const atOnceDumped = 20_000

// indexed are the columns by which the parts of a move look for rows.
var indexed = []struct{ table, column string }{
	{"posts", "ID"}, {"posts", "post_type"}, {"posts", "post_parent"}, {"postmeta", "post_id"}, {"postmeta", "meta_key"},
	{"users", "ID"}, {"usermeta", "user_id"},
	{"terms", "term_id"}, {"termmeta", "term_id"}, {"term_taxonomy", "term_taxonomy_id"},
	{"term_relationships", "object_id"}, {"term_relationships", "term_taxonomy_id"},
	{"comments", "comment_ID"}, {"comments", "comment_post_ID"}, {"commentmeta", "comment_id"},
}

// OpenDump reads a dump into tables of its own, below the folder scratch, and finds the
// site in it. What is wrong with the dump is a *dump.Error. Whoever gets a Source closes
// it, and so removes the tables.
func OpenDump(ctx context.Context, in io.Reader, scratch string, which Which) (*Source, error) {
	folder, err := os.MkdirTemp(scratch, "dump-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("no room for the tables of the dump: %w", err)
	}
	s, err := loadDump(ctx, in, folder, which)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	s.scratch = folder
	return s, nil
}

func loadDump(ctx context.Context, in io.Reader, folder string, which Which) (s *Source, err error) {
	db, err := sql.Open("sqlite", filepath.Join(folder, "tables.db"))
	if err != nil {
		return nil, fmt.Errorf("open the tables of the dump: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, db.Close())
		}
	}()
	t := &dumpTables{ctx: ctx, db: db, inserts: map[string]*sql.Stmt{}}
	// The tables are of use to this run only: a crash may leave them in pieces.
	for _, text := range []string{"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF"} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return nil, fmt.Errorf("open the tables of the dump: %w", err)
		}
	}
	summary, err := dump.Read(ctx, in, which.Database, t)
	if err := errors.Join(err, t.commit()); err != nil {
		return nil, err
	}
	if s, err = openTables(ctx, db, "SELECT name FROM sqlite_master WHERE type = 'table'", which); err != nil {
		return nil, err
	}
	for _, i := range indexed {
		if i.table == "termmeta" && !s.Has(i.table) {
			continue
		}
		name := s.name(i.table)
		if _, err := db.ExecContext(ctx, "CREATE INDEX "+quoted("quoin_"+i.table+"_"+i.column)+" ON "+name+" ("+i.column+")"); err != nil {
			return nil, fmt.Errorf("the table %s of the dump isn't one of a site: %w", name, err)
		}
	}
	if summary.Latin1 {
		kept, turned := names{summary.Kept, summary.AlreadyUTF8}, names{summary.Turned, summary.FromLatin1}
		s.note("the dump is in Latin-1: of its texts with other letters than ASCII, %d were UTF-8 already and came"+
			" as they were, %d were turned into UTF-8. Look at some of both", summary.AlreadyUTF8, summary.FromLatin1)
		kept.say(s.note, "text was UTF-8 already", "texts were UTF-8 already")
		turned.say(s.note, "text was turned into UTF-8", "texts were turned into UTF-8")
	}
	return s, nil
}

// note keeps a line for the report.
func (s *Source) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// dumpTables stores the tables of a dump.
type dumpTables struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one call
	db      *sql.DB
	tx      *sql.Tx
	rows    int
	inserts map[string]*sql.Stmt // of tx, by table and columns
}

// quoted is a name of a dump as SQLite reads it, whatever is in it.
func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// begin begins a transaction, unless one is open.
func (t *dumpTables) begin() (err error) {
	if t.tx == nil {
		t.tx, err = t.db.BeginTx(t.ctx, nil)
	}
	return err
}

func (t *dumpTables) commit() error {
	if t.tx == nil {
		return nil
	}
	clear(t.inserts)
	tx := t.tx
	t.tx, t.rows = nil, 0
	return tx.Commit()
}

// Table makes a table. Columns of numbers compare as numbers; all others keep the texts
// that the dump has.
func (t *dumpTables) Table(table dump.Table) error {
	if err := t.begin(); err != nil {
		return err
	}
	var columns []string
	for _, c := range table.Columns {
		kind := " TEXT"
		if c.Whole {
			kind = " INTEGER"
		}
		columns = append(columns, quoted(c.Name)+kind)
	}
	_, err := t.tx.ExecContext(t.ctx, "CREATE TABLE "+quoted(table.Name)+" ("+strings.Join(columns, ", ")+")")
	if err != nil {
		return fmt.Errorf("make the table %s of the dump: %w", table.Name, err)
	}
	return nil
}

// Row stores a row.
func (t *dumpTables) Row(table string, columns []string, values []any) error {
	if t.rows >= atOnceDumped {
		if err := t.commit(); err != nil {
			return err
		}
	}
	if err := t.begin(); err != nil {
		return err
	}
	t.rows++
	key := table + "\n" + strings.Join(columns, "\n")
	stmt, ok := t.inserts[key]
	if !ok {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = quoted(c)
		}
		var err error
		stmt, err = t.tx.PrepareContext(t.ctx, "INSERT INTO "+ // #nosec G202 -- names are quoted
			quoted(table)+" ("+strings.Join(names, ", ")+") VALUES ("+
			strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")+")")
		if err != nil {
			return err
		}
		if len(t.inserts) >= maxInserts {
			clear(t.inserts)
		}
		t.inserts[key] = stmt
	}
	_, err := stmt.ExecContext(t.ctx, values...)
	return err
}

// Drop removes a table that has no rows.
func (t *dumpTables) Drop(table string) error {
	if err := t.begin(); err != nil {
		return err
	}
	if _, err := t.tx.ExecContext(t.ctx, "DROP TABLE "+quoted(table)); err != nil {
		return fmt.Errorf("remove the table %s of the dump: %w", table, err)
	}
	return nil
}

// maxInserts bounds how many statements are kept. Those of a transaction are closed with
// it.
const maxInserts = 256
