package imaging

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"sync"
)

// SubSize is an encoded sub-size.
type SubSize struct {
	Index         int // of its placement
	Width, Height int
	Data          []byte
}

// SubSizes renders placements of an upright image and hands each, encoded, to emit. Each is made
// from the next larger one already made rather than from the image itself. emit is called from one
// goroutine at a time, in no particular order; its error ends the work and is returned. The work
// uses one processor of the gate and any others that are idle.
func (p *Image) SubSizes(ctx context.Context, placements []Placement, emit func(SubSize) error) error {
	for _, pl := range placements {
		if pl.Width < 1 || pl.Height < 1 || pl.Source.Empty() || !pl.Source.In(image.Rect(0, 0, p.width, p.height)) {
			return fmt.Errorf("sub-size %dx%d from %v of a %dx%d image", pl.Width, pl.Height, pl.Source, p.width, p.height)
		}
	}
	g := p.gate
	if err := g.workers.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("wait for a processor: %w", err)
	}
	defer g.workers.Release(1)
	extra := g.helpers(g.width - 1)
	defer g.releaseHelpers(extra)

	c := &cascade{emit: emit, slots: make(chan struct{}, extra), stop: make(chan struct{})}
	c.work(ctx, p, placements)
	return c.err
}

// cascade is the state of one SubSizes call. Its own goroutine resizes; each slot is one further
// processor, which helps with a resize or encodes a result meanwhile.
type cascade struct {
	emit  func(SubSize) error
	slots chan struct{}
	stop  chan struct{}
	wait  sync.WaitGroup

	mu  sync.Mutex
	err error
}

// work runs the cascade and returns when its last goroutine has, even when it panics.
func (c *cascade) work(ctx context.Context, p *Image, placements []Placement) {
	defer c.wait.Wait()
	c.run(ctx, p, placements)
}

func (c *cascade) run(ctx context.Context, p *Image, placements []Placement) {
	order := make([]int, len(placements))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(placements[b].resolution(), placements[a].resolution())
	})
	whole := image.Rect(0, 0, p.width, p.height)
	from := p
	for _, i := range order {
		if err := ctx.Err(); err != nil {
			c.fail(fmt.Errorf("make sub-sizes: %w", err))
		}
		select {
		case <-c.stop:
			return
		default:
		}
		pl := placements[i]
		made := c.render(from, p, pl)
		if pl.Source == whole && made.width < from.width && made.height < from.height {
			from = made
		}
		c.encode(i, made)
	}
}

// resolution orders placements: result pixels a source pixel, of the finer axis.
func (pl Placement) resolution() float64 {
	return max(float64(pl.Width)/float64(pl.Source.Dx()), float64(pl.Height)/float64(pl.Source.Dy()))
}

// render makes a placement of the image original from p, a smaller version of all of it.
func (p *Image) render(original *Image, pl Placement, workers int) *Image {
	fx, fy := float64(p.width)/float64(original.width), float64(p.height)/float64(original.height)
	a := areaOf(pl.Source)
	return p.resize(area{a.x0 * fx, a.y0 * fy, a.x1 * fx, a.y1 * fy}, pl.Width, pl.Height, workers)
}

// render resizes with all processors that are free at this moment.
func (c *cascade) render(from, original *Image, pl Placement) *Image {
	helpers := 0
	for c.take() {
		helpers++
	}
	made := from.render(original, pl, 1+helpers)
	for range helpers {
		<-c.slots
	}
	return made
}

// encode hands the result to a free processor, or does it here when there is none.
func (c *cascade) encode(index int, made *Image) {
	work := func() {
		defer func() {
			if err := panicError(recover()); err != nil {
				c.fail(err) // in a goroutine it would end the program
			}
		}()
		data, err := made.Encode()
		if err != nil {
			c.fail(err)
			return
		}
		c.deliver(SubSize{Index: index, Width: made.width, Height: made.height, Data: data})
	}
	if !c.take() {
		work()
		return
	}
	c.wait.Go(func() {
		defer func() { <-c.slots }()
		work()
	})
}

func (c *cascade) take() bool {
	select {
	case c.slots <- struct{}{}:
		return true
	default:
		return false
	}
}

func (c *cascade) deliver(s SubSize) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	if err := c.emit(s); err != nil {
		c.failLocked(err)
	}
}

func (c *cascade) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failLocked(err)
}

func (c *cascade) failLocked(err error) {
	if c.err == nil {
		c.err = err
		close(c.stop)
	}
}
