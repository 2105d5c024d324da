package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/config"
	"quoin/internal/app/exchange"
	"quoin/internal/transfer/moving"
	"quoin/internal/transfer/moving/live"
)

// A site that came by tables, an export file or a sample isn't adopted into, and the old site
// isn't asked for anything before that is said. Tables don't move into an adopted site.
func TestAdoptIsRefused(t *testing.T) {
	t.Parallel()
	old, asked := runningSite(t), 0
	old.between = func(http.ResponseWriter, *http.Request) bool { asked++; return false }
	for name, fill := range map[string]func(a *app.App) error{
		"tables": func(a *app.App) error {
			_, err := a.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil)
			return err
		},
		"sample": func(a *app.App) error {
			_, err := a.Exchange.ImportSample(t.Context(), nil)
			return err
		},
	} {
		data := t.TempDir()
		a, err := app.New(t.Context(), app.Config{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if err := fill(a); err != nil {
			t.Fatal(err)
		}
		before := dumped(t, a.DB)
		_, err = a.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{URL: old.url, As: ann, Pause: noPause})
		if !errors.Is(err, moving.ErrNotNew) || !errors.Is(err, exchange.ErrNotAdopted) || asked > 0 || dumped(t, a.DB) != before {
			t.Errorf("%s: %v, after %d requests", name, err, asked)
		}
		if _, err := os.Stat(filepath.Join(data, config.MirrorFolder)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder of what is read was left behind: %v", name, err)
		}
	}
	here, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := here.Exchange.MoveIn(t.Context(), oldSite(t), exchange.OldFiles{}, nil); !errors.Is(err, exchange.ErrAdopted) {
		t.Errorf("tables move into an adopted site: %v", err)
	}
}

// Whoever waits is told why, in the reading and in the comparison.
func TestAdoptTellsOfWaits(t *testing.T) {
	t.Parallel()
	old, comparing := runningSite(t), false
	busy := map[bool]int{false: 2, true: 2}
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/posts") || busy[comparing] == 0 {
			return false
		}
		busy[comparing]--
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	}
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	told := map[bool]int{}
	_, err = a.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{
		URL: old.url, As: ann, Parallel: 1, PerSecond: 1e6, Pause: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Comparing: func(string) { comparing = true },
		Waiting: func(d time.Duration, failed error) {
			if d == 30*time.Second && failed == nil {
				told[comparing]++
			}
		},
	})
	if err != nil || told[false] != 2 || told[true] != 2 {
		t.Errorf("told %v: %v", told, err)
	}
}

// An old site that nobody reaches at the first request is given up at once, with the cause. One
// that fails later is asked again, and what failed is told.
func TestAdoptTellsWhatFails(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]error{"http://127.0.0.1:1": syscall.ECONNREFUSED, "http://old.invalid": live.ErrUnreachable} {
		_, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: url, Unproved: true, Waiting: func(time.Duration, error) { t.Error("it waits") }})
		if !errors.Is(err, live.ErrUnreachable) || !errors.Is(err, want) {
			t.Errorf("%s: %v", url, err)
		}
		if err := (exchange.Adoption{URL: url, As: ann}).Check(t.Context(), "1"); !errors.Is(err, live.ErrUnreachable) {
			t.Errorf("%s: %v", url, err)
		}
	}
	old, broken, told := runningSite(t), true, []string{}
	old.between = func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasPrefix(r.URL.Path, "/wp-json/wp/v2/posts") || !broken {
			return false
		}
		broken = false
		w.WriteHeader(http.StatusBadGateway)
		return true
	}
	_, _, err := adopting(t.Context(), t, t.TempDir(), exchange.Adoption{URL: old.url, Unproved: true, Waiting: func(_ time.Duration, failed error) { told = append(told, fmt.Sprint(failed)) }})
	if said := strings.Join(told, "\n"); err != nil || !strings.Contains(said, "502 Bad Gateway") || len(told) != 1 {
		t.Errorf("%v %s", err, said)
	}
}
