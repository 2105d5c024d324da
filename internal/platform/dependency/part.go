package dependency

import (
	"log/slog"
	"sync"
	"time"
)

// Part is one thing that a server stands on. It works until somebody saw that it
// doesn't.
type Part struct {
	Name string
	Log  *slog.Logger

	mu       sync.Mutex
	away     bool
	since    time.Time
	failures uint64
}

// Saw notes that the part worked, or why it didn't.
func (p *Part) Saw(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failures++
	}
	if p.away == (err != nil) {
		return
	}
	if p.away = err != nil; p.away {
		p.since = time.Now()
		p.Log.Error(p.Name+" is away", "error", err)
		return
	}
	p.Log.Info(p.Name+" is back", "after", time.Since(p.since).Round(time.Millisecond).String())
}

// Works tells whether the part worked when it was last seen.
func (p *Part) Works() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.away
}

// Failures is how often the part was seen not to work.
func (p *Part) Failures() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failures
}
