package api

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"quoin/internal/app"
)

// builtFront is a front end of pages that are rendered ahead: it serves what it
// has, and renders a page again when a webhook says that it changed.
type builtFront struct {
	t     testing.TB
	site  *httptest.Server
	mu    sync.Mutex
	pages map[string]string
}

func (f *builtFront) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	page, ok := f.pages[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	fmt.Fprint(w, page)
}

// rebuild renders what a message tells of.
func (f *builtFront) rebuild(changes []feedItem) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range changes {
		if c.Type != "post" {
			continue
		}
		delete(f.pages, c.PreviousPath)
		delete(f.pages, c.Path)
		if c.Event == "deleted" {
			continue
		}
		res, err := f.site.Client().Get(fmt.Sprintf("%s/api/core/v2/posts/%d?_fields=title", f.site.URL, c.ID))
		if err != nil {
			f.t.Error(err)
			return
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode == 200 { // else it has changed again, and that is told too
			f.pages[c.Path] = string(body)
		}
	}
}

// TestFrontEndRebuilds publishes, changes, moves and hides an entry, and looks
// at the pages of a front end that is told by webhook.
func TestFrontEndRebuilds(t *testing.T) {
	t.Parallel()
	h := &receiver{t: t}
	address, client := neighbour(t, h)
	c := newClock()
	s := changing(t, engine{"sqlite"}, app.Config{Outbound: client, Clock: c.now})
	f := &builtFront{t: t, site: s.listening(), pages: map[string]string{}}
	h.answers(func(w http.ResponseWriter, _ *http.Request) {
		_, messages, _ := h.heard()
		f.rebuild(messages[len(messages)-1].Data.Changes)
		w.WriteHeader(http.StatusNoContent)
	})
	front := httptest.NewServer(f)
	t.Cleanup(front.Close)
	s.runJobs()
	s.hook(h, map[string]any{"url": address, "types": []string{"post"}})
	page := func(path string) string {
		res, err := http.Get(front.URL + c.now().UTC().Format("/2006/01/02/") + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return string(body)
	}
	id := s.make("/core/v2/posts", map[string]any{"title": "Draft", "slug": "news"})
	s.make("/core/v2/posts/"+id, map[string]any{"title": "Published", "status": "publish"})
	until(t, "the page is there", func() bool { return strings.Contains(page("news/"), "Published") })
	s.make("/core/v2/posts/"+id, map[string]any{"title": "Changed"})
	until(t, "the page is new", func() bool { return strings.Contains(page("news/"), "Changed") })
	s.make("/core/v2/posts/"+id, map[string]any{"slug": "olds"})
	until(t, "the page has moved", func() bool {
		return strings.Contains(page("olds/"), "Changed") && strings.Contains(page("news/"), "not found")
	})
	s.make("/core/v2/posts/"+id, map[string]any{"status": "private"})
	until(t, "the page is gone", func() bool { return strings.Contains(page("olds/"), "not found") })
}
