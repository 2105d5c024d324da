package command

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// tellsItself is how long a check may tell nothing before it is said that it runs.
const tellsItself = time.Second

// examining shows on one line what an examination does: how far a check is that says
// so, and for how long one runs that doesn't. It is safe for concurrent use.
type examining struct {
	out io.Writer
	now func() time.Time

	mu      sync.Mutex
	check   string
	begun   time.Time // when the check was
	last    time.Time // when something was shown
	printed bool      // the line stands there
}

func newExamining(out io.Writer, now func() time.Time) *examining {
	return &examining{out: out, now: now, last: now()}
}

// begin is told of each check.
func (e *examining) begin(check string, mends bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if mends {
		check = "mending " + check
	}
	e.check, e.begun = check, e.now()
}

// step is told how far a check is.
func (e *examining) step(check string, done int64, unit string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := e.now(); now.Sub(e.last) >= progressEvery {
		e.show(fmt.Sprintf("%s: %d %s", check, done, unit), now)
	}
}

// tick shows for how long a check runs of which nothing was told for a while.
func (e *examining) tick() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := e.now(); e.check != "" && now.Sub(e.begun) >= tellsItself && now.Sub(e.last) >= tellsItself {
		e.show(fmt.Sprintf("%s: %d s", e.check, int(now.Sub(e.begun).Seconds())), now)
	}
}

// show writes the line; e.mu is held.
func (e *examining) show(text string, now time.Time) {
	progressLine(e.out)(text)
	e.last, e.printed = now, true
}

// clear takes the line away, for what is to stand there.
func (e *examining) clear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.printed {
		progressLine(e.out)("")
		fmt.Fprint(e.out, "\r")
		e.printed = false
	}
}

// follow ticks until the function that it returns is called.
func (e *examining) follow() (stop func()) {
	ticker, done := time.NewTicker(tellsItself), make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		for {
			select {
			case <-ticker.C:
				e.tick()
			case <-done:
				return
			}
		}
	})
	return func() {
		ticker.Stop()
		close(done)
		ended.Wait()
	}
}
