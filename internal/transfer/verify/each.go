package verify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"quoin/internal/platform/outbound"
)

// ask is a path that both sides are asked for, and what is done with what they say.
type ask struct {
	path   string
	signed bool
	use    func(was, is *Answer)
}

// said is what both sides say to an ask.
type said struct {
	ask
	was, is *Answer
	err     error
}

// each asks both sides, Parallel paths at a time, and uses what they say one after the other, in
// the order of the asks. Answers that wait for their turn are few.
func (r *run) each(ctx context.Context, all []ask) error {
	parallel := max(1, r.Parallel)
	ctx, stop := context.WithCancel(ctx)
	slots, queue := make(chan struct{}, parallel), make(chan chan said, 2*parallel)
	var asking sync.WaitGroup
	defer asking.Wait()
	defer stop()
	asking.Go(func() {
		defer close(queue)
		for _, one := range all {
			answered := make(chan said, 1)
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			asking.Go(func() {
				was, is, err := r.both(ctx, one)
				<-slots
				answered <- said{one, was, is, err}
			})
			select {
			case queue <- answered:
			case <-ctx.Done():
				return
			}
		}
	})
	for answered := range queue {
		s := <-answered
		if s.err != nil {
			return s.err
		}
		if r.Progress != nil {
			r.Progress(s.path)
		}
		s.use(s.was, s.is)
	}
	return ctx.Err()
}

// both asks both sides.
func (r *run) both(ctx context.Context, a ask) (was, is *Answer, err error) {
	was, err = r.Old.Get(ctx, a.path, a.signed)
	switch {
	case errors.Is(err, outbound.ErrTooLarge) && !a.signed:
		was = &Answer{Status: http.StatusOK, Header: http.Header{}, tooLarge: true}
	case err != nil:
		return nil, nil, fmt.Errorf("the old site: %w", err)
	}
	is, err = r.New.Get(ctx, a.path, a.signed)
	return was, is, err
}
