package imaging

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Limits bound what a single image may ask for. A zero member means its default.
type Limits struct {
	Pixels int64 // width x height of an image; default 64 million
	Edge   int   // width or height alone; default 30000
	Frames int   // images in an animation; default 2000
}

func (l Limits) withDefaults() Limits {
	if l.Pixels <= 0 {
		l.Pixels = 64 << 20
	}
	if l.Edge <= 0 {
		l.Edge = 30000
	}
	if l.Frames <= 0 {
		l.Frames = 2000
	}
	return l
}

// Check returns an error wrapping ErrTooLarge when the header exceeds the limits.
func (l Limits) Check(h Header) error {
	l = l.withDefaults()
	switch {
	case h.Width > l.Edge || h.Height > l.Edge:
		return fmt.Errorf("%w: %dx%d pixels, an edge may have %d", ErrTooLarge, h.Width, h.Height, l.Edge)
	case int64(h.Width)*int64(h.Height) > l.Pixels:
		return fmt.Errorf("%w: %dx%d pixels, at most %d in all", ErrTooLarge, h.Width, h.Height, l.Pixels)
	case h.Frames > l.Frames:
		return fmt.Errorf("%w: %d frames, at most %d", ErrTooLarge, h.Frames, l.Frames)
	}
	return nil
}

// Gate bounds the memory and the processors that all images decoded through it use together.
// Images that do not fit wait their turn. A Gate is safe for concurrent use.
//
// Memory that small images use together is bounded far below what one large image may use: they
// would only wait for processors, each holding what it has decoded. An image above that bound is
// worked on alone.
type Gate struct {
	limits   Limits
	memory   *semaphore.Weighted
	total    int64 // what one image may need
	together int64 // what all have that are worked on at the same time, unless one needs more
	workers  *semaphore.Weighted
	width    int

	mu    sync.Mutex
	used  int64
	watch func(bytes int64)
}

// sharedMemory is enough for two images of a usual camera.
const sharedMemory = 96 << 20

// NewGate returns a Gate of so many bytes and so many processors (at least one). An image whose
// estimated need is above memory is refused with ErrTooLarge, since it could never be let in.
func NewGate(memory int64, workers int, limits Limits) *Gate {
	workers = max(1, workers)
	together := min(memory, sharedMemory)
	return &Gate{
		limits: limits.withDefaults(), memory: semaphore.NewWeighted(together), total: memory, together: together,
		workers: semaphore.NewWeighted(int64(workers)), width: workers,
	}
}

// Check returns an error wrapping ErrTooLarge when an image of the header would
// not be let in.
func (g *Gate) Check(h Header) error {
	if err := g.limits.Check(h); err != nil {
		return err
	}
	if need := h.memory(); h.Format.Processable() && need > g.total {
		return fmt.Errorf("%w: %dx%d pixels need about %d MiB of memory, %d MiB are set aside for pictures",
			ErrTooLarge, h.Width, h.Height, need>>20, g.total>>20)
	}
	return nil
}

// admit waits until the image may use its memory and returns the function that gives it back.
func (g *Gate) admit(ctx context.Context, h Header) (func(), error) {
	if err := g.Check(h); err != nil {
		return nil, err
	}
	need := h.memory()
	share := min(need, g.together)
	if err := g.memory.Acquire(ctx, share); err != nil {
		return nil, fmt.Errorf("wait for image memory: %w", err)
	}
	g.use(need)
	return func() {
		g.use(-need)
		g.memory.Release(share)
	}, nil
}

// Watch lets f know how many bytes the images have that are worked on, whenever that changes, one
// call at a time. It is said before the first image.
func (g *Gate) Watch(f func(bytes int64)) { g.watch = f }

func (g *Gate) use(bytes int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.used += bytes; g.watch != nil {
		g.watch(g.used)
	}
}

// Run does work on a decoded image when one of the gate's processors is free.
// work must not call SubSizes, which waits for one itself.
func (g *Gate) Run(ctx context.Context, work func() error) error {
	if err := g.workers.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a processor: %w", err)
	}
	defer g.workers.Release(1)
	return work()
}

// helpers takes up to n processors beyond the caller's own that are idle right now, without waiting.
func (g *Gate) helpers(n int) int {
	for got := 0; got < n; got++ {
		if !g.workers.TryAcquire(1) {
			return got
		}
	}
	return n
}

func (g *Gate) releaseHelpers(n int) {
	if n > 0 {
		g.workers.Release(int64(n))
	}
}
