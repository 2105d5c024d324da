package rest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// repeating is an API with one route that answers a letter n times.
func repeating(k *httpcache.Cache) http.Handler {
	config := rest.Config{
		Identify: func(*http.Request) (access.Actor, *fault.Error) { return access.Actor{}, nil },
		Base:     func(context.Context) string { return "http://x" },
		Log:      slog.New(slog.DiscardHandler),
		Cache:    k,
	}
	return rest.New(config, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/text", Endpoints: []rest.Endpoint{{
		Methods: rest.Readable, Allow: rest.Public,
		Args: []rest.Arg{{Name: "n", Schema: schema.Int("")}, {Name: "letter", Schema: schema.Str("")}},
		Handle: func(r *rest.Request) (*rest.Response, error) {
			return rest.OK(wire.NewObject("text", strings.Repeat(rest.TextParam("letter").Of(r), int(rest.IntParam("n").Of(r))))), nil
		},
	}}}}).Mount("/api", dialect.Own())
}

func ask(h http.Handler, letter string, n, x int) string {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/api/a/v1/text?letter=%s&n=%d&x=%d", letter, n, x), nil))
	return w.Body.String()
}

// Small answers that are cached take little memory, also among large ones.
func TestKeptAnswersTakeTheirLength(t *testing.T) {
	h := repeating(httpcache.New(64<<20, nil))
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask(h, "z", 2<<20, 0)
	before := heap()
	for i := range 300 {
		ask(h, "a", 10, i)
		if i%30 == 0 {
			ask(h, "z", 2<<20, 0)
		}
	}
	if after := heap(); after > before+4<<20 {
		t.Errorf("300 answers of 20 bytes took %d KB", (after-before)>>10)
	}
	runtime.KeepAlive(h)
}

// Answers that are made at the same time don't get into each other.
func TestAnswersDontShareMemory(t *testing.T) {
	t.Parallel()
	for _, h := range []http.Handler{repeating(nil), repeating(httpcache.New(1<<20, nil))} {
		var wg sync.WaitGroup
		for i := range 8 {
			letter := string(rune('a' + i))
			wg.Go(func() {
				for n := range 50 {
					want := `{"text":"` + strings.Repeat(letter, n*100) + `"}`
					if got := ask(h, letter, n*100, i); got != want {
						t.Errorf("%d times %s: %.60q", n*100, letter, got)
					}
				}
			})
		}
		wg.Wait()
	}
}
