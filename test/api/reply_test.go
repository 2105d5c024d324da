package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
)

// TestCommentForm sends the form below an entry as visitors, people who are
// logged in, programs and other sites do.
func TestCommentForm(t *testing.T) {
	t.Parallel()
	var passed atomic.Int64
	s := start(t, app.Config{Preset: "core", Clock: func() time.Time {
		return time.Now().Add(time.Duration(passed.Load()) * time.Second) // browsers know the time too
	}})
	open := s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish", "slug": "open", "comment_status": "open"})
	other := s.make("/core/v2/posts", map[string]any{"title": "Other", "status": "publish", "comment_status": "open"})
	closed := s.make("/core/v2/posts", map[string]any{"title": "Closed", "status": "publish", "comment_status": "closed"})
	draft := s.make("/core/v2/posts", map[string]any{"title": "Draft", "status": "draft", "comment_status": "open"})
	locked := s.make("/core/v2/posts", map[string]any{"title": "Locked", "status": "publish", "comment_status": "open", "password": "enter"})
	form := func(entry, text string, pairs ...string) url.Values {
		f := url.Values{"comment_post_ID": {entry}, "comment": {text}, "author": {"Ada"}, "email": {"ada@example.org"}, "url": {""}, "comment_parent": {"0"}}
		for i := 0; i < len(pairs); i += 2 {
			f.Set(pairs[i], pairs[i+1])
		}
		return f
	}
	send := func(b *browser, f url.Values, headers ...string) answer {
		passed.Add(20)
		return b.visit("/wp-comments-post.php", f, headers...)
	}
	stored := func(entry string) string {
		var words []string
		a := s.do("administrator", "GET", "/api/core/v2/comments?context=edit&status=all&order=asc&orderby=id&post="+entry, nil)
		var list []any
		if err := json.Unmarshal(a.body, &list); err != nil {
			t.Fatalf("comments of %s: %d %s", entry, a.status, a.body)
		}
		for _, v := range list {
			c := v.(map[string]any)
			words = append(words, fmt.Sprint(c["author_name"], " ", c["status"], " ", at(c, "content", "raw")))
		}
		return strings.Join(words, "; ")
	}
	visitor := s.browser(t)
	first := send(visitor, form(open, "One <script>alert(1)</script><b>bold</b>"))
	to := first.header.Get("Location")
	if first.status != 302 || !strings.Contains(to, "/open/?unapproved=") || !strings.Contains(to, "&moderation-hash=") || len(first.header.Values("Set-Cookie")) != 0 {
		t.Fatalf("first comment: %d to %q, cookies %q", first.status, to, first.header.Values("Set-Cookie"))
	}
	if got := stored(open); got != "Ada hold One alert(1)<b>bold</b>" {
		t.Errorf("stored: %s", got)
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(to, "http://example.org"), "#")
	if a := visitor.visit(path, nil); !strings.Contains(string(a.body), "One alert(1)") || !strings.Contains(a.header.Get("Cache-Control"), "no-store") {
		t.Errorf("who wrote a comment sees it while it waits: %d, %q", a.status, a.header.Get("Cache-Control"))
	}
	plain, _, _ := strings.Cut(path, "?")
	for _, wrong := range []string{plain, path[:len(path)-3] + "000", strings.Replace(path, "/open/", "/other/", 1)} {
		if a := visitor.visit(wrong, nil); a.status != 200 || strings.Contains(string(a.body), "One alert(1)") {
			t.Errorf("%s: %d, shows a comment that waits", wrong, a.status)
		}
	}
	passed.Add(601)
	if a := visitor.visit(path, nil); strings.Contains(string(a.body), "One alert(1)") {
		t.Error("the key to a comment doesn't end")
	}
	if a := send(visitor, form(open, "Again")); a.status != 302 {
		t.Errorf("once more: %d %s", a.status, a.body)
	}
	for what, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"said already":   {form(open, "Again"), 409},
		"no text":        {form(open, " "), 400},
		"no name":        {form(open, "x", "author", ""), 400},
		"no address":     {form(open, "x", "email", "nobody"), 400},
		"long name":      {form(open, "x", "author", strings.Repeat("n", 300)), 400},
		"no entry":       {form("999999", "x"), 404},
		"bad entry":      {form("x", "x"), 404},
		"closed":         {form(closed, "x"), 403},
		"draft":          {form(draft, "x"), 404},
		"locked":         {form(locked, "x"), 403},
		"no such parent": {form(open, "x", "comment_parent", "99"), 403},
		"program":        {form(open, "x", "_wp_leave_empty", "http://spam.example/"), 403},
		"too long":       {form(open, strings.Repeat("x", 70_000)), 400},
	} {
		if a := send(s.browser(t), c.form); a.status != c.status || a.header.Get("Location") != "" {
			t.Errorf("%s: %d, want %d: %.200s", what, a.status, c.status, a.body)
		}
	}
	if a := send(s.browser(t), form(open, "x"), "Origin", "http://evil.example"); a.status != 403 {
		t.Errorf("from another site: %d", a.status)
	}
	if a := visitor.visit("/wp-comments-post.php?comment=x&comment_post_ID="+open, nil); a.status != 405 || a.header.Get("Allow") != "POST" {
		t.Errorf("by GET: %d", a.status)
	}
	passed.Add(20)
	if a := visitor.visit("/wp-comments-post.php", form(open, "Two")); a.status != 302 {
		t.Errorf("another one: %d", a.status)
	} else if a = visitor.visit("/wp-comments-post.php", form(open, "Three")); a.status != 429 {
		t.Errorf("two at once: %d", a.status)
	}
	if got := stored(closed) + stored(draft) + stored(locked); got != "" {
		t.Errorf("kept what was refused: %s", got)
	}
	// A visitor who agrees is remembered, and forgotten again.
	if a := send(visitor, form(other, "Four", "wp-comment-cookies-consent", "yes", "redirect_to", "http://evil.example/")); len(a.header.Values("Set-Cookie")) != 2 ||
		a.header.Get("Location") != "http://example.org/wp-admin/" {
		t.Errorf("with consent: %q, to %s", a.header.Values("Set-Cookie"), a.header.Get("Location"))
	}
	if a := send(visitor, form(other, "Five", "redirect_to", "/about/")); len(a.header.Values("Set-Cookie")) != 2 || !strings.Contains(a.header.Get("Set-Cookie"), "Max-Age=0") ||
		!strings.HasPrefix(a.header.Get("Location"), "/about/?unapproved=") {
		t.Errorf("without consent: %q, to %s", a.header.Values("Set-Cookie"), a.header.Get("Location"))
	}
	// The password opens the entry for a comment.
	visitor.visit("/wp-login.php?action=postpass", url.Values{"post_password": {"enter"}, "redirect_to": {"/"}})
	if a := send(visitor, form(locked, "Let in")); a.status != 302 {
		t.Errorf("with the password: %d %s", a.status, a.body)
	}
}

// A comment that isn't taken is told on a page that is called so, whatever extensions make of titles.
func TestRefusedCommentsAreCalledSo(t *testing.T) {
	t.Parallel()
	for _, preset := range []string{"core", "full"} {
		s := start(t, app.Config{Preset: preset})
		entry := s.make("/core/v2/posts", map[string]any{"title": "Open", "status": "publish", "comment_status": "open"})
		a := s.browser(t).visit("/wp-comments-post.php", url.Values{"comment_post_ID": {entry}, "comment": {"x"}, "author": {"Ada"}, "email": {"nobody"}})
		body := string(a.body)
		if a.status != 400 || !strings.Contains(body, "<title>Your comment wasn") || strings.Contains(body, "Page not found") || !strings.Contains(body, `name="robots" content="noindex`) {
			t.Errorf("%s: %d %.900s", preset, a.status, body)
		}
	}
}
