package background_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"quoin/internal/app"
)

// signalHandler tells a channel of every record.
type signalHandler struct {
	slog.Handler
	records chan struct{}
}

func (h signalHandler) Enabled(context.Context, slog.Level) bool { return true }

func (h signalHandler) Handle(context.Context, slog.Record) error {
	select {
	case h.records <- struct{}{}:
	default:
	}
	return nil
}

// TestJobsOutliveABadDatabase runs jobs on a database that takes no writes: that
// is told, and doesn't end the server.
func TestJobsOutliveABadDatabase(t *testing.T) {
	t.Parallel()
	told := make(chan struct{}, 1)
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), Log: slog.New(signalHandler{slog.DiscardHandler, told})})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- a.Work.Run(ctx) }()
	select {
	case err := <-ended:
		t.Fatalf("the jobs ended: %v", err)
	case <-told:
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
