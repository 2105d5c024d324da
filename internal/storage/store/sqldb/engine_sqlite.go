package sqldb

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"quoin/internal/platform/fault"
)

// sqliteEngine keeps a site in one file: many readers, one writer.
type sqliteEngine struct {
	dir     string
	db      *sql.DB
	readers *readerPool
	all     []*session
	writer  *groupWriter
	mark    *changeStamp // nil where none can be written, as on a disk that is read only
	disk    *walSync     // nil where SQLite syncs
}

// Page caches of connections, in KB. A page takes twice its size, since it has a header and the
// allocator rounds up to powers of two. The writer's holds what a transaction has changed: what
// is beyond it is written to the log before the commit. Those of the readers hold pages that are
// in the log alone, since the file is mapped; where it isn't, the system has the pages at hand.
const (
	writerCache = 12000
	readerCache = 500
)

// sqliteFile is the name of the database in the data folder.
const sqliteFile = "quoin.db"

func openSQLite(ctx context.Context, cfg Config) (Engine, error) {
	if err := os.MkdirAll(cfg.Dir, privateFolder); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	path, err := filepath.Abs(filepath.Join(cfg.Dir, sqliteFile))
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if err := makePrivate(path, path+"-wal", path+"-shm", filepath.Join(filepath.Dir(path), ChangeStampFile)); err != nil && !errors.Is(err, fs.ErrPermission) {
		// A file that may only be read is opened all the same, if it can be.
		return nil, unopened(path, err)
	}
	mapped := 1 << 30
	if cfg.Unmapped {
		mapped = 0
	}
	if err := gatherLogs(); err != nil {
		return nil, unopened(path, err)
	}
	if err := tellOnce(); err != nil {
		return nil, unopened(path, err)
	}
	pragmas := url.Values{"vfs": {gatheringVFS}, "_pragma": {
		"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)",
		fmt.Sprintf("cache_size(-%d)", writerCache), "temp_store(MEMORY)", fmt.Sprintf("mmap_size(%d)", mapped), "journal_size_limit(67108864)", "wal_autocheckpoint(4000)",
	}}
	dsn := (&url.URL{Scheme: "file", Path: path, RawQuery: pragmas.Encode()}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, unopened(path, err)
	}
	e := &sqliteEngine{dir: filepath.Dir(path), db: db, readers: newReaderPool(cfg.Readers)}
	writer, err := e.session(ctx)
	if err != nil {
		e.close()
		return nil, unopened(path, err)
	}
	for range cfg.Readers {
		s, err := e.session(ctx)
		if err == nil {
			_, err = s.Exec(ctx, fmt.Sprintf("PRAGMA query_only = 1; PRAGMA cache_size = -%d", readerCache), nil)
		}
		if err != nil {
			e.close()
			return nil, unopened(path, err)
		}
		e.readers.put(s)
	}
	if e.mark, err = openChangeStamp(filepath.Join(filepath.Dir(path), ChangeStampFile)); err != nil {
		cfg.Log.Warn("reads ask the database whether another process has written, which is slower", "error", err)
	}
	if e.disk, err = syncedByUs(ctx, writer, path+"-wal"); err != nil {
		e.close()
		return nil, unopened(path, err)
	}
	e.writer = startGroupWriter(writer, e.dir, e.mark, e.disk)
	return e, nil
}

// syncedByUs takes the sync of commits from SQLite, where it keeps a log of its own
// file beside the database.
func syncedByUs(ctx context.Context, s *session, log string) (*walSync, error) {
	mode := ""
	if err := ScanAll(ctx, s, "PRAGMA journal_mode", func(scan func(...any) error) error { return scan(&mode) }); err != nil {
		return nil, err
	}
	if mode != "wal" {
		return nil, nil
	}
	if _, err := s.Exec(ctx, "PRAGMA synchronous = NORMAL", nil); err != nil {
		return nil, err
	}
	return newWALSync(log), nil
}

func (e *sqliteEngine) session(ctx context.Context) (*session, error) {
	conn, err := e.db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	s := newSession(conn)
	e.all = append(e.all, s)
	return s, nil
}

func (e *sqliteEngine) Name() string { return "sqlite" }

func (e *sqliteEngine) reader(ctx context.Context) (Executor, func(), error) {
	s, err := e.readers.get(ctx)
	if err != nil {
		return nil, nil, err
	}
	return s, func() { e.readers.put(s) }, nil
}

func (e *sqliteEngine) transact(ctx context.Context, _ bool, fn func(context.Context, Executor) error, committed func()) error {
	return e.writer.run(ctx, fn, committed)
}

// sideBySide is never so: there is one writer.
func (e *sqliteEngine) sideBySide() bool { return false }

func (e *sqliteEngine) replica() *replica { return nil }

func (e *sqliteEngine) claim([]string, bool) (string, []any) { return "SELECT 1", nil }

func (e *sqliteEngine) RowVersion(string) string { return "0" }

func (e *sqliteEngine) OptionsVersion(context.Context, Executor) (n int64, known bool, err error) {
	return 0, false, nil
}

func (e *sqliteEngine) changeStamp() *changeStamp { return e.mark }

// Migrate needs no further lock: the writer's transaction is the database's.
func (e *sqliteEngine) Migrate(ctx context.Context, fn func(context.Context, Executor) error) error {
	return e.writer.run(ctx, fn, func() {})
}

func (e *sqliteEngine) prepare(context.Context) error { return nil }

func (e *sqliteEngine) close() error {
	if e.writer != nil {
		e.writer.stop()
	}
	errs := []error{e.disk.close()}
	if e.mark != nil {
		errs = append(errs, e.mark.close())
	}
	for _, s := range e.all {
		errs = append(errs, s.close())
	}
	return errors.Join(append(errs, e.db.Close())...)
}

func (e *sqliteEngine) IntsIn(expr string) string {
	return expr + " IN (SELECT value FROM json_each(?))"
}

func (e *sqliteEngine) IntList(ids []int64) any {
	if len(ids) == 0 {
		return "[]"
	}
	return "[" + JoinInts(ids) + "]"
}

func (e *sqliteEngine) TextsIn(expr string) string { return e.IntsIn(expr) }

func (e *sqliteEngine) TextList(texts []string) any {
	if len(texts) == 0 {
		return "[]"
	}
	list, err := json.Marshal(texts)
	if err != nil {
		panic(err) // a list of strings always has a JSON form
	}
	return string(list)
}

func (e *sqliteEngine) IntTable() string {
	return "(SELECT value, key AS place FROM json_each(?))"
}

func (e *sqliteEngine) ContainsBytes(expr string) string { return "instr(" + expr + ", ?) > 0" }
func (e *sqliteEngine) BytesType() string                { return "BLOB" }
func (e *sqliteEngine) IntType() string                  { return "INTEGER" }

func (e *sqliteEngine) Contains(expr string) string { return "instr(" + expr + ", ?) > 0" }

// Candidates looks into the index, and through the texts that it doesn't have yet.
func (e *sqliteEngine) Candidates(column string, patterns []any) (string, []any) {
	// A bare argument would have the query planned again each time it runs.
	test := column + " GLOB ?||''"
	tests := test + strings.Repeat(" AND "+test, len(patterns)-1)
	return "SELECT rowid FROM entry_trigram WHERE " + tests + " UNION ALL SELECT entry_id FROM entry_text" +
		" WHERE entry_id > (SELECT id FROM entry_trigram_upto) AND indexed AND " + tests, slices.Concat(patterns, patterns)
}

// Pattern is a GLOB pattern: unlike LIKE it can be escaped without losing the
// trigram index.
func (e *sqliteEngine) Pattern(term string) any {
	return "*" + strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(term) + "*"
}

func (e *sqliteEngine) IndexText(ctx context.Context, ex Executor, c TextChange) error {
	if err := held(ex); err != nil {
		return err
	}
	return e.writer.texts.add(ctx, ex, c)
}

func (e *sqliteEngine) FlushIndex(ctx context.Context, ex Executor) error {
	if err := held(ex); err != nil {
		return err
	}
	return e.writer.texts.flush(ctx, ex)
}

func (e *sqliteEngine) Keep(expr string) string { return "+" + expr }

// Branch leaves the query alone: SQLite reads all branches of an ordered union
// side by side, each along its index, and stops with the last row wanted.
func (e *sqliteEngine) Branch(query, _ string) (string, bool) { return query, false }

func (e *sqliteEngine) ForUpdate() string { return "" }

func (e *sqliteEngine) SkipLocked() string { return "" }

func (e *sqliteEngine) TermCount(term string) string { return term + ".count" }

// takeNote takes none: others see the versions, or the change stamp.
func (e *sqliteEngine) takeNote(Executor, *changeNote) bool { return false }

// heard doesn't wait: one process serves the site.
func (e *sqliteEngine) heard(context.Context) error { return nil }

// NextID is the id that AUTOINCREMENT gives next: who asks for it is the one writer.
func (e *sqliteEngine) NextID(table string) string {
	return "(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = '" + table + "')"
}

// CountsOver implements Engine.
func (e *sqliteEngine) CountsOver() bool { return false }

func (e *sqliteEngine) AsksOldTexts() bool { return true }

// usedID does nothing: AUTOINCREMENT looks at given ids too.
func (e *sqliteEngine) usedID(context.Context, Executor, string, int64) error { return nil }

func (e *sqliteEngine) LastID(table string) string {
	return "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = '" + table + "'"
}

func (e *sqliteEngine) Unique(err error) bool {
	var se *sqlite.Error
	return errors.As(err, &se) &&
		(se.Code() == sqlitelib.SQLITE_CONSTRAINT_UNIQUE || se.Code() == sqlitelib.SQLITE_CONSTRAINT_PRIMARYKEY)
}

func (e *sqliteEngine) outage(err error) error {
	var se *sqlite.Error
	if errors.As(err, &se) && (se.Code() == sqlitelib.SQLITE_FULL || se.Code() == sqlitelib.SQLITE_IOERR_SHMSIZE) {
		return fmt.Errorf("%w: %w", fault.ErrFull, err)
	}
	return fault.Full(err)
}

// follow looks whether another process wrote to the file.
func (e *sqliteEngine) follow(_ context.Context, db *DB, f Follower) (lookFunc, <-chan struct{}, error) {
	return db.followVersions(f), nil, nil
}
