package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"

	"quoin/internal/cache"
	"quoin/internal/scope"
)

// tx is a transaction under way.
type tx struct {
	db *DB
	ex executor
	// writeLock begins with the first statement.
	writeLock *scope.WriteLock
	mu        sync.Mutex // a statement at a time

	// plan is how it runs. mustExclude says that it can't go on beside others,
	// and outdated are entries that others changed since it read them: either has
	// it run again.
	plan        *txPlan
	mustExclude bool
	outdated    []int64

	failed error // of an inner InTx; nothing can be committed any more
	unread error // of a query, likewise
	tags   map[cache.Tag]struct{}
	raised int         // versions that it raises
	noted  *changeNote // nil where nobody notes changes

	hooks []func()
	parts txParts
}

// txPart is what one part of the store knows of a transaction.
type txPart interface {
	// changed is told of each tag of what the transaction changes, under its lock.
	changed(tag cache.Tag)
	// ending is called before the commit, with the context of the transaction, and writes
	// what has waited for the end.
	ending(ctx context.Context) error
	// committed is told the state that the commit led to. It is called only where nothing
	// was changed since: what the transaction made may be cached for all requests.
	committed(after *stateVersion)
	// restore remembers for the request of ctx what the transaction made, after the commit.
	restore(ctx context.Context)
}

// partOf is the part of one kind of the transaction of ctx, which begin makes; nil
// without a transaction.
func partOf[P any, T interface {
	*P
	txPart
}](ctx context.Context, db *DB, begin func(t *tx) T) T {
	t := txOf(ctx, db)
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
func (t *tx) changes(tags []cache.Tag) bool {
	return slices.ContainsFunc(tags, func(tag cache.Tag) bool { _, some := t.tags[tag]; return some })
}

// sortedTags are the tags of what it changed, in the same order on every node.
func (t *tx) sortedTags() []cache.Tag {
	tags := slices.Collect(maps.Keys(t.tags))
	cache.Sort(tags)
	return tags
}

type txKey struct{}

// txOf is the transaction of ctx in db, nil when it has none.
func txOf(ctx context.Context, db *DB) *tx {
	if t, _ := ctx.Value(txKey{}).(*tx); t != nil && t.db == db {
		return t
	}
	return nil
}

// InTransaction tells whether ctx belongs to a transaction, whose reads see
// what isn't committed yet.
func (db *DB) InTransaction(ctx context.Context) bool { return txOf(ctx, db) != nil }

var (
	errInnerFailed = errors.New("an inner transaction failed")
	errUnread      = errors.New("a query of the transaction failed")
)

// InTx runs fn in one transaction; see content.Transactor. On PostgreSQL fn
// runs again when the transaction lost against another one, so it must have no
// effects outside of the store: those belong in AfterCommit.
func (db *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if t := txOf(ctx, db); t != nil {
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
	var t *tx
	begun, ended := false, false
	defer func() {
		if begun && !ended {
			db.objects.end(nil, 0, nil)
		}
	}()
	var tags []cache.Tag
	var after *stateVersion
	// Whoever looks at the database once this commit is over finds it counted.
	committed := func() {
		if !begun {
			return
		}
		ended = true
		tags = t.sortedTags()
		var clean bool
		after, clean = db.objects.end(t.noted, t.raised, tags)
		if t.changes(db.madeFor) {
			db.objects.void()
		}
		if clean {
			for _, p := range t.parts.all() {
				p.committed(after)
			}
		}
	}
	looked, _ := scope.Get[*stateVersion](ctx, stateVersionKey{})
	turned, lock := scope.WithWriteLock(ctx)
	db.writing.Add(1)
	defer db.writing.Add(-1)
	defer db.logSlow(ctx, lock)
	err = db.engine.transact(turned, l.concurrent, func(ctx context.Context, ex executor) error {
		t = &tx{db: db, ex: ex, plan: l, tags: map[cache.Tag]struct{}{}}
		t.writeLock = lock
		inner := scope.WithExclusive(context.WithValue(ctx, txKey{}, t), t.exclusive)
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
			if err := p.ending(inner); err != nil {
				return err
			}
		}
		if t.lost() {
			return errAgain // whatever became of the error that said so
		}
		if len(t.tags) > 0 && !begun {
			begun = true
			db.objects.begin()
		}
		return db.recordChanges(inner, t)
	}, committed)
	scope.Forget(ctx)
	if err != nil && !ended {
		return db.outage(ctx, err), t != nil && t.lost() && l.change(t)
	}
	// An error now says that it is committed, but may not outlive the machine.
	l.arrived()
	if after != nil {
		// What the rest of the request sees is at least what it wrote.
		if looked != nil && looked.use {
			scope.Put(ctx, stateVersionKey{}, after)
		}
	}
	if begun {
		for _, p := range t.parts.all() {
			p.restore(ctx)
		}
	}
	db.raised.Add(int64(t.raised))
	if len(tags) > 0 && db.OnChange != nil {
		db.OnChange(ctx, tags)
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
	t, _ := ctx.Value(txKey{}).(*tx)
	if t == nil {
		fn()
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hooks = append(t.hooks, fn)
}

// write runs fn in the transaction of ctx or in one of its own, and drops what
// the request remembers. Unless ctx says that fn may write beside others, see
// beside, the transaction runs alone.
func (db *DB) write(ctx context.Context, fn func(ctx context.Context) error) error {
	t := txOf(ctx, db)
	if t == nil {
		return db.InTx(ctx, fn)
	}
	if !isConcurrent(ctx) {
		if err := t.exclusive(); err != nil {
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
		db.log.Log(ctx, level, text, "work", what)
	}
}

// changeLogin runs one statement that writes what no cache holds.
func (db *DB) changeLogin(ctx context.Context, what, text string, args ...any) error {
	return db.writeConcurrent(ctx, func(ctx context.Context) error {
		if err := db.queue(ctx, text, args...); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		return nil
	})
}
