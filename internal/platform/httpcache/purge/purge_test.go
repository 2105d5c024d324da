package purge

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"quoin/internal/platform/cache"
	"sync/atomic"
	"testing"
	"time"
)

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
	p, err := New(cdn.URL, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	for id := range int64(cap(p.tags) + 1) {
		p.Changed([]cache.Tag{cache.Entry(id)})
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go p.Run(ctx)
	for _, want := range []string{`{"everything":true}`, `{"tags":["entry:7"]}`} {
		select {
		case got := <-bodies:
			if got != want {
				t.Fatalf("the shared cache was told %.60s, want %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the shared cache wasn't told of " + want)
		}
		p.Changed([]cache.Tag{cache.Entry(7)})
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
			p, err := New(cdn.URL, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			p.Changed([]cache.Tag{cache.Entry(7)})
			ended := make(chan error, 1)
			go func() { ended <- p.Run(ctx) }()
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
