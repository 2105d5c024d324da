package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"quoin/internal/address"
	"quoin/internal/cache"
	"quoin/internal/scope"
)

// tx is a transaction under way.
type tx struct {
	db *DB
	ex executor
	// turn begins with the first statement.
	turn *scope.Turn
	mu   sync.Mutex // a statement at a time

	failed error // of an inner InTx; nothing can be committed any more
	tags   map[cache.Tag]struct{}
	raised int // versions that it raises

	// options are what Options told; the transaction hasn't changed any.
	options *optionSet
	// address is the codec for the site's address as the transaction sees it,
	// nil while it isn't known.
	address *address.Codec
	// inserted are the entries that it stored anew, by tag.
	inserted map[cache.Tag]*insertedEntry
	hooks    []func()

	texts     map[int64]*pendingText // by entry
	textBytes int
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

var errInnerFailed = errors.New("an inner transaction failed")

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
	var t *tx
	begun, ended := false, false
	defer func() {
		if begun && !ended {
			db.objects.end(false, 0, nil)
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
		after = db.objects.end(true, t.raised, tags)
		if _, moved := t.tags[cache.Option(optionSiteURL)]; moved && db.fixed == nil {
			// What is remembered was read for the address before.
			db.objects.void()
		}
		t.cacheInserted(after)
	}
	looked, _ := scope.Get[*stateVersion](ctx, stateVersionKey{})
	turned, turn := scope.WithTurn(ctx)
	defer db.tellSlow(turn)
	err := db.engine.transact(turned, func(ctx context.Context, ex executor) error {
		t = &tx{db: db, ex: ex, tags: map[cache.Tag]struct{}{}}
		t.turn = turn
		inner := context.WithValue(ctx, txKey{}, t)
		if err := fn(inner); err != nil {
			return err
		}
		if t.failed != nil {
			return fmt.Errorf("%w: %w", errInnerFailed, t.failed)
		}
		if err := db.storeTexts(inner); err != nil {
			return err
		}
		if len(t.tags) > 0 && !begun {
			begun = true
			db.objects.begin()
		}
		return db.recordChanges(inner, t)
	}, committed)
	scope.Forget(ctx)
	if err != nil {
		return err
	}
	if after != nil {
		// What the rest of the request sees is at least what it wrote.
		if looked != nil && looked.use {
			scope.Put(ctx, stateVersionKey{}, after)
		}
		t.restoreInserted(ctx)
	}
	db.raised.Add(int64(t.raised))
	if len(tags) > 0 && db.OnChange != nil {
		db.OnChange(ctx, tags)
	}
	for _, hook := range t.hooks {
		hook()
	}
	return nil
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
// the request remembers.
func (db *DB) write(ctx context.Context, fn func(ctx context.Context) error) error {
	if txOf(ctx, db) == nil {
		return db.InTx(ctx, fn)
	}
	err := fn(ctx)
	scope.Forget(ctx)
	return err
}

// tellSlow tells of slow work that a transaction did while others waited: it
// should have been done before the transaction, or after.
func (db *DB) tellSlow(turn *scope.Turn) {
	for _, what := range turn.End() {
		db.log.Warn("slow work while other writers wait", "work", what)
	}
}
