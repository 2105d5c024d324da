package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"quoin/internal/platform/scope"
)

// Where the engine can do it, transactions that are declared to be fit for it
// (scope.Concurrent) run at the same time. Everything that they write goes through
// methods that are fit for it too:
//
//   - What others may change meanwhile isn't written by what was read of it,
//     unless it was claimed before it was read (claim), or is compared when its
//     row is locked (entries, see fresh).
//   - What only exclusive transactions change needs no care: accounts,
//     options, terms, the type and parent of an entry, and that it is there.
//   - Counters are kept in parts, of which no two transactions count in one at the same
//     time (migrations/postgres/0022_overlapping_commits.sql).
//
// A write by any other method has the transaction run again, exclusively.

// txPlan is how a transaction runs. It is the same one through all of its tries.
type txPlan struct {
	Concurrent bool
	// Locks are entries that are locked as soon as they are read: those that the
	// transaction is going to change, and those that others changed during the
	// last try. Names are claimed afterwards, so that nobody waits in a circle.
	Locks  map[int64]bool
	tries  int
	record *txRecord // of whoever opens such transactions
}

// maxTries is how often a transaction runs beside others that change what it
// reads, before it runs alone.
const maxTries = 4

// txRecord remembers whether the transactions of one kind can run beside
// others.
type txRecord struct {
	misses atomic.Int64 // in a row
	n      atomic.Int64
}

// Transactions of a kind of which so many in a row had to run again, alone, do
// so at once, but for one of many that tries.
const (
	missesBelieved = 3
	missesTried    = 64
)

// newTxPlan is the plan of a transaction that ctx opens.
func (db *DB) newTxPlan(ctx context.Context) *txPlan {
	by, changes, ok := scope.ConcurrentOf(ctx)
	if isConcurrent(ctx) {
		// A single write by itself.
		by, ok = concurrentKey{}, true
	}
	if !ok || !db.Engine.sideBySide() {
		return &txPlan{}
	}
	known, _ := db.txRecords.LoadOrStore(by, new(txRecord))
	l := &txPlan{Concurrent: true, record: known.(*txRecord)}
	for _, id := range changes {
		l.lock(id)
	}
	if l.record.misses.Load() >= missesBelieved && l.record.n.Add(1)%missesTried != 0 {
		l.Concurrent = false
	}
	return l
}

// change makes the plan the one of the next try.
func (l *txPlan) change(t *Tx) bool {
	l.tries++
	if t.mustExclude {
		l.record.misses.Add(1)
	}
	if t.mustExclude || l.tries == maxTries {
		l.Concurrent = false
	}
	for _, id := range t.Outdated {
		l.lock(id)
	}
	return true
}

// lock has an entry locked when it is read.
func (l *txPlan) lock(id int64) {
	if l.Locks == nil {
		l.Locks = map[int64]bool{}
	}
	l.Locks[id] = true
}

// arrived notes that the transaction is over.
func (l *txPlan) arrived() {
	if l.Concurrent {
		l.record.misses.Store(0)
	}
}

var ErrAgain = errors.New("the transaction has to run again")

// lost tells whether the transaction can't be committed, but may run again.
func (t *Tx) lost() bool { return t.mustExclude || len(t.Outdated) > 0 }

// Exclusive is scope.Exclusive for the transaction.
func (t *Tx) Exclusive() error {
	if !t.Plan.Concurrent {
		return nil
	}
	t.mustExclude = true
	return fmt.Errorf("%w, exclusively", ErrAgain)
}

type concurrentKey struct{}

// Concurrent says that what is written with the context may be written while others
// write.
func Concurrent(ctx context.Context) context.Context {
	return context.WithValue(ctx, concurrentKey{}, true)
}

func isConcurrent(ctx context.Context) bool { return ctx.Value(concurrentKey{}) != nil }

// WriteConcurrent is write for what may be written while others write.
func (db *DB) WriteConcurrent(ctx context.Context, fn func(ctx context.Context) error) error {
	return db.Write(Concurrent(ctx), fn)
}

// ConcurrentTx is the transaction of ctx when others may write meanwhile, else nil.
func (db *DB) ConcurrentTx(ctx context.Context) *Tx {
	if t := TxOf(ctx, db); t != nil && t.Plan.Concurrent {
		return t
	}
	return nil
}

// Claim claims names for the transaction of ctx until its end: of those that run
// beside it none gets one of them meanwhile, and what it reads afterwards is
// what they left. All names that belong together are claimed at once.
func (db *DB) Claim(ctx context.Context, names ...string) error {
	return db.claim(ctx, false, names)
}

func (db *DB) claim(ctx context.Context, shared bool, names []string) error {
	t := db.ConcurrentTx(ctx)
	if t == nil || len(names) == 0 {
		return nil
	}
	t.Claims++
	text, args := db.Engine.claim(names, shared)
	if err := db.Queue(ctx, text, args...); err != nil {
		return fmt.Errorf("claim %q: %w", names, err)
	}
	return nil
}
