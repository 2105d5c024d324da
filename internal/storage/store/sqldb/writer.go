package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"quoin/internal/platform/scope"
)

const (
	// groupLimit is how many functions share one commit at most.
	groupLimit = 64
	// crowd is how many shared the last commit when others are worth waiting for.
	crowd = 3
)

var (
	ErrClosed = errors.New("store is closed")
	// errUnfinished reports a function that panicked or left its goroutine.
	errUnfinished = errors.New("transaction function did not return")
)

// groupWriter is the single writer of a SQLite file. Functions take turns at
// its connection: each runs in the goroutine of its caller. Those that wait
// when one has ended go on in the same transaction, each under a savepoint, and
// the last of them commits for all: one commit, and one wait for the disk, for
// many writers. Who writes alone hands nothing over to another goroutine.
//
// The first of a group needs no savepoint: when it fails the transaction ends.
// Savepoints cost a copy, in memory, of every page that is changed after them, so who
// writes very much (scope.Bulk) has a transaction alone.
type groupWriter struct {
	s    *session
	dir  string       // that of the database, where writes may be held
	mark *changeStamp // may be nil
	disk *walSync

	// What follows belongs to who has the write lock.
	texts textChanges // of the transaction under way
	group *group      // nil when no transaction is open
	last  int         // functions of the last commit

	mu      sync.Mutex
	taken   bool // somebody has the write lock
	waiting []*waiter
	arrived chan struct{} // tells who has the write lock that another one waits
	closed  bool
	idle    chan struct{} // closed when closed and nobody has the write lock

	indexing idleIndexing
	commits  atomic.Int64
}

// group are the functions of one transaction.
type group struct {
	n         int           // that had it
	alone     bool          // nobody else joins
	committed []func()      // of those that wait for the commit
	broken    error         // why SQLite may have ended the transaction by itself
	visible   chan struct{} // closed when others see what was committed, or nothing was
	err       error         // why nothing was; set when visible is closed
	synced    *syncRound    // brings it to the disk; set when visible is closed, if it was committed
}

// waiter is one function's place in the queue.
type waiter struct {
	granted chan error // nil, or why there is none to be had
	alone   bool       // it joins no group
}

func startGroupWriter(s *session, dir string, m *changeStamp, disk *walSync) *groupWriter {
	w := &groupWriter{s: s, dir: dir, mark: m, disk: disk, arrived: make(chan struct{}, 1), idle: make(chan struct{})}
	w.indexing.start(w)
	return w
}

// stop refuses those who wait and returns when the last commit is on the disk.
func (w *groupWriter) stop() {
	w.indexing.stop()
	w.mu.Lock()
	w.closed = true
	waiting := w.waiting
	w.waiting = nil
	if !w.taken {
		close(w.idle)
	}
	w.mu.Unlock()
	for _, t := range waiting {
		t.granted <- ErrClosed
	}
	<-w.idle
}

// run runs fn, whose first statement waits for the write lock, and returns when the
// disk has what was committed; with scope.WithCommits as soon as others see it.
// Whatever fn does before its first statement, others needn't wait for.
func (w *groupWriter) run(ctx context.Context, fn func(context.Context, Executor) error, committed func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := &lease{w: w, ctx: ctx}
	if scope.IsBulk(ctx) {
		l.relay = &relay{s: w.s}
	}
	result := errUnfinished
	var shared *group
	func() {
		defer func() {
			if l.held {
				_ = l.settled() // kept in l.failed; nothing may run beside the commit
			}
			if result == nil {
				result = l.failed
			}
			if l.held {
				shared = w.finish(result, committed)
			}
		}()
		result = fn(ctx, l)
	}()
	if shared == nil {
		return result
	}
	<-shared.visible
	if shared.err != nil {
		return shared.err
	}
	if later := scope.CommitsOf(ctx); later != nil {
		later.Add(shared.synced.wait)
		return nil
	}
	return shared.synced.wait()
}

// take waits for the write lock; alone, until no transaction is open either.
func (w *groupWriter) take(ctx context.Context, alone bool) error {
	w.mu.Lock()
	switch {
	case w.closed:
		w.mu.Unlock()
		return ErrClosed
	case !w.taken:
		w.taken = true
		w.mu.Unlock()
		return nil
	}
	t := &waiter{granted: make(chan error, 1), alone: alone}
	w.waiting = append(w.waiting, t)
	w.mu.Unlock()
	select {
	case w.arrived <- struct{}{}:
	default:
	}
	select {
	case err := <-t.granted:
		return err
	case <-ctx.Done():
	}
	w.mu.Lock()
	if i := slices.Index(w.waiting, t); i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
		w.mu.Unlock()
		return ctx.Err()
	}
	w.mu.Unlock()
	return <-t.granted // the write lock came at the same time, and has to be passed on
}

// pass gives the write lock to the next that waits, if that may join the group that is open.
// Without one it is free, unless a group is open, which keeps it.
func (w *groupWriter) pass() (passed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.waiting) > 0 && (w.group == nil || !w.group.alone && !w.waiting[0].alone) {
		next := w.waiting[0]
		w.waiting = slices.Delete(w.waiting, 0, 1)
		next.granted <- nil
		return true
	}
	if w.group == nil {
		w.taken = false
		if w.closed {
			close(w.idle)
		}
	}
	return false
}

// begin opens the transaction for who has just got the write lock, or a savepoint in
// the one that is open. When it fails the write lock is gone.
func (w *groupWriter) begin(alone bool) error {
	if w.group == nil {
		if err := w.open(); err != nil {
			w.pass()
			return fmt.Errorf("begin: %w", err)
		}
		w.texts.begin()
		w.group = &group{visible: make(chan struct{}), alone: alone}
	} else if err := w.do("SAVEPOINT turn"); err != nil {
		err = fmt.Errorf("savepoint: %w", err)
		w.end(err)
		return err
	}
	w.group.n++
	w.texts.savepoint()
	return nil
}

// open opens the transaction, unless writes are held.
func (w *groupWriter) open() error {
	held, err := heldIn(w.dir)
	if err != nil {
		return err
	}
	if held == nil {
		if err := w.do("BEGIN IMMEDIATE"); err == nil || !busy(err) {
			return err
		} else if held, _ = heldIn(w.dir); held == nil {
			return err
		}
		// Others have had the write lock for long, because they hold writes.
	}
	return held.refusal()
}

func (w *groupWriter) do(text string) error {
	_, err := w.s.Exec(context.Background(), text, nil)
	return err
}

// finish ends the write lock of a function. It returns the group whose commit decides,
// nil when the function failed by itself.
func (w *groupWriter) finish(failed error, committed func()) *group {
	g := w.group
	if err := w.settle(failed); err != nil {
		w.end(err)
		return g
	}
	if failed == nil {
		g.committed = append(g.committed, committed)
	}
	switch {
	case len(g.committed) == 0:
		w.end(errNothing)
	case g.n < groupLimit && w.pass():
	case w.last < crowd:
		w.end(nil)
	default:
		w.commitWhenFree(g)
	}
	if failed != nil {
		return nil // its own error is what the caller hears
	}
	return g
}

// settle keeps or takes back what a function wrote. The group doesn't survive an
// error.
func (w *groupWriter) settle(failed error) error {
	if w.group.n == 1 {
		return nil // the whole transaction is its own
	}
	if failed != nil {
		w.texts.rollback()
		if err := w.do("ROLLBACK TO turn"); err != nil {
			return fmt.Errorf("roll back to savepoint: %w", cmp.Or(w.group.broken, err))
		}
	}
	if err := w.do("RELEASE turn"); err != nil {
		return fmt.Errorf("release savepoint: %w", cmp.Or(w.group.broken, err))
	}
	return nil
}

// commitWhenFree commits once the disk has the commit before: nobody's wait is
// longer for it, and who comes meanwhile shares the commit.
func (w *groupWriter) commitWhenFree(g *group) {
	for g.n < groupLimit {
		select {
		case <-w.disk.free():
			w.end(nil)
			return
		case <-w.arrived:
			if w.pass() {
				return
			}
		}
	}
	<-w.disk.free()
	w.end(nil)
}

// end ends the transaction of the group and passes the write lock on; it tells all
// functions of the group, and which sync brings it to the disk.
func (w *groupWriter) end(err error) {
	g := w.group
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		// The rollback fails when SQLite has already rolled back by itself.
		_ = w.do("ROLLBACK")
		w.texts.rollback()
	} else {
		for _, committed := range g.committed {
			committed()
		}
		if w.texts.entries > 0 {
			w.indexing.later()
		}
		g.synced = w.disk.committed(func() error { return w.do("PRAGMA wal_checkpoint(TRUNCATE)") })
		w.last = g.n
	}
	w.group = nil
	w.pass()
	g.err = err
	close(g.visible)
}

// commit ends the transaction between two marks for other processes.
func (w *groupWriter) commit() error {
	ctx := context.Background()
	w.commits.Add(1)
	if err := w.texts.commit(ctx, w.s); err != nil {
		return err
	}
	if w.mark != nil {
		if err := w.mark.begin(); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
	if err := w.do("COMMIT"); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if w.mark != nil {
		// It is committed all the same; others find out by Follow.
		_ = w.mark.leave()
	}
	return nil
}

// errNothing ends a transaction in which nothing is to be committed.
var errNothing = errors.New("nothing to commit")
