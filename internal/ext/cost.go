package ext

import (
	"context"
	"net/http"
	"sync"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
)

// Cost is what work takes, or may take. It is counted, not measured: the same
// work costs the same on every machine.
type Cost struct {
	Bytes int // of text: read from tables, or gone over
	Steps int // words, tags, rules and the like
	Rows  int // of tables
}

// RequestLimit is what all extensions together may spend on one request.
func RequestLimit() Cost { return Cost{Bytes: 64 << 20, Steps: 10_000_000, Rows: 200_000} }

// ThingLimit is what may be spent on one thing outside of requests, such as the
// analysis of one text by a job.
func ThingLimit() Cost { return Cost{Bytes: 16 << 20, Steps: 5_000_000, Rows: 20_000} }

// SiteLimit is what may be spent on what is made once for all requests, such as
// the rules of a site in memory.
func SiteLimit() Cost { return Cost{Bytes: 512 << 20, Steps: 100_000_000, Rows: 2_000_000} }

// ErrTooCostly refuses what would cost more than its limit.
var ErrTooCostly = fault.New(http.StatusBadRequest, "rest_too_costly", "The answer would take more work than one request may. Ask for less at once.")

// meter counts what is spent against a limit. It is safe for concurrent use.
type meter struct {
	mu          sync.Mutex
	limit, used Cost
}

type (
	meterKey   struct{} // of what is spent in a scope
	meterOfKey struct{} // of what is spent with a context
)

// Within gives what is done with the returned context a limit of its own.
func Within(ctx context.Context, limit Cost) context.Context {
	return context.WithValue(ctx, meterOfKey{}, &meter{limit: limit})
}

// Spend takes a cost from what may be spent with ctx: in a request that of the
// request, unless Within gave another limit. An error tells that nothing is left,
// or that nobody waits any more; what gets it stops and hands it on. Outside of
// requests nothing is counted without Within.
func Spend(ctx context.Context, c Cost) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return meterOf(ctx).spend(c)
}

func meterOf(ctx context.Context) *meter {
	if m, ok := ctx.Value(meterOfKey{}).(*meter); ok {
		return m
	}
	if scope.From(ctx) == nil {
		return nil
	}
	m, ok := scope.Get[*meter](ctx, meterKey{})
	if !ok {
		m = &meter{limit: RequestLimit()}
		scope.Put(ctx, meterKey{}, m)
	}
	return m
}

func (m *meter) spend(c Cost) error {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used = Cost{m.used.Bytes + c.Bytes, m.used.Steps + c.Steps, m.used.Rows + c.Rows}
	if m.used.Bytes > m.limit.Bytes || m.used.Steps > m.limit.Steps || m.used.Rows > m.limit.Rows {
		return ErrTooCostly
	}
	return nil
}

// Metered is the door to tables that spends what comes through it: each row, with
// the bytes of its texts.
func Metered(t Tables) Tables { return metered{t} }

type metered struct{ Tables }

func (m metered) Query(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	spends := meterOf(ctx)
	return m.Tables.Query(ctx, text, args, func(scan func(...any) error) error {
		return row(func(dest ...any) error {
			if err := scan(dest...); err != nil {
				return err
			}
			return spends.spend(Cost{Rows: 1, Bytes: textBytes(dest)})
		})
	})
}

func (m metered) QueryRow(ctx context.Context, text string, args []any, dest ...any) (found bool, err error) {
	found, err = m.Tables.QueryRow(ctx, text, args, dest...)
	if err == nil && found {
		err = meterOf(ctx).spend(Cost{Rows: 1, Bytes: textBytes(dest)})
	}
	return found, err
}

// textBytes is how long the texts are that a row was scanned into.
func textBytes(dest []any) int {
	n := 0
	for _, d := range dest {
		switch d := d.(type) {
		case *string:
			n += len(*d)
		case **string:
			if *d != nil {
				n += len(**d)
			}
		case *[]byte:
			n += len(*d)
		}
	}
	return n
}
