package golden

import (
	"context"
	"log/slog"
	"testing"
)

// undeclared fails a test when a handler reads an argument that its endpoint doesn't
// declare: the scenarios ask every endpoint.
type undeclared struct {
	slog.Handler
	t testing.TB
}

func (undeclared) Enabled(context.Context, slog.Level) bool { return true }

func (u undeclared) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "undeclared argument read" {
		text := r.Message
		r.Attrs(func(a slog.Attr) bool { text += " " + a.String(); return true })
		u.t.Error(text)
	}
	return nil
}
