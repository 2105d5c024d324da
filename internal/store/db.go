package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/address"
	"quoin/internal/cache"
	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/job"
	"quoin/internal/scope"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/user"
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

// DB is an open store. It is safe for concurrent use.
type DB struct {
	// OnChange is told the tags of everything that a transaction changed,
	// after its commit and before InTx returns. Set it before the first write.
	OnChange func(ctx context.Context, tags []cache.Tag)

	// Indexed are the indexed fields by type of entry, as ctx sees them. Set it before the
	// first write; nil means that there are none.
	Indexed func(ctx context.Context) map[string][]content.IndexedField

	engine  engine
	node    string
	now     func() time.Time
	log     *slog.Logger
	memo    *memo
	anchors *anchors
	objects *objects
	sheets  *sheets
	// madeFor are the tags of what all texts that are read were made for: the address of
	// the site. A change of one drops everything that is remembered.
	madeFor []cache.Tag
	asked   askedTypes
	polls   sharedPolls
	replica *replica // nil without one
	wake    chan struct{}

	follower atomic.Pointer[Follower] // told of what looks find

	secrets sync.Map // of []byte by name

	beforeUpgrade func(ctx context.Context, db *DB, extension string, from int) error

	closing sync.Once
	closed  error

	ran statementTimes

	writing atomic.Int64 // transactions of this process that are under way or wait

	raised atomic.Int64 // versions that this process raised since it started

	txRecords sync.Map // of *txRecord by who opens transactions

	given, fallback string                        // Config.SiteURL and DefaultSiteURL
	fixed           *address.Codec                // for the address that was given; nil takes the option
	last            atomic.Pointer[address.Codec] // the one that was used last
}

// ErrNoTables says that a database is empty.
var ErrNoTables = errors.New("the database is empty")

// Open opens the store, bringing its tables up to date first.
func Open(ctx context.Context, cfg Config) (*DB, error) {
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
		cfg.Node = randomName()
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
		engine: e, replica: e.replica(), node: cfg.Node, now: cfg.Now, log: cfg.Log, wake: make(chan struct{}, 1),
		memo: newMemo(), anchors: newAnchors(), objects: newObjects(objectBytes),
		given: cfg.SiteURL, fallback: cfg.DefaultSiteURL,
		ran: statementTimes{slow: cfg.SlowStatement, log: cfg.Log}, beforeUpgrade: cfg.BeforeUpgrade,
	}
	if cfg.Existing {
		if err := db.madeBefore(ctx); err != nil {
			return nil, errors.Join(err, e.close())
		}
	}
	if !cfg.AsItIs {
		if err := db.migrateCore(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("set up the database: %w", err), e.close())
		}
		if err := e.prepare(ctx); err != nil {
			return nil, errors.Join(fmt.Errorf("set up the database: %w", err), e.close())
		}
	}
	if cfg.SiteURL != "" {
		db.fixed = address.New(cfg.SiteURL)
	} else {
		db.madeFor = []cache.Tag{site.URL.Tag()}
	}
	db.sheets = newSheets(cfg.Now)
	db.objects.derived = append(db.objects.derived, db.sheets)
	if s := e.changeStamp(); s != nil {
		s.foreign = db.objects.void
	}
	return db, nil
}

// Close ends the store. Transactions that wait for the write lock get an error.
// Closing twice is closing once.
func (db *DB) Close() error {
	db.closing.Do(func() {
		db.sheets.close()
		db.closed = db.engine.close()
	})
	return db.closed
}

func randomName() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// use runs fn with the transaction of ctx, else with a reader.
func (db *DB) use(ctx context.Context, fn func(executor) error) error {
	if t := txOf(ctx, db); t != nil {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.writeLock.Begin()
		return fn(t.ex)
	}
	ex, release, err := db.engine.reader(ctx)
	if err != nil {
		return err
	}
	defer release()
	return fn(ex)
}

// each runs a query and calls row for each of its rows.
func (db *DB) each(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	enough := false
	err := db.use(ctx, func(ex executor) error {
		if err := starts(ctx, text, args); err != nil {
			return err
		}
		rows, err := ex.query(ctx, text, args)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := row(rows.Scan); errors.Is(err, errEnough) {
				enough = true
				return nil
			} else if err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err == nil && enough {
		return errEnough
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
	err = db.outage(ctx, err)
	switch t := txOf(ctx, db); {
	case ctx.Err() != nil || db.engine.unique(err):
	case t == nil:
		scope.Failed(ctx, err)
	default:
		t.mu.Lock()
		t.unread = cmp.Or(t.unread, err)
		t.mu.Unlock()
	}
	return err
}

// quickContext marks queries that end by themselves before anybody could call
// them off, as long as no network is between. Watching for that costs as much
// as they do.
type quickContext struct{ context.Context }

func quick(ctx context.Context) context.Context { return quickContext{ctx} }

// one runs a query for at most one row and tells whether there was one.
func (db *DB) one(ctx context.Context, text string, args []any, dest ...any) (bool, error) {
	found := false
	err := db.each(ctx, text, args, func(scan func(...any) error) error {
		found = true
		return scan(dest...)
	})
	return found, err
}

// ints runs a query for one column of integers.
func (db *DB) ints(ctx context.Context, text string, args ...any) ([]int64, error) {
	var list []int64
	err := db.each(ctx, text, args, func(scan func(...any) error) error {
		var id int64
		err := scan(&id)
		list = append(list, id)
		return err
	})
	return list, err
}

// exec runs a statement and tells how many rows it changed. It must be called
// in a transaction.
func (db *DB) exec(ctx context.Context, text string, args ...any) (int64, error) {
	t := txOf(ctx, db)
	if t == nil {
		return 0, errors.New("a write outside of a transaction")
	}
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	if err := starts(ctx, text, args); err != nil {
		return 0, db.outage(ctx, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writeLock.Begin()
	result, err := t.ex.exec(ctx, text, args)
	if err != nil {
		return 0, db.outage(ctx, err)
	}
	return result.RowsAffected()
}

// queue is exec for what nobody asks the result of: it runs with the next
// statement or the commit at the latest, which then tell its error.
func (db *DB) queue(ctx context.Context, text string, args ...any) error {
	t := txOf(ctx, db)
	if t == nil {
		return errors.New("a write outside of a transaction")
	}
	cleanArgs(args)
	defer db.ran.add(text, time.Now())
	if err := starts(ctx, text, args); err != nil {
		return db.outage(ctx, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.writeLock.Begin()
	return db.outage(ctx, t.ex.queue(ctx, text, args))
}

// insert stores a row and returns its id. A zero id takes the next free one.
func (db *DB) insert(ctx context.Context, table, columns string, id int64, args ...any) (int64, error) {
	n := strings.Count(columns, ",")
	marks := "?" + strings.Repeat(", ?", n)
	if id == 0 {
		_, err := db.one(ctx, "INSERT INTO "+table+" ("+columns+") VALUES ("+marks+") RETURNING id", args, &id)
		return id, err
	}
	_, err := db.exec(ctx, "INSERT INTO "+table+" (id, "+columns+") VALUES (?, "+marks+")", append([]any{id}, args...)...)
	if err != nil {
		return 0, err
	}
	return id, db.use(ctx, func(ex executor) error { return db.engine.usedID(ctx, ex, table, id) })
}

// taken makes the violation of a unique index the error that the domain knows.
func (db *DB) taken(err, sentinel error) error {
	if db.engine.unique(err) {
		return fmt.Errorf("%w: %w", sentinel, err)
	}
	return err
}

func cleanArgs(args []any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = clean(s)
		}
	}
}

// What the store promises to the domain packages.
var (
	_ content.Store    = (*DB)(nil)
	_ taxonomy.Store   = (*DB)(nil)
	_ user.Store       = (*DB)(nil)
	_ comment.Store    = (*DB)(nil)
	_ site.OptionStore = (*DB)(nil)
	_ job.Store        = (*DB)(nil)
)
