package definition

import (
	"context"
	"log/slog"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/wire"
	"sync"
	"sync/atomic"
)

// Served are the definitions that this process serves by. It is safe for concurrent use.
type Served struct {
	Options    site.OptionStore
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Log        *slog.Logger

	mu    sync.Mutex
	now   atomic.Pointer[served]
	stale atomic.Bool // they may have changed and couldn't be read
}

// served is what was read last.
type served struct {
	stored *wire.Object
	set    *Set
}

// Set are the definitions.
func (s *Served) Set() *Set { return s.now.Load().set }

// Suspect has them read again before the next request.
func (s *Served) Suspect() { s.stale.Store(true) }

// Refresh reads them if they may have changed.
func (s *Served) Refresh(ctx context.Context) {
	if s.stale.Load() {
		s.Read(ctx)
	}
}

// Read makes the types and taxonomies that are stored those of the site. What
// can't be read is looked for again with the next request.
func (s *Served) Read(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stale.Store(false)
	if s.now.Load() == nil {
		s.now.Store(&served{set: &Set{}})
	}
	options, err := s.Options.Options(ctx)
	if err != nil {
		s.stale.Store(true)
		s.Log.ErrorContext(ctx, "the definitions of types can't be read; the former ones stay", "error", err)
		return
	}
	value, _ := options.Get(site.Definitions.Name)
	stored, _ := value.(*wire.Object)
	if wire.Equal(stored, s.now.Load().stored) {
		return
	}
	set, problems := Read(stored)
	for _, p := range problems {
		s.Log.WarnContext(ctx, "a definition is left out", "problem", p)
	}
	s.now.Store(&served{stored, set})
	s.Types.Replace(set.Types()...)
	s.Taxonomies.Replace(set.Taxonomies()...)
}
