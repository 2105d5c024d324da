package sqldb

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Tx is a transaction under way.
type Tx struct {
	Db *DB
	Ex Executor
	// Began is the state of the objects before anything was read.
	Began cache.Ticket
	// WriteLock begins with the first statement.
	WriteLock *scope.WriteLock
	Mu        sync.Mutex // a statement at a time

	// Plan is how it runs. mustExclude says that it can't go on beside others,
	// and outdated are entries that others changed since it read them: either has
	// it run again.
	Plan        *txPlan
	mustExclude bool
	Outdated    []int64
	// Claims is how often it claimed names: what it read before may be stale then.
	Claims int

	inserts []string // tables that rows are going to be inserted in, with ids asked for before

	failed error // of an inner InTx; nothing can be committed any more
	unread error // of a query, likewise
	Tags   map[cache.Tag]struct{}
	raised int         // versions that it raises
	noted  *changeNote // nil where nobody notes changes

	hooks []func()
	parts txParts
}

// txPart is what one part of the store knows of a transaction.
type txPart interface {
	// Changed is told of each tag of what the transaction changes, under its lock.
	Changed(tag cache.Tag)
	// Ending is called before the commit, with the context of the transaction, and writes
	// what has waited for the end.
	Ending(ctx context.Context) error
	// Made are the tags of what Committed would cache, of which there was nothing true
	// before the transaction or whose row it has locked.
	Made() []cache.Tag
	// Committed is told the state that the commit led to. It is called only where nothing
	// was changed since: what the transaction made may be cached for all requests.
	Committed(after *StateVersion)
	// Restore remembers for the request of ctx what the transaction made, after the commit.
	Restore(ctx context.Context)
}

// PassivePart is a part that only remembers: parts embed it for what they have nothing to do in.
type PassivePart struct{}

// Changed implements txPart.
func (PassivePart) Changed(cache.Tag) {}

// Ending implements txPart.
func (PassivePart) Ending(context.Context) error { return nil }

// Made implements txPart.
func (PassivePart) Made() []cache.Tag { return nil }

// Committed implements txPart.
func (PassivePart) Committed(*StateVersion) {}

// Restore implements txPart.
func (PassivePart) Restore(context.Context) {}

// PartOf is the part of one kind of the transaction of ctx, which begin makes; nil
// without a transaction.
func PartOf[P any, T interface {
	*P
	txPart
}](ctx context.Context, db *DB, begin func(t *Tx) T) T {
	t := TxOf(ctx, db)
	if t == nil {
		return nil
	}
	t.parts.mu.Lock()
	defer t.parts.mu.Unlock()
	for _, p := range t.parts.list {
		if p, ok := p.(T); ok {
			return p
		}
	}
	p := begin(t)
	t.parts.list = append(t.parts.list, p)
	return p
}

// txParts are the parts of a transaction. Their lock may be taken under that of the
// transaction.
type txParts struct {
	mu   sync.Mutex
	list []txPart
}

func (p *txParts) all() []txPart {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.list)
}

// changes tells whether the transaction changed something that one of the tags names.
func (t *Tx) changes(tags []cache.Tag) bool {
	return slices.ContainsFunc(tags, func(tag cache.Tag) bool { _, some := t.Tags[tag]; return some })
}

// sortedTags are the tags of what it changed, in the same order on every node.
func (t *Tx) sortedTags() []cache.Tag {
	tags := slices.Collect(maps.Keys(t.Tags))
	cache.Sort(tags)
	return tags
}

type txKey struct{}

// TxOf is the transaction of ctx in db, nil when it has none.
func TxOf(ctx context.Context, db *DB) *Tx {
	if t, _ := ctx.Value(txKey{}).(*Tx); t != nil && t.Db == db {
		return t
	}
	return nil
}

// InTransaction tells whether ctx belongs to a transaction, whose reads see
// what isn't committed yet.
func (db *DB) InTransaction(ctx context.Context) bool { return TxOf(ctx, db) != nil }

var (
	errInnerFailed = errors.New("an inner transaction failed")
	errUnread      = errors.New("a query of the transaction failed")
)

// InTx runs fn in one transaction; see content.Transactor. On PostgreSQL fn
// runs again when the transaction lost against another one, so it must have no
// effects outside of the store: those belong in AfterCommit.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if t := TxOf(ctx, db); t != nil {
		finished := false
		defer func() {
			if !finished {
				t.failed = errUnfinished
			}
		}()
		err := fn(ctx)
		finished = true
		if err != nil {
			t.failed = err
		}
		return err
	}
	l := db.newTxPlan(ctx)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		err, again := db.transact(ctx, l, fn)
		if !again {
			return err
		}
	}
}

// transact runs fn in a transaction on a plan, or says that it has to run again,
// on another one.
func (db *DB) transact(ctx context.Context, l *txPlan, fn func(ctx context.Context) error) (err error, again bool) {
	var t *Tx
	begun, ended := false, false
	defer func() {
		if begun && !ended {
			db.Objects.end(nil, 0, nil, 0, nil)
		}
	}()
	var tags []cache.Tag
	var after *StateVersion
	// Whoever looks at the database once this commit is over finds it counted.
	committed := func() {
		if !begun {
			return
		}
		ended = true
		tags = t.sortedTags()
		var clean bool
		var made []cache.Tag
		for _, p := range t.parts.all() {
			made = append(made, p.Made()...)
		}
		after, clean = db.Objects.end(t.noted, t.raised, tags, t.Began, made)
		if t.changes(db.madeFor) {
			db.Objects.void()
		}
		if clean {
			for _, p := range t.parts.all() {
				p.Committed(after)
			}
		}
	}
	looked, _ := scope.Get[*StateVersion](ctx, StateVersionKey{})
	turned, lock := scope.WithWriteLock(ctx)
	db.writing.Add(1)
	defer db.writing.Add(-1)
	defer db.logSlow(ctx, lock)
	err = db.Engine.transact(turned, l.Concurrent, func(ctx context.Context, ex Executor) error {
		t = &Tx{Db: db, Ex: ex, Began: db.Objects.Begin(), Plan: l, Tags: map[cache.Tag]struct{}{}}
		t.WriteLock = lock
		inner := scope.WithExclusive(context.WithValue(ctx, txKey{}, t), t.Exclusive)
		if err := fn(inner); err != nil {
			return err
		}
		if t.failed != nil {
			return fmt.Errorf("%w: %w", errInnerFailed, t.failed)
		}
		if t.unread != nil {
			return fmt.Errorf("%w: %w", errUnread, t.unread)
		}
		for _, p := range t.parts.all() {
			if err := p.Ending(inner); err != nil {
				return err
			}
		}
		if t.lost() {
			return ErrAgain // whatever became of the error that said so
		}
		if len(t.Tags) > 0 && !begun {
			begun = true
			db.Objects.begin()
		}
		return db.recordChanges(inner, t)
	}, committed)
	scope.Forget(ctx)
	if err != nil && !ended {
		return db.Outage(ctx, err), t != nil && t.lost() && l.change(t)
	}
	// An error now says that it is committed, but may not outlive the machine.
	l.arrived()
	if after != nil {
		// What the rest of the request sees is at least what it wrote.
		if looked != nil && looked.Use {
			scope.Put(ctx, StateVersionKey{}, after)
		}
	}
	if begun {
		for _, p := range t.parts.all() {
			p.Restore(ctx)
		}
	}
	db.raised.Add(int64(t.raised))
	if len(tags) > 0 && db.onChange != nil {
		db.onChange(ctx, tags)
	}
	if err != nil {
		return err, false
	}
	for _, hook := range t.hooks {
		hook()
	}
	return nil, false
}

// AfterCommit runs fn after the commit of the transaction of ctx, in the order
// of the calls and before InTx returns; never when it is rolled back. Without
// a transaction it runs fn at once.
func AfterCommit(ctx context.Context, fn func()) {
	t, _ := ctx.Value(txKey{}).(*Tx)
	if t == nil {
		fn()
		return
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.hooks = append(t.hooks, fn)
}

// Write runs fn in the transaction of ctx or in one of its own, and drops what
// the request remembers. Unless ctx says that fn may write beside others, see
// beside, the transaction runs alone.
func (db *DB) Write(ctx context.Context, fn func(ctx context.Context) error) error {
	t := TxOf(ctx, db)
	if t == nil {
		return db.InTx(ctx, fn)
	}
	if !isConcurrent(ctx) {
		if err := t.Exclusive(); err != nil {
			return err
		}
	}
	err := fn(ctx)
	scope.Forget(ctx)
	return err
}

// logSlow tells of slow work that a transaction did: it should have been done before the
// transaction, or after. Where others of this process waited that is a warning.
func (db *DB) logSlow(ctx context.Context, lock *scope.WriteLock) {
	level, text := slog.LevelDebug, "slow work in a transaction"
	if db.writing.Load() > 1 {
		level, text = slog.LevelWarn, "slow work while other writers wait"
	}
	for _, what := range lock.End() {
		db.Log.Log(ctx, level, text, "work", what)
	}
}

// ChangeLogin runs one statement that writes what no cache holds.
func (db *DB) ChangeLogin(ctx context.Context, what, text string, args ...any) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		if err := db.Queue(ctx, text, args...); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}
