package api

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/app"
)

// Programs that ask for no body of robots.txt are told what the reference tells
// them; the file itself is text.
func TestHeadOfRobots(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	for range 2 {
		get, head := s.do("", "GET", "/robots.txt", nil), s.do("", "HEAD", "/robots.txt", nil)
		if a, b := get.header.Get("Content-Type"), head.header.Get("Content-Type"); a != "text/plain; charset=utf-8" || b != "text/html; charset=UTF-8" {
			t.Errorf("%s, without a body %s", a, b)
		}
		if get.status != 200 || head.status != 200 || len(head.body) != 0 || !strings.Contains(string(get.body), "Sitemap: ") ||
			!strings.Contains(get.header.Get("Link"), `rel="https://api.w.org/"`) {
			t.Errorf("%d and %d: %s %s", get.status, head.status, get.body, get.header)
		}
	}
}

// TestPostExcerptLength: the block cuts at its own length, up to 101 words of
// which the last one only shows that there are more.
func TestPostExcerptLength(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	words := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "w%d ", i+1)
		}
		return strings.TrimSpace(b.String())
	}
	id := map[string]int64{}
	for _, n := range []int{3, 100, 101, 300} {
		id[fmt.Sprint(n)] = s.newEntry("author", "posts", map[string]any{"title": "x", "status": "publish", "content": words(n)})
	}
	id["by hand"] = s.newEntry("author", "posts", map[string]any{"title": "x", "status": "publish", "content": "x", "excerpt": "<b>" + words(150) + "</b>"})
	for _, tt := range []struct {
		of     string
		length string
		want   string
	}{
		{"300", "", words(55) + "&hellip;"},
		{"300", "1", "w1&hellip;"}, {"300", "100", words(100) + "&hellip;"}, {"300", "101", words(101) + "&hellip;"},
		{"300", "102", words(101) + " [&hellip;]"}, {"300", "0", "&hellip;"}, {"300", "-1", words(101) + "&hellip;"},
		{"101", "100", words(100) + "&hellip;"}, {"101", "101", words(101)}, {"100", "100", words(100)}, {"3", "100", words(3)}, {"3", "-5", words(2) + "&hellip;"},
		{"by hand", "100", words(100) + "&hellip;"}, {"by hand", "149", words(149) + "&hellip;"}, {"by hand", "150", words(150)},
	} {
		attributes := map[string]any{}
		if n, err := strconv.Atoi(tt.length); err == nil {
			attributes["excerptLength"] = n
		}
		a := s.do("administrator", "POST", "/api/core/v2/block-renderer/core/post-excerpt?context=edit", map[string]any{"post_id": id[tt.of], "attributes": attributes})
		if a.status != 200 {
			t.Fatalf("%d %s", a.status, a.body)
		}
		if got := fmt.Sprint(a.object(t)["rendered"]); !strings.Contains(got, `<p class="wp-block-post-excerpt__excerpt">`+tt.want+" </p>") {
			t.Errorf("%s words of %s: %s", tt.length, tt.of, got)
		}
	}
}

// TestRareAddresses asks for what few visitors ask for.
func TestRareAddresses(t *testing.T) {
	t.Parallel()
	clock := newClock()
	s := start(t, app.Config{Preset: "core", Clock: clock.now})
	rocks := s.do("administrator", "POST", "/api/core/v2/categories", map[string]any{"name": "Rocks"}).object(t)["id"]
	posts := map[string]int64{}
	for i, title := range []string{"First", "Second", "Third"} {
		posts[title] = s.newEntry("author", "posts", map[string]any{
			"title": title, "status": "publish", "date": fmt.Sprintf("2020-01-0%dT00:00:00", i+1), "categories": []any{rocks},
		})
	}
	for _, title := range []string{"Third", "First"} {
		clock.unix.Add(60)
		if a := s.do("editor", "POST", "/api/core/v2/comments", map[string]any{"post": posts[title], "content": "On " + title}); a.status != 201 {
			t.Fatal(a.status, string(a.body))
		}
	}
	author := fmt.Sprintf("/wp-json/wp/v2/users/%d>", s.ids["author"])
	for _, tt := range []struct {
		path         string
		status       int
		kind         string
		want, wanted string // in the body; in Location or Link
		not          string
	}{
		// Forms that can't tell of comments tell of what was commented on.
		{"/comments/feed/rdf/", 200, "application/rdf+xml", "Third", "", "Second"},
		{"/comments/feed/rss/", 200, "application/rss+xml", "First", "", "Second"},
		{"/?feed=comments-rdf", 200, "application/rdf+xml", "First", "", "Second"},
		{"/comments/feed/", 200, "application/rss+xml", "Comment on First", "", "Second"},
		// Beyond the end there is a feed of nothing.
		{"/feed/?paged=99", 404, "application/rss+xml", "Page not found", "", "<item>"},
		{"/category/rocks/feed/atom/?paged=9", 404, "application/atom+xml", "Page not found", "", "<entry>"},
		{"/category/rocks/page/9/", 404, "text/html", "Page not found", "", ""},
		// The record of an author belongs to the archive.
		{"/author/test_author/", 200, "text/html", "Third", author, ""},
		{"/author/test_author/feed/", 200, "application/rss+xml", "Third", author, ""},
		// What a list of one says is what its value says.
		{fmt.Sprintf("/?cat[]=%v", rocks), 301, "", "", "http://example.org/category/rocks/", ""},
		{"/?category_name[]=rocks&x=1", 301, "", "", "http://example.org/category/rocks/?x=1", ""},
		{"/?tag[]=none", 404, "text/html", "", "", ""},
		{"/?s[]=x", 200, "text/html", "Search Results for", "", ""},
		{fmt.Sprintf("/?p=%dabc", posts["First"]), 301, "", "", "http://example.org/2020/01/01/first/", ""},
		{"/?p=abc", 200, "text/html", "Third", "", ""},
	} {
		a := s.do("", "GET", tt.path, nil)
		said := a.header.Get("Location") + " " + strings.Join(a.header.Values("Link"), " ")
		if a.status != tt.status || !strings.HasPrefix(a.header.Get("Content-Type"), tt.kind) || !strings.Contains(string(a.body), tt.want) || !strings.Contains(said, tt.wanted) {
			t.Errorf("%s: %d %s %s: %.300s", tt.path, a.status, a.header.Get("Content-Type"), said, a.body)
		}
		if tt.not != "" && strings.Contains(string(a.body), tt.not) {
			t.Errorf("%s has %s", tt.path, tt.not)
		}
	}
}
