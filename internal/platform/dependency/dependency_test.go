package dependency_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quoin/internal/platform/dependency"
)

var errAway = errors.New("connection refused")

// TestOneLineAtEachChange lets a part go away and come back while probes and many
// requests see it: the log has one line for each change, and others' errors as they are.
func TestOneLineAtEachChange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		plain := slog.NewTextHandler(&out, nil)
		part := &dependency.Part{Name: "the database", Log: slog.New(plain)}
		var away atomic.Bool
		w := &dependency.Watch{Probes: []dependency.Probe{{Part: part, Every: time.Second, Within: time.Second, Look: func(context.Context) error {
			if away.Load() {
				return errAway
			}
			return nil
		}}}}
		log := slog.New(dependency.Quiet{Handler: plain, PartOf: func(err error) *dependency.Part {
			if errors.Is(err, errAway) && w.Running() {
				return part
			}
			return nil
		}}).With("node", 1)
		log.Error("request failed", "error", errAway) // nobody watches yet
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.Run(ctx) }()
		synctest.Wait()
		for range 2 {
			away.Store(true)
			for range 50 {
				log.Error("request failed", "error", errAway)
			}
			log.Error("request failed", "error", errors.New("a defect"))
			time.Sleep(5 * time.Second)
			synctest.Wait()
			if part.Works() {
				t.Error("it is told to work while it is away")
			}
			away.Store(false)
			time.Sleep(2 * time.Second)
			synctest.Wait()
		}
		if !part.Works() || part.Failures() < 100 {
			t.Errorf("works: %v, %d failures", part.Works(), part.Failures())
		}
		cancel()
		<-ended
		text := out.String()
		for what, n := range map[string]int{"the database is away": 2, "the database is back": 2, "request failed": 3, "a defect": 2} {
			if got := strings.Count(text, what); got != n {
				t.Errorf("%q is told %d times, want %d:\n%s", what, got, n, text)
			}
		}
	})
}

// TestSilentPart has a probe that never ends by itself: the part is told away, and others
// are looked at.
func TestSilentPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		silent := &dependency.Part{Name: "storage", Log: slog.New(slog.DiscardHandler)}
		other := &dependency.Part{Name: "mail", Log: slog.New(slog.DiscardHandler)}
		w := &dependency.Watch{Probes: []dependency.Probe{
			{Part: silent, Every: time.Second, Within: time.Second, Look: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
			{Part: other, Every: time.Second, Within: time.Second, Look: func(context.Context) error { return errAway }},
		}}
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = w.Run(ctx) }()
		time.Sleep(1500 * time.Millisecond)
		if silent.Works() || other.Works() {
			t.Error("a part is told to work")
		}
		cancel()
		synctest.Wait()
	})
}
