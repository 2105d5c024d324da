package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
)

// groupLimit is how many functions share one commit at most.
const groupLimit = 64

var (
	errClosed = errors.New("store is closed")
	// errUnfinished reports a function that panicked or left its goroutine.
	errUnfinished = errors.New("transaction function did not return")
)

// groupWriter is the single writer of a SQLite file. It takes the functions
// that wait, runs each under a savepoint of one transaction, and commits once
// for all of them: one fsync for many writers. Each function runs in the
// goroutine of its caller, while the writer holds the turn for it.
//
// The first of a group needs no savepoint: when it fails the transaction ends.
// Savepoints cost a copy of every page that is changed after them.
type groupWriter struct {
	s     *session
	mark  *changeStamp // may be nil
	texts textChanges  // of the transaction under way
	queue chan *turn
	quit  chan struct{}
	done  chan struct{}

	commits atomic.Int64
}

// turn is one function's place in the queue.
type turn struct {
	grant  chan executor // the function may run
	gone   chan struct{} // the caller stopped waiting
	report chan error    // how the function ended
	commit chan error    // how the commit ended

	// committed is called after the commit, before any of the group goes on.
	committed func()
}

func startGroupWriter(s *session, m *changeStamp) *groupWriter {
	w := &groupWriter{s: s, mark: m, queue: make(chan *turn), quit: make(chan struct{}), done: make(chan struct{})}
	go w.loop()
	return w
}

func (w *groupWriter) stop() {
	close(w.quit)
	<-w.done
}

// run runs fn, whose first statement waits for the turn, and returns after the
// commit. Whatever fn does before, others needn't wait for.
func (w *groupWriter) run(ctx context.Context, fn func(context.Context, executor) error, committed func()) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l := &lease{w: w, ctx: ctx, committed: committed}
	result := errUnfinished
	func() {
		defer func() {
			if l.turn != nil {
				l.turn.report <- result
			}
		}()
		result = fn(ctx, l)
	}()
	if l.turn == nil {
		if result == nil {
			result = l.failed
		}
		return result
	}
	if err := <-l.turn.commit; err != nil {
		return err
	}
	return result
}

// lease is the executor of one function, which takes its turn when it is first
// used.
type lease struct {
	w         *groupWriter
	ctx       context.Context
	committed func()

	turn   *turn // nil until it is taken
	ex     executor
	failed error // why it couldn't be taken
}

// take waits for the turn, once.
func (l *lease) take() error {
	if l.turn != nil || l.failed != nil {
		return l.failed
	}
	t := &turn{grant: make(chan executor), gone: make(chan struct{}), report: make(chan error), commit: make(chan error, 1), committed: l.committed}
	select {
	case l.w.queue <- t:
	case <-l.ctx.Done():
		l.failed = l.ctx.Err()
		return l.failed
	case <-l.w.quit:
		l.failed = errClosed
		return l.failed
	}
	select {
	case l.ex = <-t.grant:
		l.turn = t
	case l.failed = <-t.commit:
	case <-l.ctx.Done():
		close(t.gone)
		l.failed = l.ctx.Err()
	}
	return l.failed
}

func (l *lease) query(ctx context.Context, text string, args []any) (rows, error) {
	if err := l.take(); err != nil {
		return nil, err
	}
	return l.ex.query(ctx, text, args)
}

func (l *lease) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	if err := l.take(); err != nil {
		return nil, err
	}
	return l.ex.exec(ctx, text, args)
}

func (l *lease) queue(ctx context.Context, text string, args []any) error {
	_, err := l.exec(ctx, text, args)
	return err
}

func (w *groupWriter) loop() {
	defer close(w.done)
	for {
		select {
		case t := <-w.queue:
			w.group(t)
		case <-w.quit:
			return
		}
	}
}

// group runs one transaction, starting with t.
func (w *groupWriter) group(t *turn) {
	ctx := context.Background()
	if _, err := w.s.exec(ctx, "BEGIN IMMEDIATE", nil); err != nil {
		t.commit <- fmt.Errorf("begin: %w", err)
		return
	}
	w.texts = textChanges{}
	var waiting []*turn
	var broken error
	for n := 0; t != nil; n++ {
		one := w.one
		if n == 0 {
			one = w.first
		}
		ok, err := one(ctx, t)
		if n == 0 && !ok {
			break
		}
		if ok {
			waiting = append(waiting, t)
		}
		if broken = err; broken != nil {
			break
		}
		t = nil
		if n+1 < groupLimit {
			select {
			case t = <-w.queue:
			default:
			}
		}
	}
	err := broken
	switch {
	case err != nil:
	case len(waiting) == 0:
		err = errNothing
	default:
		err = w.commit(ctx)
	}
	if err != nil {
		// The rollback fails when SQLite has already rolled back by itself.
		_, _ = w.s.exec(ctx, "ROLLBACK", nil)
	}
	if err == nil {
		for _, t := range waiting {
			t.committed()
		}
	}
	for _, t := range waiting {
		t.commit <- err
	}
}

// commit ends the transaction between two marks for other processes.
func (w *groupWriter) commit(ctx context.Context) error {
	w.commits.Add(1)
	if err := w.texts.flush(ctx, w.s); err != nil {
		return err
	}
	if w.mark != nil {
		if err := w.mark.begin(); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
	if _, err := w.s.exec(ctx, "COMMIT", nil); err != nil {
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

// first gives t its turn as the first of a group.
func (w *groupWriter) first(_ context.Context, t *turn) (waits bool, err error) {
	if w.grant(t) != nil {
		t.commit <- nil // its own error is what the caller hears
		return false, nil
	}
	return true, nil
}

// grant lets the function of t run and tells how it ended.
func (w *groupWriter) grant(t *turn) error {
	select {
	case t.grant <- steady{w.s}:
		return <-t.report
	case <-t.gone:
		return context.Canceled
	}
}

// one gives t its turn. It tells whether t waits for the commit; an error is
// one that the whole group doesn't survive.
func (w *groupWriter) one(ctx context.Context, t *turn) (waits bool, err error) {
	if _, err := w.s.exec(ctx, "SAVEPOINT turn", nil); err != nil {
		t.commit <- err
		return false, fmt.Errorf("savepoint: %w", err)
	}
	texts := w.texts
	failed := w.grant(t)
	if failed != nil {
		w.texts = texts // also those that were flushed meanwhile
		if _, err := w.s.exec(ctx, "ROLLBACK TO turn", nil); err != nil {
			t.commit <- nil
			return false, fmt.Errorf("roll back to savepoint: %w", err)
		}
	}
	if _, err := w.s.exec(ctx, "RELEASE turn", nil); err != nil {
		t.commit <- err
		return false, fmt.Errorf("release savepoint: %w", err)
	}
	if failed != nil {
		t.commit <- nil // its own error is what the caller hears
		return false, nil
	}
	return true, nil
}

// steady runs statements to their end even when the caller goes away: an
// interrupted write makes SQLite roll back the whole group.
type steady struct{ *session }

func (s steady) query(ctx context.Context, text string, args []any) (rows, error) {
	return s.session.query(context.WithoutCancel(ctx), text, args)
}

func (s steady) exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	return s.session.exec(context.WithoutCancel(ctx), text, args)
}

func (s steady) queue(ctx context.Context, text string, args []any) error {
	_, err := s.exec(ctx, text, args)
	return err
}
