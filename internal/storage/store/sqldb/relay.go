package sqldb

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

const (
	// relayed is how many statements are handed to a relay at once, and relaysWaiting how
	// many times as many wait for it at most.
	relayed       = 16
	relaysWaiting = 8
)

// statement is one that waits to be run.
type statement struct {
	text string
	args []any
}

// relay runs the statements of a transaction that nobody waits for, in their order, in a
// goroutine of its own, so that what is made of the next rows and the database's own work are
// done on two processors. A transaction has one when it writes much (scope.Bulk): handing
// over costs more than it saves where a statement or two wait.
//
// Whatever else the transaction asks of the database waits for them first (catchUp); so there
// is one statement at a time, and the order is that of the calls.
type relay struct {
	s     *session
	next  []statement
	queue chan []statement // nil while none has been handed over
	done  chan error       // tells, once, that all in queue were run, or why they weren't
}

// add queues a statement.
func (r *relay) add(text string, args []any) {
	r.next = append(r.next, statement{text, args})
	if len(r.next) < relayed {
		return
	}
	if r.queue == nil {
		r.queue, r.done = make(chan []statement, relaysWaiting), make(chan error, 1)
		go r.run(r.queue, r.done)
	}
	r.queue <- r.next
	r.next = nil
}

// catchUp returns when all that was queued has run. The error is that of the first statement
// that failed, after which no other was run.
func (r *relay) catchUp() error {
	var err error
	if r.queue != nil {
		close(r.queue)
		err = <-r.done
		r.queue, r.done = nil, nil
	}
	next := r.next
	r.next = nil
	if err != nil {
		return err
	}
	return r.exec(next)
}

func (r *relay) run(queue <-chan []statement, done chan<- error) {
	var failed error
	for list := range queue {
		if failed == nil {
			failed = r.exec(list)
		}
	}
	done <- failed
}

// exec runs statements up to the first that fails. One that panics fails the transaction, not
// the server.
func (r *relay) exec(list []statement) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v\n%s", errPanicked, v, debug.Stack())
		}
	}()
	for _, s := range list {
		if _, err := r.s.Exec(context.Background(), s.text, s.args); err != nil {
			return err
		}
	}
	return nil
}

var errPanicked = errors.New("a statement panicked")
