package store

import (
	"context"
	"database/sql"
	"time"

	"quoin/internal/cache"
	"quoin/internal/datafolder"
)

// executor runs statements: a connection or a transaction.
type executor interface {
	query(ctx context.Context, text string, args []any) (rows, error)
	exec(ctx context.Context, text string, args []any) (sql.Result, error)
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
	columns    string // table, column, type, and whether it belongs to the key
	references string // table, table that it refers to
	counted    string // tables whose ids the database gives out
	foreign    string // foreign keys: table, column, table and column that it refers to
	objects    string // tables, indexes and triggers by kind and name, and columns as table.column
	others     string // tables in a database without a site, but those that belong to its server
}

// engine is everything in which the two databases differ.
type engine interface {
	// name is the folder of the engine's migrations.
	name() string
	// reader hands out a place to read from outside of transactions.
	reader(ctx context.Context) (ex executor, release func(), err error)
	// transact runs fn in a transaction and returns after the commit, having
	// called committed before anybody else whose commit it shares goes on. It
	// may run fn again after a conflict with another transaction. With beside,
	// where sideBySide says that there is such a thing, other such transactions
	// run meanwhile; else none does.
	transact(ctx context.Context, concurrent bool, fn func(ctx context.Context, ex executor) error, committed func()) error
	sideBySide() bool
	// replica is the copy that is read from, nil for none.
	replica() *replica
	// claim makes the query with which a transaction that runs beside others
	// claims names until its end: no two have one at the same time, unless they
	// share it. rowVersion is the expression for the version of a row of a table,
	// which every change of the row changes.
	claim(names []string, shared bool) (text string, args []any)
	rowVersion(table string) string
	// optionsVersion is the version of the options that a transaction sees, as
	// long as it doesn't change them itself; known is false where it has to be
	// read.
	optionsVersion(ctx context.Context, ex executor) (n int64, known bool, err error)
	// changeStamp tells whether another process has written; nil when only the
	// database can tell.
	changeStamp() *changeStamp
	// migrate runs fn under a lock that no other process gets meanwhile.
	migrate(ctx context.Context, fn func(ctx context.Context, ex executor) error) error
	// snapshot runs fn with what is committed at one moment.
	snapshot(ctx context.Context, fn func(ctx context.Context, ex executor) error) error
	// hold is DB.HoldWrites, held DB.WritesHeld and reopen DB.ReopenWrites.
	hold(ctx context.Context, fn func(ctx context.Context, keep func(context.Context, datafolder.Moved) error) error) error
	held(ctx context.Context, db *DB) (*Held, error)
	reopen(ctx context.Context) error
	// catalog are the queries for the tables that there are.
	catalog() catalog
	// integrity is what the database finds wrong with itself, at most most lines.
	integrity(ctx context.Context, ex executor, most int) ([]string, error)
	// clock is what time the database's server has, the zero time for one that
	// has the clock of this machine.
	clock(ctx context.Context, ex executor) (time.Time, error)
	// scratch runs fn on an empty place for tables, of which nothing stays.
	scratch(ctx context.Context, fn func(ctx context.Context, ex executor) error) error
	// freeze lets nobody else write to tables until the transaction ends.
	freeze(ctx context.Context, ex executor, tables ...string) error
	// suspendTriggers has the tables take rows as they are, until the function
	// that it returns.
	suspendTriggers(ctx context.Context, ex executor, tables []string) (resume func() error, err error)
	// setLastID is told of the highest id that a table ever gave out.
	setLastID(ctx context.Context, ex executor, table string, id int64) error
	// rebuildIndex makes the search index of all texts again.
	rebuildIndex(ctx context.Context, ex executor) error
	// prepare makes ready after the migrations what depends on the server.
	prepare(ctx context.Context) error
	close() error

	// intsIn and textsIn are the test whether an expression is in a list that
	// is given as one argument; intList and textList make that argument.
	intsIn(expr string) string
	intList(ids []int64) any
	textsIn(expr string) string
	textList(texts []string) any
	// intTable is a table of (value, place), from the same argument as intsIn.
	intTable() string

	// contains is the test whether a text has its one argument in it, without
	// an index. candidates is the query for the ids of indexed entries that
	// have all patterns in a column of entry_text; pattern makes them.
	contains(expr string) string
	// containsBytes is contains for bytes. bytesType and intType are what they, and ids,
	// are called in casts.
	containsBytes(expr string) string
	bytesType() string
	intType() string
	candidates(column string, patterns []any) (string, []any)
	pattern(term string) any
	// indexText brings the trigram index from one text of an entry to another,
	// by the commit at the latest, or by flushIndex before the transaction
	// searches.
	indexText(ctx context.Context, ex executor, c textChange) error
	flushIndex(ctx context.Context, ex executor) error
	// asksOldTexts says whether indexText needs to know what the text was.
	asksOldTexts() bool

	// keep marks an expression that must not choose the index of a query.
	keep(expr string) string
	// branch makes a query one branch of a union whose first n rows in an order
	// are wanted; bounded tells that n is to be its last argument.
	branch(query, orderBy string) (text string, bounded bool)
	// forUpdate ends a query whose rows are to be locked.
	forUpdate() string
	// skipLocked is forUpdate for rows of which any others will do.
	skipLocked() string
	// takeNote takes a note of what a transaction changed, and completes it with
	// the commit. It returns false where the versions of collections are all
	// that others look at, and the caller raises them.
	takeNote(ex executor, c *changeNote) bool
	// follow makes the look that Follow repeats, and what tells that a look is
	// worth it now; nil when nothing tells. The look tells whether there was
	// something new; one that somebody began since wanted will do for it. See lookFunc.
	follow(ctx context.Context, db *DB, f Follower) (look lookFunc, wake <-chan struct{}, err error)
	// tryWithLock is DB.Alone.
	tryWithLock(ctx context.Context, name string, fn func(context.Context) error) (ran bool, err error)
	// heard returns when all processes that follow have dropped what commits
	// before the call changed.
	heard(ctx context.Context) error
	// nextID is the expression for an id that nobody else gets, for a row of a
	// table that the transaction is about to store.
	nextID(table string) string
	// usedID is told of an id that wasn't given out by the database.
	usedID(ctx context.Context, ex executor, table string, id int64) error
	// termCount is the expression for how many published entries a term has, of the table
	// or alias that has it.
	termCount(term string) string
	// lastID is the query for the highest id that a table ever gave out.
	lastID(table string) string
	// outage makes an error that says that the database isn't there, or has no
	// room, one of those of package fault; others stay as they are.
	outage(err error) error
	// unique tells whether an error is the violation of a unique index.
	unique(err error) bool
}
