package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"quoin/internal/app"
)

// TestWhatSharedCachesMayHold: an answer that a password or a right decided on
// is for its caller alone, and says so to caches between.
func TestWhatSharedCachesMayHold(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "Locked", "content": "hidden words", "status": "publish", "password": "open sesame"})
	id := int64(a.object(t)["id"].(float64))
	note := s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{"post": id, "content": "hidden note"})
	if note.status != http.StatusCreated {
		t.Fatalf("%d %s", note.status, note.body)
	}
	draft := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "Draft"})
	const private, shared = "private, no-store", "public, no-cache"
	post := fmt.Sprint("/api/core/v2/posts/", id)
	for _, c := range []struct {
		path    string
		status  int
		control string
		hidden  bool // whether the hidden words are in the answer
	}{
		{post, 200, shared, false},
		{post + "?password=open+sesame", 200, private, true},
		{post + "?p%61ssword=open+sesame", 200, private, true},
		{post + "?password=wrong", 403, private, false},
		{"/api/core/v2/posts?p%61ssword=open+sesame", 200, private, true},
		{"/api/core/v2/posts?p%61ssword=wrong", 200, private, false},
		{fmt.Sprintf("/api/core/v2/comments?post=%d&p%%61ssword=open+sesame", id), 200, private, true},
		{fmt.Sprintf("/api/core/v2/comments?post=%d&password=open+sesame", id), 200, private, true},
		{fmt.Sprintf("/api/core/v2/comments?post=%d", id), 401, private, false},
		{fmt.Sprint("/api/core/v2/posts/", int64(draft.object(t)["id"].(float64))), 401, private, false},
		{"/api/core/v2/users/me", 401, private, false},
		{"/api/core/v2/posts?context=edit", 401, private, false},
		{"/api/core/v2/posts/99999", 404, "no-cache", false},
		{"/api/core/v2/nothing", 404, "no-cache", false},
		{"/api/core/v2/posts?per_page=x", 400, "no-cache", false},
	} {
		for range 2 {
			a := s.do("", "GET", c.path, nil)
			if a.status != c.status || a.header.Get("Cache-Control") != c.control || strings.Contains(string(a.body), "hidden") != c.hidden {
				t.Errorf("GET %s: %d %q, want %d %q, hidden words %v: %.300s", c.path, a.status, a.header.Get("Cache-Control"), c.status, c.control, c.hidden, a.body)
			}
		}
	}
}
