package app

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/access"
	"quoin/internal/cache"
	"quoin/internal/content"
)

func TestPurgeTellsWhatChanged(t *testing.T) {
	var mu sync.Mutex
	var got []string
	failures := 1
	cdn := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if failures > 0 {
			failures--
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		var body struct{ Tags []string }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost {
			t.Errorf("%s: %v", r.Method, err)
		}
		got = append(got, body.Tags...)
	}))
	defer cdn.Close()
	t.Setenv("QUOIN_ADMIN_PASSWORD", "x")
	a, err := New(t.Context(), Config{Data: t.TempDir(), URL: "http://example.org", PurgeURL: cdn.URL + "/purge"})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go a.Purge(ctx)
	title, status := "Hello", content.Publish
	err = a.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := a.Env.Entries.Create(ctx, access.System(), content.TypePost, content.Change{Title: &title, Status: &status})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.After(10 * time.Second)
	for {
		mu.Lock()
		done := slices.Contains(got, "entries:post")
		mu.Unlock()
		if done {
			return
		}
		select {
		case <-deadline:
			t.Fatalf("the shared cache was told %v", got)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestPurgeTellsOfWhatItLost: tags that found no place while the shared cache
// didn't answer make it drop everything, once it does.
func TestPurgeTellsOfWhatItLost(t *testing.T) {
	t.Parallel()
	bodies := make(chan string, 4)
	cdn := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- string(body)
	}))
	defer cdn.Close()
	p, err := newPurger(&App{Config: Config{Log: slog.New(slog.DiscardHandler)}}, cdn.URL)
	if err != nil {
		t.Fatal(err)
	}
	for id := range int64(cap(p.tags) + 1) {
		p.changed([]cache.Tag{cache.Entry(id)})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go p.run(ctx)
	for _, want := range []string{`{"everything":true}`, `{"tags":["entry:7"]}`} {
		select {
		case got := <-bodies:
			if got != want {
				t.Fatalf("the shared cache was told %.60s, want %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the shared cache wasn't told of " + want)
		}
		p.changed([]cache.Tag{cache.Entry(7)})
	}
}

// TestPurgeEndsWithWhatWaited: the next start doesn't know of changes that were
// gathered, or were tried again, when this one ended.
func TestPurgeEndsWithWhatWaited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		fail bool
		want string
	}{{"gathered", false, `{"tags":["entry:7"]}`}, {"tried again", true, `{"everything":true}`}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var fail atomic.Bool
			fail.Store(c.fail)
			failed, bodies := make(chan bool, 1), make(chan string, 4)
			cdn := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if fail.Swap(false) {
					http.Error(w, "busy", http.StatusServiceUnavailable)
					failed <- true
					return
				}
				body, _ := io.ReadAll(r.Body)
				bodies <- string(body)
			}))
			defer cdn.Close()
			p, err := newPurger(&App{Config: Config{Log: slog.New(slog.DiscardHandler)}}, cdn.URL)
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			p.changed([]cache.Tag{cache.Entry(7)})
			ended := make(chan error, 1)
			go func() { ended <- p.run(ctx) }()
			if c.fail {
				<-failed
			}
			stop()
			<-ended
			select {
			case got := <-bodies:
				if got != c.want {
					t.Errorf("the shared cache was told %s, want %s", got, c.want)
				}
			default:
				t.Error("the shared cache wasn't told")
			}
		})
	}
}

func TestPurgeAddressIsChecked(t *testing.T) {
	for _, bad := range []string{"ftp://x/", "nonsense", "http:///x", "://"} {
		if _, err := New(t.Context(), Config{Data: t.TempDir(), PurgeURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
