package ext

import (
	"context"
	"errors"
	"testing"

	"quoin/internal/platform/scope"
)

// rows is a door to tables that has rows of one text.
type rows struct {
	Tables
	n    int
	text string
}

func (r rows) Query(_ context.Context, _ string, _ []any, row func(scan func(...any) error) error) error {
	for range r.n {
		err := row(func(dest ...any) error {
			*dest[0].(*string) = r.text
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// What a request reads of tables, and what it says it goes over, is counted for
// all that happens in it; outside nothing is counted without a limit.
func TestSpend(t *testing.T) {
	t.Parallel()
	read := func(ctx context.Context, r rows) (n int, err error) {
		err = Metered(r).Query(ctx, "", nil, func(scan func(...any) error) error {
			var s string
			n++
			return scan(&s)
		})
		return n, err
	}
	limit := RequestLimit()
	request := func() context.Context { return scope.New(context.Background()) }
	if n, err := read(request(), rows{n: limit.Rows + 1000, text: "x"}); !errors.Is(err, ErrTooCostly) || n != limit.Rows+1 {
		t.Errorf("%d rows: %v", n, err)
	}
	long := string(make([]byte, 1<<20))
	if n, err := read(request(), rows{n: 1000, text: long}); !errors.Is(err, ErrTooCostly) || n != limit.Bytes>>20+1 {
		t.Errorf("%d rows of a megabyte: %v", n, err)
	}
	if n, err := read(context.Background(), rows{n: 2 * limit.Rows, text: "x"}); err != nil || n != 2*limit.Rows {
		t.Errorf("outside of requests %d rows: %v", n, err)
	}
	if n, err := read(Within(context.Background(), Cost{Rows: 5, Bytes: 100}), rows{n: 10, text: "x"}); !errors.Is(err, ErrTooCostly) || n != 6 {
		t.Errorf("within five rows %d: %v", n, err)
	}
	ctx := request()
	part := scope.Part(ctx)
	if err := errors.Join(Spend(ctx, Cost{Steps: limit.Steps}), Spend(ctx, Cost{})); err != nil {
		t.Error(err)
	}
	if err := Spend(part, Cost{Steps: 1}); !errors.Is(err, ErrTooCostly) {
		t.Errorf("a part of a request has a limit of its own: %v", err)
	}
	cancelled, cancel := context.WithCancel(request())
	cancel()
	if err := Spend(cancelled, Cost{}); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits: %v", err)
	}
}
