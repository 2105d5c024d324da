package sqldb

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// WithoutTexts is about how large an object is whose texts are short.
const WithoutTexts = 1 << 10

// objectBytes bounds what is remembered of the database across requests.
const objectBytes = 16 << 20

// objects is the cache of what was read from the database, so that the entries
// and terms of one list don't have to be read again for the next. Objects are
// shared by requests: nobody may change one.
//
// It is true for one state of the database, which every commit changes, of
// this process and of others. A request looks at the state before anything
// else (see stateVersion), and uses what is cached only when it is the same.
// What tells the state:
//
//   - On PostgreSQL the changes that were noted, which say what they changed: a look
//     finds the notes of all transactions that the last one didn't see, and drops
//     that, whoever made them (docs/adr/0030).
//   - On SQLite the mark of another process in the change stamp, or where there
//     can't be one the sum of the versions of all collections. A commit of this
//     process is counted together with what it changed; one of another process
//     clears the cache.
type objects struct {
	*cache.Cache[any, any]

	mu         sync.Mutex // also held while the state and the cache change together
	heard      heard      // of changes that were noted
	clears     uint64     // how often everything was dropped
	unknowns   uint64     // how often somebody asked for a state that isn't known
	sum        int64      // of the versions that this holds for
	mark       mark       // of another process that this holds for
	marked     bool       // whether marks tell the state
	polled     bool       // whether it was ever looked at
	committing int        // commits of this process that aren't counted yet
	epoch      uint64     // rises whenever everything is dropped

	foreign atomic.Int64 // changes of others that were found

	derived []Derived // as true as the objects are
}

func newObjects(limit int64) *objects { return &objects{Cache: cache.New[any, any](limit, nil)} }

// Derived is something made of what is in the database, which is to be as true as the objects
// are: it hears of the same changes.
type Derived interface {
	Changed(tags []cache.Tag)
	Clear()
}

// Drop removes what was made of one of the tags.
func (o *objects) Drop(tags []cache.Tag) {
	o.Cache.Drop(tags)
	for _, d := range o.derived {
		d.Changed(tags)
	}
}

// Clear removes everything.
func (o *objects) Clear() {
	o.Cache.Clear()
	for _, d := range o.derived {
		d.Clear()
	}
}

// begin notes that a commit of this process is near, end how it ended: with
// the tags of what it changed, and the number of versions that it raised; without
// tags it failed. end tells the state that this leads to, nil when that isn't
// known, and clean whether nothing can have been changed since the commit that
// isn't dropped yet or will be: what the commit made may be cached. made are the tags
// of that, and t is the transaction's beginning: of two commits that write the same row the
// later one may be told first, whose work the earlier one must not hide.
func (o *objects) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.committing++
}

func (o *objects) end(c *changeNote, raised int, tags []cache.Tag, t cache.Ticket, made []cache.Tag) (after *StateVersion, clean bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.committing--
	if len(tags) == 0 {
		if o.marked {
			o.clear() // it may have been committed all the same
		}
		return nil, false
	}
	if raised > 0 {
		tags = append(slices.Clip(tags), cache.Versions())
	}
	if c != nil {
		overtaken := len(made) > 0 && o.Changed(t, made)
		after, clean = o.changed(c, tags)
		return after, clean && !overtaken
	}
	o.sum += int64(raised)
	o.Drop(tags)
	return &StateVersion{Use: o.polled, summed: !o.marked, sum: o.sum, began: o.Begin(), epoch: o.epoch}, true
}

// clear drops everything; mu is held.
func (o *objects) clear() {
	o.epoch++
	o.clears++
	o.Clear()
}

// void drops everything, since another process has written.
func (o *objects) void() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.clear()
}

// StateVersion is what a request knows of the state of the database when it
// begins.
type StateVersion struct {
	Use    bool         // whether it may use what is cached
	summed bool         // whether the sum of the versions told it
	sum    int64        // of the versions
	began  cache.Ticket // of the objects, at the time
	epoch  uint64       // of the objects
}

type StateVersionKey struct{}

// StateVersion looks at the state of the database, once a request. Requests in
// transactions and those without a scope use nothing that is remembered.
func (db *DB) StateVersion(ctx context.Context) (*StateVersion, error) {
	if TxOf(ctx, db) != nil || scope.From(ctx) == nil {
		return nil, nil
	}
	if g, ok := scope.Get[*StateVersion](ctx, StateVersionKey{}); ok {
		return g, nil
	}
	var g *StateVersion
	var err error
	if s := db.Engine.changeStamp(); s != nil {
		g, err = db.Objects.lookAt(s)
	} else if db.Engine.sideBySide() {
		if db.replica.serves(ctx) {
			g = db.Objects.present()
		}
		if g == nil {
			g, err = db.lookAtChanges(ctx)
		}
	} else {
		g, err = db.Objects.look(func() (sum int64, err error) {
			_, err = db.One(Quick(ctx), "SELECT COALESCE(SUM(n), 0) FROM version", nil, &sum)
			return sum, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("state of the database: %w", err)
	}
	scope.Put(ctx, StateVersionKey{}, g)
	return g, nil
}

// look tells the state by the sum of the versions, where one transaction of this
// process writes at a time.
func (o *objects) look(read func() (int64, error)) (*StateVersion, error) {
	for range 3 {
		o.mu.Lock()
		quiet, began := o.committing == 0, o.Begin()
		o.mu.Unlock()
		sum, err := read()
		if err != nil {
			return nil, err
		}
		o.mu.Lock()
		switch {
		case o.polled && sum == o.sum:
		case quiet && o.committing == 0 && began == o.Begin():
			// Not this process: someone else wrote.
			o.clear()
			o.sum, o.polled = sum, true
		default:
			// A commit of this process isn't counted yet.
			o.mu.Unlock()
			continue
		}
		g := &StateVersion{Use: true, summed: true, sum: sum, began: o.Begin(), epoch: o.epoch}
		o.mu.Unlock()
		return g, nil
	}
	return &StateVersion{}, nil
}

// lookAt tells the state by the marks of other processes.
func (o *objects) lookAt(s *changeStamp) (*StateVersion, error) {
	m, err := s.read()
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.polled || !s.own(m) && m != o.mark {
		o.clear()
		o.mark, o.marked, o.polled = m, true, true
	}
	return &StateVersion{Use: true, began: o.Begin(), epoch: o.epoch}, nil
}

// Epoch is a number that changes whenever another process may have written
// since it was told last. What was made of the database in the same epoch, and
// hears of the tags of this process's own writes, is as fresh as what is read
// now. There is none inside a transaction and without a scope.
func (o *Operations) Epoch(ctx context.Context) (epoch uint64, ok bool) {
	g, err := o.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return 0, false
	}
	return g.epoch, true
}

// Remember caches an object that was read after a state version.
func (o *objects) Remember(g *StateVersion, key, value any, size int, tags ...cache.Tag) {
	if g != nil && g.Use {
		o.Put(g.began, key, value, size, cache.Deps{Tags: tags})
	}
}

// Remembered is what read reads: what the request or others before it have read under the
// key, as long as nothing of tags changed. size is what it takes in bytes. Inside a
// transaction it is always read.
func Remembered[V any](ctx context.Context, db *DB, key any, size func(V) int, read func() (V, error), tags ...cache.Tag) (V, error) {
	if TxOf(ctx, db) != nil {
		return read()
	}
	if v, ok := scope.Get[V](ctx, key); ok {
		return v, nil
	}
	g, err := db.StateVersion(ctx)
	if err != nil {
		var none V
		return none, err
	}
	if g != nil && g.Use {
		if v, ok := db.Objects.Get(key); ok {
			scope.Put(ctx, key, v.(V))
			return v.(V), nil
		}
	}
	v, err := read()
	if err == nil {
		db.Objects.Remember(g, key, v, size(v), tags...)
		scope.Put(ctx, key, v)
	}
	return v, err
}
