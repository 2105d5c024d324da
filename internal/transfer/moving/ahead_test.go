package moving

import (
	"context"
	"errors"
	"slices"
	"testing"
)

// Windows are stored in their order while the next one is read; what fails on either side
// ends both.
func TestReadAhead(t *testing.T) {
	t.Parallel()
	errRead, errStore := errors.New("read"), errors.New("store")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, c := range map[string]struct {
		ctx                 context.Context
		failRead, failStore int64
		want                error
		stored              []int64
	}{
		"whole":     {t.Context(), 0, 0, nil, []int64{3, 4, 5}},
		"reading":   {t.Context(), 5, 0, errRead, []int64{3, 4}},
		"storing":   {t.Context(), 0, 4, errStore, []int64{3}},
		"cancelled": {ctx, 0, -3, context.Canceled, []int64{3}},
	} {
		var stored []int64
		second := make(chan bool) // closed when the window behind the first one is read
		err := readAhead(c.ctx, 2, func(ctx context.Context, after int64) (int64, int64, error) {
			switch at := after + 1; at {
			case 6:
				return 0, 0, nil
			case c.failRead:
				return 0, 0, errRead
			case 4:
				close(second)
				if c.failStore < 0 {
					<-ctx.Done()
					return 0, 0, ctx.Err()
				}
				return at, at, nil
			default:
				return at, at, nil
			}
		}, func(row, last int64) error {
			if row == 3 {
				<-second
			}
			if row == c.failStore {
				return errStore
			}
			if row == -c.failStore {
				cancel()
			}
			if row != last {
				t.Errorf("%s: the last of %d is %d", name, row, last)
			}
			stored = append(stored, row)
			return nil
		})
		if !errors.Is(err, c.want) || !slices.Equal(stored, c.stored) {
			t.Errorf("%s: %v, stored %v", name, err, stored)
		}
	}
}
