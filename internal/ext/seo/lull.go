package seo

import (
	"sync"
	"sync/atomic"
	"time"
)

// lull tells whether writers leave time for the analysis of texts: what waits for it is
// analysed when they have stopped, and no later than after a while of steady writing. Who asks
// for the scores of an entry has it analysed at once, whatever others do.
type lull struct {
	saved atomic.Int64 // entries saved by this process

	mu    sync.Mutex
	seen  int64     // of them when it was last asked
	since time.Time // when the work was first put off; zero when it isn't
}

const (
	// manySaved is how many entries are saved between two looks while analyses wait.
	manySaved = 100
	// longestPutOff bounds for how long they do.
	longestPutOff = 2 * time.Minute
)

// puts tells whether to put the work off until the next look.
func (l *lull) puts(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	saved := l.saved.Load()
	many := saved-l.seen >= manySaved
	l.seen = saved
	switch {
	case !many || !l.since.IsZero() && now.Sub(l.since).Abs() >= longestPutOff:
		l.since = time.Time{}
		return false
	case l.since.IsZero():
		l.since = now
	}
	return true
}
