package sqldb

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"quoin/internal/platform/fault"
)

var errPollEnded = errors.New("a look at what changed ended early")

// sharedPolls are looks at what changed, shared by those who want one at the same
// time. What a look finds was committed before it began; so whoever comes while
// one is under way needs another, but all who come until that begins need only
// that one.
type sharedPolls struct {
	mu      sync.Mutex
	running *poll
	next    *poll     // begins when running has ended
	began   time.Time // of the last one that ended well
}

type poll struct {
	done  chan struct{}
	state *StateVersion
	err   error
}

// share returns what a look told that began after the call: its own or one of
// others. It is bounded by lookTimeout, not by the context of who happens to do
// it.
func (l *sharedPolls) share(ctx context.Context, look func(context.Context) (*StateVersion, error)) (*StateVersion, error) {
	l.mu.Lock()
	if mine := l.next; mine != nil {
		l.mu.Unlock()
		select {
		case <-mine.done:
			return mine.state, mine.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	mine, before := &poll{done: make(chan struct{}), err: errPollEnded}, l.running
	if before == nil {
		l.running = mine
	} else {
		l.next = mine
	}
	l.mu.Unlock()
	if before != nil {
		<-before.done
	}
	began := time.Now()
	defer func() {
		l.mu.Lock()
		l.running, l.next = l.next, nil
		if mine.err == nil {
			l.began = began
		}
		l.mu.Unlock()
		close(mine.done)
	}()
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
	defer cancel()
	mine.state, mine.err = look(bounded)
	if bounded.Err() != nil && mine.err != nil && !errors.Is(mine.err, fault.ErrUnavailable) {
		// Nobody who waits for it gave up: the database doesn't answer.
		mine.err = fmt.Errorf("%w: %w", fault.ErrUnavailable, mine.err)
	}
	return mine.state, mine.err
}

// last is when the last look began that ended well.
func (l *sharedPolls) last() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.began
}
