package soak

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"quoin/internal/app"
)

// The pages of the usual run, of which the first fifth fills caches and pools.
// Beyond that memory may grow by the margin, a kilobyte a page: garbage that is still referred to at that moment, tables that double.
const (
	usualPages = 2_500
	longPages  = 5_000 // times QUOIN_SOAK
	margin     = 2 << 20
	// What package store remembers of the database at most; searches that nobody
	// repeats fill it in the long run.
	objects = 16 << 20
)

// cacheBytes bound the caches, so that they are full before it is measured.
const cacheBytes = 2 << 20

// visits are what the n-th request may ask for, all kinds alike often.
var visits = []func(n int64) (path string, loggedIn bool){
	func(int64) (string, bool) { return "/", false },
	func(n int64) (string, bool) { return fmt.Sprint("/?page_id=2&round=", n), false },
	func(n int64) (string, bool) { return fmt.Sprint("/?round=", n), false },
	func(n int64) (string, bool) { return fmt.Sprint("/nothing-here-", n, "/"), false },
	func(n int64) (string, bool) { return fmt.Sprint("/?s=word", n), false },
	func(n int64) (string, bool) { return fmt.Sprint("/?s=quarry&round=", n), false },
	func(int64) (string, bool) { return "/", true },
	func(n int64) (string, bool) { return fmt.Sprint("/category/masonry/?round=", n), true },
	func(int64) (string, bool) { return "/feed/", false },
	func(n int64) (string, bool) { return fmt.Sprint("/comments/feed/?round=", n), false },
	func(n int64) (string, bool) { return fmt.Sprint("/wp-json/wp/v2/posts?round=", n), false },
	func(n int64) (string, bool) { return fmt.Sprint("/wp-sitemap.xml?round=", n), false },
}

// TestMemoryStaysFlat serves many pages and compares the memory in use after a
// fifth of them with that after all, both after a collection of garbage.
func TestMemoryStaysFlat(t *testing.T) {
	pages, room := int64(usualPages), int64(margin)
	if s := os.Getenv("QUOIN_SOAK"); s != "" {
		times, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		pages, room = longPages*int64(times), margin+objects
	}
	a, err := app.New(t.Context(), app.Config{
		Data: t.TempDir(), URL: "http://soak.example", CacheBytes: cacheBytes, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	v := &visitor{T: t, base: server.URL, cookies: session(t, a), client: client}
	v.serve(pages / 5)
	before := inUse()
	v.serve(pages)
	after := inUse()
	t.Logf("%d pages %v; %.1f MB in use after %d, %.1f MB after all", pages, v.counts(), mb(before), pages/5, mb(after))
	if after > before+room {
		t.Errorf("%d bytes more are in use after %d pages than after %d: %d a page",
			after-before, pages, pages/5, (after-before)/(pages-pages/5))
	}
	for _, status := range []int{http.StatusOK, http.StatusNotFound} {
		if v.status[status].Load() < pages/50 {
			t.Errorf("%d answers with status %d: it tests nothing", v.status[status].Load(), status)
		}
	}
}

func mb(n int64) float64 { return float64(n) / (1 << 20) }

// inUse is the memory of objects that something refers to.
func inUse() int64 {
	for range 3 { // pools are emptied by the second collection, finalizers run between
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// session is what a browser has of an administrator who logged in.
func session(t *testing.T, a *app.App) []*http.Cookie {
	t.Helper()
	u, err := a.DB.UserByID(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	if _, err := a.Auth.StartSession(w, httptest.NewRequest("GET", "http://soak.example/", nil), u, true); err != nil {
		t.Fatal(err)
	}
	return w.Result().Cookies()
}

// visitor asks for pages on a few connections at once.
type visitor struct {
	*testing.T
	base    string
	cookies []*http.Cookie
	client  *http.Client
	n       atomic.Int64
	status  [600]atomic.Int64
}

// serve asks until so many pages were served altogether.
func (v *visitor) serve(pages int64) {
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for n := v.n.Add(1); n <= pages; n = v.n.Add(1) {
				path, in := visits[n%int64(len(visits))](n)
				if err := v.visit(path, in); err != nil {
					v.Errorf("%s: %v", path, err)
					return
				}
			}
		})
	}
	asking.Wait()
	v.n.Store(pages)
}

func (v *visitor) visit(path string, in bool) error {
	r, err := http.NewRequestWithContext(v.Context(), http.MethodGet, v.base+path, nil)
	if err != nil {
		return err
	}
	if in {
		for _, c := range v.cookies {
			r.AddCookie(c)
		}
	}
	w, err := v.client.Do(r)
	if err != nil {
		return err
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err != nil {
		return err
	}
	if w.StatusCode >= 500 {
		return fmt.Errorf("status %d %.200s", w.StatusCode, body)
	}
	v.status[w.StatusCode].Add(1)
	return nil
}

// counts are how many answers had which status.
func (v *visitor) counts() map[int]int64 {
	out := map[int]int64{}
	for status := range v.status {
		if n := v.status[status].Load(); n > 0 {
			out[status] = n
		}
	}
	return out
}
