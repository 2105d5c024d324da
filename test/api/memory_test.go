package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"

	"quoin/internal/app"
)

// TestManyHostileListsTakeBoundedMemory asks for lists of the longest texts from many
// addresses at once. All are answered, or told to come back, and together they hold no
// more than there is for them. What lives in memory is counted whenever garbage was
// collected, so it isn't parallel.
func TestManyHostileListsTakeBoundedMemory(t *testing.T) {
	const room = 64 << 20
	s := start(t, app.Config{Data: t.TempDir(), NoCache: true, AnswerMemory: room})
	for n := range 8 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", n), "status": "publish", "content": strings.Repeat("<", 900_000)})
	}
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	before, most := live[0].Value.Uint64(), uint64(0)
	done, counted := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(counted)
		for {
			select {
			case <-done:
				return
			default:
				runtime.Gosched()
				metrics.Read(live)
				most = max(most, live[0].Value.Uint64())
			}
		}
	}()
	paths := []string{"/api/core/v2/posts?per_page=100", "/wp-json/wp/v2/posts?per_page=50&_embed=1", "/?s=Post", "/feed/"}
	var all sync.WaitGroup
	statuses := make([]int, 12)
	for i := range statuses {
		all.Go(func() {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://example.org"+paths[i%len(paths)], nil)
			r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1234", i)
			w := &beginning{header: http.Header{}, status: http.StatusOK}
			s.handler.ServeHTTP(w, r)
			statuses[i] = w.status
			if w.status == http.StatusServiceUnavailable && w.header.Get("Retry-After") == "" {
				t.Errorf("%s is refused without saying for how long", r.URL)
			}
		})
	}
	all.Wait()
	close(done)
	<-counted
	answered := 0
	for i, status := range statuses {
		if status == http.StatusOK {
			answered++
		} else if status != http.StatusServiceUnavailable {
			t.Errorf("%s: %d", paths[i%len(paths)], status)
		}
	}
	t.Logf("%d of %d answered; %.1f MB told of, %.1f MB live beside %.1f", answered, len(statuses),
		float64(s.app.Memory.Peak())/(1<<20), float64(most-min(most, before))/(1<<20), float64(before)/(1<<20))
	if answered == 0 {
		t.Error("none was answered")
	}
	if peak := s.app.Memory.Peak(); peak == 0 || peak > room {
		t.Errorf("the lists told of %d bytes at once", peak)
	}
	if most > before+2*room {
		t.Errorf("%.1f MB were live", float64(most-before)/(1<<20))
	}
}
