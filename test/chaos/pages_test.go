package chaos

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"quoin/test/program"
)

// pages are what strangers ask for, of a site whose posts of this round are ids.
func (l *ledger) pages() []string {
	list := []string{
		"/", "/?paged=2", "/feed/", "/comments/feed/", "/wp-sitemap.xml", "/?s=words", "/author/admin/",
		"/api/core/v2/posts?per_page=50", "/api/core/v2/posts?orderby=modified&per_page=20", "/api/core/v2/comments?per_page=50",
		"/api/core/v2/media?per_page=50", "/api/core/v2/categories", "/api/core/v2/search?search=words&per_page=20",
		"/wp-json/wp/v2/posts?_embed&per_page=10", "/wp-json/wp/v2/users",
	}
	for _, id := range l.posts[:3] {
		list = append(list, fmt.Sprint("/?p=", id), fmt.Sprint("/api/core/v2/posts/", id), fmt.Sprint("/api/core/v2/comments?post=", id))
		var p listed
		l.get(0, fmt.Sprintf("/api/core/v2/posts/%d?context=edit", id), &p)
		list = append(list, strings.TrimPrefix(p.Link, "http://example.org"))
	}
	for k, a := range l.of("delete") {
		if k < 5 {
			list = append(list, fmt.Sprint("/api/core/v2/posts/", a.id), fmt.Sprint("/?p=", a.id))
		}
	}
	return list
}

// page is what a stranger gets.
func (c *chaos) page(p *program.Process, path string) string {
	c.Helper()
	res, err := c.client.Get(p.Base + path)
	if err != nil {
		c.Fatalf("GET %s: %v", path, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatalf("GET %s: %v", path, err)
	}
	if res.StatusCode >= http.StatusInternalServerError {
		c.Errorf("GET %s: %d %.300s", path, res.StatusCode, body)
	}
	return fmt.Sprint(res.StatusCode, res.Header.Get("X-WP-Total"), res.Header.Get("Location"), string(body))
}

// agree says how long nodes may differ after the last write.
const agree = 5 * time.Second

// checkPages asks both nodes, twice, so that the second answer comes from a cache, and one
// that has none.
func (l *ledger) checkPages() {
	l.Helper()
	anew, err := program.Start(l.command("serve", "--listen", "127.0.0.1:0", "--url", "http://example.org", "--no-cache"))
	if err != nil {
		l.Fatal(err)
	}
	defer func() { l.must(anew.Stop()) }()
	began := time.Now()
	for _, path := range l.pages() {
		for i, n := range l.node {
			for range 2 {
				got, want := l.page(n.now(), path), l.page(anew, path)
				for got != want && time.Since(began) < agree {
					time.Sleep(100 * time.Millisecond)
					got, want = l.page(n.now(), path), l.page(anew, path)
				}
				if got != want {
					l.Errorf("node %d has an old %s:\n%s\nwithout a cache it is\n%s", i, path, around(got, want), around(want, got))
				}
			}
		}
	}
}

// around is the part of a text that differs from another.
func around(a, b string) string {
	k := 0
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	return a[max(0, k-80):min(len(a), k+200)]
}
