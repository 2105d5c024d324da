package sqldb

import (
	"context"
	"database/sql"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/datafolder"
)

// Executor runs statements: a connection or a transaction.
type Executor interface {
	query(ctx context.Context, text string, args []any) (rows, error)
	Exec(ctx context.Context, text string, args []any) (sql.Result, error)
	// queue is exec for what nobody asks the result of: in a transaction it may
	// run as late as with the next statement or the commit, which then tell its
	// error.
	queue(ctx context.Context, text string, args []any) error
}

// rows are what a query told.
type rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close() error
}

// changeNote is what a transaction tells others at its commit, which tells its id.
type changeNote struct {
	node string
	tags []cache.Tag
	xid  uint64
}

// catalog are queries for the tables of a database.
type catalog struct {
	Columns    string // table, column, type, and whether it belongs to the key
	References string // table, table that it refers to
	Counted    string // tables whose ids the database gives out
	Foreign    string // foreign keys: table, column, table and column that it refers to
	Objects    string // tables, indexes and triggers by kind and name, and columns as table.column
	others     string // tables in a database without a site, but those that belong to its server
}

// Engine is everything in which the two databases differ.
type Engine interface {
	// Name is the folder of the engine's migrations.
	Name() string
	// reader hands out a place to read from outside of transactions.
	reader(ctx context.Context) (ex Executor, release func(), err error)
	// transact runs fn in a transaction and returns after the commit, having
	// called committed before anybody else whose commit it shares goes on. It
	// may run fn again after a conflict with another transaction. With beside,
	// where sideBySide says that there is such a thing, other such transactions
	// run meanwhile; else none does.
	transact(ctx context.Context, concurrent bool, fn func(ctx context.Context, ex Executor) error, committed func()) error
	sideBySide() bool
	// replica is the copy that is read from, nil for none.
	replica() *replica
	// claim makes the query with which a transaction that runs beside others
	// claims names until its end: no two have one at the same time, unless they
	// share it. rowVersion is the expression for the version of a row of a table,
	// which every change of the row changes.
	claim(names []string, shared bool) (text string, args []any)
	RowVersion(table string) string
	// OptionsVersion is the version of the options that a transaction sees, as
	// long as it doesn't change them itself; known is false where it has to be
	// read.
	OptionsVersion(ctx context.Context, ex Executor) (n int64, known bool, err error)
	// changeStamp tells whether another process has written; nil when only the
	// database can tell.
	changeStamp() *changeStamp
	// Migrate runs fn under a lock that no other process gets meanwhile.
	Migrate(ctx context.Context, fn func(ctx context.Context, ex Executor) error) error
	// Snapshot runs fn with what is committed at one moment.
	Snapshot(ctx context.Context, fn func(ctx context.Context, ex Executor) error) error
	// hold is Operations.HoldWrites, held Operations.WritesHeld and reopen
	// Operations.ReopenWrites.
	hold(ctx context.Context, fn func(ctx context.Context, keep func(context.Context, datafolder.Moved) error) error) error
	held(ctx context.Context, db *DB) (*Held, error)
	reopen(ctx context.Context) error
	// Catalog are the queries for the tables that there are.
	Catalog() catalog
	// Integrity is what the database finds wrong with itself, at most most lines.
	Integrity(ctx context.Context, ex Executor, most int) ([]string, error)
	// Clock is what time the database's server has, the zero time for one that
	// has the clock of this machine.
	Clock(ctx context.Context, ex Executor) (time.Time, error)
	// Scratch runs fn on an empty place for tables, of which nothing stays.
	Scratch(ctx context.Context, fn func(ctx context.Context, ex Executor) error) error
	// Freeze lets nobody else write to tables until the transaction ends.
	Freeze(ctx context.Context, ex Executor, tables ...string) error
	// SuspendTriggers has the tables take rows as they are, until the function
	// that it returns.
	SuspendTriggers(ctx context.Context, ex Executor, tables []string) (resume func() error, err error)
	// SetLastID is told of the highest id that a table ever gave out.
	SetLastID(ctx context.Context, ex Executor, table string, id int64) error
	// RebuildIndex makes the search index of all texts again.
	RebuildIndex(ctx context.Context, ex Executor) error
	// prepare makes ready after the migrations what depends on the server.
	prepare(ctx context.Context) error
	close() error

	// IntsIn and textsIn are the test whether an expression is in a list that
	// is given as one argument; intList and textList make that argument.
	IntsIn(expr string) string
	IntList(ids []int64) any
	TextsIn(expr string) string
	TextList(texts []string) any
	// IntTable is a table of (value, place), from the same argument as intsIn.
	IntTable() string

	// Contains is the test whether a text has its one argument in it, without
	// an index. candidates is the query for the ids of indexed entries that
	// have all patterns in a column of entry_text; pattern makes them.
	Contains(expr string) string
	// ContainsBytes is contains for bytes. bytesType and intType are what they, and ids,
	// are called in casts.
	ContainsBytes(expr string) string
	BytesType() string
	IntType() string
	Candidates(column string, patterns []any) (string, []any)
	Pattern(term string) any
	// IndexText brings the trigram index from one text of an entry to another,
	// by the commit at the latest, or by flushIndex before the transaction
	// searches.
	IndexText(ctx context.Context, ex Executor, c TextChange) error
	FlushIndex(ctx context.Context, ex Executor) error
	// AsksOldTexts says whether indexText needs to know what the text was.
	AsksOldTexts() bool

	// CountsOver tells whether COUNT(*) OVER () beside the first row counts all rows at less cost
	// than a query of its own: PostgreSQL plans that for longer than it runs, and SQLite copies
	// all rows for a window.
	CountsOver() bool
	// Keep marks an expression that must not choose the index of a query.
	Keep(expr string) string
	// Branch makes a query one branch of a union whose first n rows in an order
	// are wanted; bounded tells that n is to be its last argument.
	Branch(query, orderBy string) (text string, bounded bool)
	// ForUpdate ends a query whose rows are to be locked.
	ForUpdate() string
	// SkipLocked is forUpdate for rows of which any others will do.
	SkipLocked() string
	// takeNote takes a note of what a transaction changed, and completes it with
	// the commit. It returns false where the versions of collections are all
	// that others look at, and the caller raises them.
	takeNote(ex Executor, c *changeNote) bool
	// follow makes the look that Follow repeats, and what tells that a look is
	// worth it now; nil when nothing tells. The look tells whether there was
	// something new; one that somebody began since wanted will do for it. See lookFunc.
	follow(ctx context.Context, db *DB, f Follower) (look lookFunc, wake <-chan struct{}, err error)
	// tryWithLock is Operations.TryWithLock.
	tryWithLock(ctx context.Context, name string, fn func(context.Context) error) (ran bool, err error)
	// heard returns when all processes that follow have dropped what commits
	// before the call changed.
	heard(ctx context.Context) error
	// NextID is the expression for an id that nobody else gets, for a row of a
	// table that the transaction is about to store.
	NextID(table string) string
	// usedID is told of an id that wasn't given out by the database.
	usedID(ctx context.Context, ex Executor, table string, id int64) error
	// TermCount is the expression for how many published entries a term has, of the table
	// or alias that has it.
	TermCount(term string) string
	// LastID is the query for the highest id that a table ever gave out.
	LastID(table string) string
	// outage makes an error that says that the database isn't there, or has no
	// room, one of those of package fault; others stay as they are.
	outage(err error) error
	// Unique tells whether an error is the violation of a unique index.
	Unique(err error) bool
}
