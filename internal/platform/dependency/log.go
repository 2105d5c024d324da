package dependency

import (
	"context"
	"log/slog"
)

// Quiet is a handler of logs that takes errors of parts which are away out of the log:
// the part tells of itself, once.
type Quiet struct {
	slog.Handler
	// PartOf is the part that an error is of, nil for others.
	PartOf func(error) *Part
}

// Handle implements slog.Handler.
func (q Quiet) Handle(ctx context.Context, r slog.Record) error {
	if r.Level < slog.LevelWarn {
		return q.Handler.Handle(ctx, r)
	}
	var of *Part
	r.Attrs(func(a slog.Attr) bool {
		err, ok := a.Value.Any().(error)
		if ok {
			if of = q.PartOf(err); of != nil {
				of.Saw(err)
			}
		}
		return of == nil
	})
	if of == nil {
		return q.Handler.Handle(ctx, r)
	}
	if r.Level = slog.LevelDebug; q.Enabled(ctx, r.Level) {
		return q.Handler.Handle(ctx, r)
	}
	return nil
}

// WithAttrs implements slog.Handler.
func (q Quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	q.Handler = q.Handler.WithAttrs(attrs)
	return q
}

// WithGroup implements slog.Handler.
func (q Quiet) WithGroup(name string) slog.Handler {
	q.Handler = q.Handler.WithGroup(name)
	return q
}
