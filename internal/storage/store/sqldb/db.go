package sqldb

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Config says where a store keeps its data.
type Config struct {
	// Dir is the data folder. Without URL the database is a file in it.
	Dir string
	// URL of a PostgreSQL database: postgres://...
	URL string
	// ListenURL is the address of the server itself where URL is that of a pooler that
	// gives each transaction another connection (PgBouncer): for listening and locks.
	ListenURL string
	// ReadURL is the address of a copy of the database at URL that follows it (a standby
	// server), for reads of answers that are made for everybody; see scope.ForEverybody.
	ReadURL string
	// Readers is how many reads run beside each other; 0 takes a default.
	Readers int
	// Connections is how many connections to PostgreSQL this process has at most;
	// 0 takes UsualConnections. It says how many reads run beside each other there.
	Connections int
	// BeforeUpgrade is called before tables of an older program are changed, by
	// one of the processes that start; an error leaves them as they are. from is
	// the version of the database, or of the tables of an extension.
	BeforeUpgrade func(ctx context.Context, db *DB, extension string, from int) error
	// AsItIs opens a database without bringing its tables up to date, to look at
	// it; see Pending.
	AsItIs bool
	// Existing makes no tables in a database that has none: ErrNoTables.
	Existing bool
	// Unmapped reads a SQLite file through a small cache instead of mapping it
	// into memory: slower, but the process stays small however large the file.
	Unmapped bool
	// Node names this process among those that share the database; "" takes a
	// random name.
	Node string
	// SiteURL is the address of the site; "" takes the option siteurl, and
	// where that isn't set DefaultSiteURL. See package address.
	SiteURL, DefaultSiteURL string
	// Log gets warnings; nil takes the default logger.
	Log *slog.Logger
	// Now is the clock; nil takes the time of day.
	Now func() time.Time
	// SlowStatement is how long a statement may take, with its wait for a place
	// to run at, before the log tells of it; 0 logs none.
	SlowStatement time.Duration
}

// DB is an open database: its statements and transactions, what changes in it, and the objects
// that were read from it. The packages beside this one keep the site's things in it. It is safe for concurrent use.
type DB struct {
	// onChange is told the tags of everything that a transaction changed,
	// after its commit and before InTx returns.
	onChange func(ctx context.Context, tags []cache.Tag)

	Engine  Engine
	node    string
	Now     func() time.Time
	Log     *slog.Logger
	memo    *memo
	Objects *objects
	// madeFor are the tags of what all texts that are read were made for: the address of
	// the site. A change of one drops everything that is remembered.
	madeFor []cache.Tag
	polls   sharedPolls
	replica *replica // nil without one

	follower atomic.Pointer[Follower] // told of what looks find

	beforeUpgrade func(ctx context.Context, db *DB, extension string, from int) error

	closing sync.Once
	closed  error

	ran statementTimes

	writing atomic.Int64 // transactions of this process that are under way or wait

	raised atomic.Int64 // versions that this process raised since it started

	txRecords sync.Map // of *txRecord by who opens transactions
}

// ErrEnough ends a query whose other rows nobody wants.
var ErrEnough = errors.New("no more rows are wanted")

// ErrNoTables says that a database is empty.
var ErrNoTables = errors.New("the database is empty")

// Connect opens a database; see Prepare.
func Connect(ctx context.Context, cfg Config) (*DB, error) {
	if cfg.Readers <= 0 {
		cfg.Readers = 6
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Node == "" {
		cfg.Node = RandomName()
	}
	open := openSQLite
	switch {
	case strings.HasPrefix(cfg.URL, "postgres://"), strings.HasPrefix(cfg.URL, "postgresql://"):
		open = openPostgres
	case cfg.URL == "" && cfg.ReadURL != "":
		return nil, errors.New("a replica to read from (QUOIN_DATABASE_READ_URL) goes with a database on a server (QUOIN_DATABASE_URL)")
	case cfg.URL != "":
		return nil, errors.New("the address of the database must begin with postgres:// (QUOIN_DATABASE_URL)")
	}
	e, err := open(ctx, cfg)
	if err != nil {
		return nil, err
	}
	db := &DB{
		Engine: e, replica: e.replica(), node: cfg.Node, Now: cfg.Now, Log: cfg.Log,
		memo: newMemo(), Objects: newObjects(objectBytes),
		ran: statementTimes{slow: cfg.SlowStatement, log: cfg.Log}, beforeUpgrade: cfg.BeforeUpgrade,
	}
	if s := e.changeStamp(); s != nil {
		s.foreign = db.Objects.void
	}
	return db, nil
}

// Prepare brings the tables of the core up to date, as cfg says.
func (db *DB) Prepare(ctx context.Context, cfg Config) error {
	if cfg.Existing {
		if err := db.madeBefore(ctx); err != nil {
			return err
		}
	}
	if cfg.AsItIs {
		return nil
	}
	if err := db.migrateCore(ctx); err != nil {
		return fmt.Errorf("set up the database: %w", err)
	}
	if err := db.Engine.prepare(ctx); err != nil {
		return fmt.Errorf("set up the database: %w", err)
	}
	return nil
}

// MadeFor says what all texts that are read are made for: a change of it drops everything
// that is remembered. Call it before the first read.
func (db *DB) MadeFor(tags ...cache.Tag) { db.madeFor = append(db.madeFor, tags...) }

// Close ends the connections. Transactions that wait for the write lock get an error.
// Closing twice is closing once.
func (db *DB) Close() error {
	db.closing.Do(func() { db.closed = db.Engine.close() })
	return db.closed
}

func RandomName() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// Use runs fn with the transaction of ctx, else with a reader.
func (db *DB) Use(ctx context.Context, fn func(Executor) error) error {
	if t := TxOf(ctx, db); t != nil {
		t.Mu.Lock()
		defer t.Mu.Unlock()
		t.WriteLock.Begin()
		return fn(t.Ex)
	}
	ex, release, err := db.Engine.reader(ctx)
	if err != nil {
		return err
	}
	defer release()
	return fn(ex)
}

// Each runs a query and calls row for each of its rows.
func (db *DB) Each(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	enough := false
	err := db.Use(ctx, func(ex Executor) error {
		if err := starts(ctx, text, args); err != nil {
			return err
		}
		rows, err := ex.query(ctx, text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := row(rows.Scan); errors.Is(err, ErrEnough) {
				enough = true
				return nil
			} else if err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err == nil && enough {
		return ErrEnough
	}
	return db.unread(ctx, err)
}

// unread is the error of a query. Whatever is made without its rows isn't what was asked
// for, also where a reader goes on without them: the answer fails, and a transaction
// can't be committed any more.
func (db *DB) unread(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	scope.NoStore(ctx)
	err = db.Outage(ctx, err)
	switch t := TxOf(ctx, db); {
	case ctx.Err() != nil || db.Engine.Unique(err):
	case t == nil:
		scope.Failed(ctx, err)
	default:
		t.Mu.Lock()
		t.unread = cmp.Or(t.unread, err)
		t.Mu.Unlock()
	}
	return err
}

// quickContext marks queries that end by themselves before anybody could call
// them off, as long as no network is between. Watching for that costs as much
// as they do.
type quickContext struct{ context.Context }

func Quick(ctx context.Context) context.Context { return quickContext{ctx} }

// One runs a query for at most one row and tells whether there was one.
func (db *DB) One(ctx context.Context, text string, args []any, dest ...any) (bool, error) {
	found := false
	err := db.Each(ctx, text, args, func(scan func(...any) error) error {
		found = true
		return scan(dest...)
	})
	return found, err
}

// Ints runs a query for one column of integers.
func (db *DB) Ints(ctx context.Context, text string, args ...any) ([]int64, error) {
	var list []int64
	err := db.Each(ctx, text, args, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		list = append(list, id)
		return err
	})
	return list, err
}

// Exec runs a statement and tells how many rows it changed. It must be called
// in a transaction.
func (db *DB) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	t := TxOf(ctx, db)
	if t == nil {
		return 0, errors.New("a write outside of a transaction")
	}
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	if err := starts(ctx, text, args); err != nil {
		return 0, db.Outage(ctx, err)
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.WriteLock.Begin()
	result, err := t.Ex.Exec(ctx, text, args)
	if err != nil {
		return 0, db.Outage(ctx, err)
	}
	return result.RowsAffected()
}

// Queue is exec for what nobody asks the result of: it runs with the next
// statement or the commit at the latest, which then tell its error.
func (db *DB) Queue(ctx context.Context, text string, args ...any) error {
	t := TxOf(ctx, db)
	if t == nil {
		return errors.New("a write outside of a transaction")
	}
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	if err := starts(ctx, text, args); err != nil {
		return db.Outage(ctx, err)
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.WriteLock.Begin()
	return db.Outage(ctx, t.Ex.queue(ctx, text, args))
}

// Expect says that the transaction of ctx, if there is one, is going to ask a query, of rows that
// it doesn't change before. On PostgreSQL it is sent with whatever comes before it.
func (db *DB) Expect(ctx context.Context, text string, args ...any) {
	t := TxOf(ctx, db)
	if t == nil {
		return
	}
	if ahead, ok := t.Ex.(interface{ expect(text string, args []any) }); ok {
		cleanArgs(args)
		t.Mu.Lock()
		defer t.Mu.Unlock()
		ahead.expect(text, args)
	}
}

// ExpectInsert says that the transaction of ctx is going to insert a row of a table: where others
// write meanwhile its id is asked for ahead of it, so that nothing waits for the row.
func (db *DB) ExpectInsert(ctx context.Context, table string) {
	t := db.ConcurrentTx(ctx)
	if t == nil {
		return
	}
	db.Expect(ctx, db.NextIDQuery(table))
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.inserts = append(t.inserts, table)
}

// insertExpected tells, once, that ExpectInsert was called.
func (t *Tx) insertExpected(table string) bool {
	if t == nil {
		return false
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	i := slices.Index(t.inserts, table)
	if i >= 0 {
		t.inserts = slices.Delete(t.inserts, i, i+1)
	}
	return i >= 0
}

// NextIDQuery is the query for an id that a row of a table is going to have.
func (db *DB) NextIDQuery(table string) string { return "SELECT " + db.Engine.NextID(table) }

// Insert stores a row and returns its id. A zero id takes the next free one. The error of an
// expected one may come later, see Queue.
func (db *DB) Insert(ctx context.Context, table, columns string, id int64, args ...any) (int64, error) {
	if id == 0 && TxOf(ctx, db).insertExpected(table) {
		if _, err := db.One(ctx, db.NextIDQuery(table), nil, &id); err != nil {
			return 0, err
		}
		return id, db.Queue(ctx, insertUnder(table, columns), append([]any{id}, args...)...)
	}
	if id == 0 {
		marks := "?" + strings.Repeat(", ?", strings.Count(columns, ","))
		_, err := db.One(ctx, "INSERT INTO "+table+" ("+columns+") VALUES ("+marks+") RETURNING id", args, &id)
		return id, err
	}
	_, err := db.Exec(ctx, insertUnder(table, columns), append([]any{id}, args...)...)
	if err != nil {
		return 0, err
	}
	return id, db.UsedID(ctx, table, id)
}

// insertUnder is the statement for a row whose id is known, its first argument.
func insertUnder(table, columns string) string {
	return "INSERT INTO " + table + " (id, " + columns + ") VALUES (?" + strings.Repeat(", ?", strings.Count(columns, ",")+1) + ")"
}

// QueueInsert is Insert under a given id for whom the error needn't come at once; see Queue.
func (db *DB) QueueInsert(ctx context.Context, table, columns string, id int64, args ...any) error {
	if err := db.Queue(ctx, insertUnder(table, columns), append([]any{id}, args...)...); err != nil {
		return err
	}
	return db.UsedID(ctx, table, id)
}

// UsedID keeps the ids that a table gives out ahead of one that was given.
func (db *DB) UsedID(ctx context.Context, table string, id int64) error {
	return db.Use(ctx, func(ex Executor) error { return db.Engine.usedID(ctx, ex, table, id) })
}

// Taken makes the violation of a unique index the error that the domain knows.
func (db *DB) Taken(err, sentinel error) error {
	if db.Engine.Unique(err) {
		return fmt.Errorf("%w: %w", sentinel, err)
	}
	return err
}

func cleanArgs(args []any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = Clean(s)
		}
	}
}
