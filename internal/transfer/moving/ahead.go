package moving

import (
	"context"
	"sync"
)

// window is what was read of a table at once, up to a row.
type window[T any] struct {
	rows T
	last int64 // 0 at the end of the table
	err  error
}

// readAhead reads a table in windows behind a row, and stores each while the next one is
// read: the old site's server works then, too. At most three are held. What read counts it
// counts where store doesn't look.
func readAhead[T any](ctx context.Context, after int64, read func(ctx context.Context, after int64) (T, int64, error), store func(rows T, last int64) error) error {
	reading, stop := context.WithCancel(ctx)
	next := make(chan window[T], 1)
	var reader sync.WaitGroup
	reader.Go(func() {
		for {
			var w window[T]
			w.rows, w.last, w.err = read(reading, after)
			select {
			case next <- w:
			case <-reading.Done():
				return
			}
			if w.err != nil || w.last == 0 {
				return
			}
			after = w.last
		}
	})
	defer reader.Wait()
	defer stop()
	for {
		select {
		case w := <-next:
			if w.err != nil || w.last == 0 {
				return w.err
			}
			if err := store(w.rows, w.last); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
