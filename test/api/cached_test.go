package api

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
)

// clock is a clock that all servers of a test share; it only moves when told.
type clock struct{ unix atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.unix.Store(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC).Unix())
	return c
}

func (c *clock) now() time.Time { return time.Unix(c.unix.Load(), 0).UTC() }

// walk is a random series of reads and writes over every resource.
type walk struct {
	*rand.Rand
	high int64 // the highest id that a write was answered with
}

func (w *walk) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *walk) id() int64 { return 1 + w.Int64N(w.high+2) }

// word is one of a few texts, so that searches and slugs meet.
func (w *walk) word() string {
	return w.pick("alpha", "beta", "Gamma", "délta", "epsilon zeta", "alpha beta", "it's \"quoted\"", "")
}

// read is a random address that an anonymous caller may read.
func (w *walk) read() string {
	switch w.IntN(16) {
	case 0, 1, 2:
		q := fmt.Sprintf("per_page=%d&page=%d", 1+w.IntN(12), 1+w.IntN(3))
		for range w.IntN(3) {
			q += "&" + w.pick("search=alpha", "search=beta", "categories=1", "categories=2", "tags=3", "author=1", "orderby=title&order=asc",
				"orderby=modified", "_embed", "_embed=author", "_fields=id,title,_links", "context=embed", "sticky=true", "ignore_sticky=false",
				"slug=alpha", "format=aside", "exclude=2,3", "before=2026-03-04T05:06:30", "_envelope=1", "round=1", "round=2", "password=secret")
		}
		return "/core/v2/posts?" + q
	case 3:
		return fmt.Sprintf("/core/v2/posts/%d?%s", w.id(), w.pick("", "_embed", "_fields=content", "context=embed", "password=secret", "excerpt_length=1", "round=1"))
	case 4:
		return fmt.Sprintf("/core/v2/pages?%s", w.pick("", "parent=0", "orderby=menu_order&order=asc", "_embed=up"))
	case 5:
		return fmt.Sprintf("/core/v2/pages/%d", w.id())
	case 6:
		return "/core/v2/categories?" + w.pick("", "hide_empty=1", "orderby=count&order=desc", "parent=0", "search=a")
	case 7:
		return "/core/v2/tags?" + w.pick("", fmt.Sprint("post=", w.id()), "orderby=slug", "hide_empty=1")
	case 8:
		return fmt.Sprintf("/core/v2/%s/%d", w.pick("categories", "tags"), w.id())
	case 9:
		return "/core/v2/users?" + w.pick("", "search=e", "has_published_posts=post", "orderby=id")
	case 10:
		return fmt.Sprintf("/core/v2/users/%d", 1+w.IntN(7))
	case 11:
		return "/core/v2/comments?" + w.pick("", fmt.Sprint("post=", w.id()), "order=asc", "search=alpha", "_embed")
	case 12:
		return fmt.Sprintf("/core/v2/comments/%d", 1+w.IntN(20))
	case 13:
		return "/core/v2/search?" + w.pick("search=alpha", "type=term", "type=post-format", "search=beta&subtype=page")
	case 14:
		return w.pick("/?_fields=name,description,url,gmt_offset,site_icon", "/core/v2/types", "/core/v2/statuses", "/core/v2/taxonomies", "/core/v2/types/post")
	}
	return "/core/v2/navigation?" + w.pick("", "_fields=id,title")
}

// readAs is a random address with the role that asks for it, "" for an
// anonymous caller.
func (w *walk) readAs() (role, path string) {
	path = w.read()
	role = w.pick("", "", "", "", "subscriber", "author", "editor", "administrator")
	if role != "" && w.IntN(2) == 0 {
		path += w.pick("&", "?")
		if !strings.Contains(path, "?") {
			path += "?"
		}
		path += "&context=edit"
	}
	return role, path
}

// text is content of a few kinds: plain, with generated ids that count on from
// entry to entry, leading back to the address asked for, for editors only.
func (w *walk) text() string {
	return w.pick(
		"<!-- wp:paragraph --><p>"+w.word()+"</p><!-- /wp:paragraph -->",
		`<!-- wp:group {"layout":{"type":"flex"}} --><div class="wp-block-group"><!-- wp:paragraph --><p>`+w.word()+"</p><!-- /wp:paragraph --></div><!-- /wp:group -->",
		"<!-- wp:loginout /-->",
		"<!-- wp:latest-comments /-->",
	)
}

// change is a random write with the role that makes it.
func (w *walk) change() (role, method, path string, body map[string]any) {
	role = w.pick("administrator", "administrator", "editor", "author", "contributor")
	entry := map[string]any{
		"title": w.word(), "content": w.text(),
		"status": w.pick("publish", "publish", "publish", "draft", "private", "pending", "future"),
	}
	switch w.IntN(6) {
	case 0:
		entry["slug"] = w.word()
	case 1:
		entry["categories"] = []int64{1, w.id()}
	case 2:
		entry["tags"] = []int64{w.id(), w.id()}
	case 3:
		entry["sticky"] = w.IntN(2) == 0
	case 4:
		entry["password"] = w.pick("", "secret")
	case 5:
		entry["format"] = w.pick("standard", "aside", "quote")
	}
	if entry["status"] == "future" {
		entry["date_gmt"] = "2026-03-04T06:00:00"
	}
	switch w.IntN(14) {
	case 0, 1:
		return role, "POST", "/core/v2/posts", entry
	case 2, 3:
		return role, "POST", fmt.Sprintf("/core/v2/posts/%d", w.id()), entry
	case 4:
		return role, "DELETE", fmt.Sprintf("/core/v2/%s/%d?force=%v", w.pick("posts", "pages", "comments"), w.id(), w.IntN(2) == 0), nil
	case 5:
		return role, "POST", "/core/v2/pages", map[string]any{"title": w.word(), "status": "publish", "parent": w.id(), "menu_order": w.IntN(4)}
	case 6:
		return role, "POST", fmt.Sprintf("/core/v2/pages/%d", w.id()), map[string]any{"title": w.word(), "parent": w.id()}
	case 7:
		return role, "POST", "/core/v2/" + w.pick("categories", "tags"), map[string]any{"name": w.word() + strconv.Itoa(w.IntN(9)), "description": w.word()}
	case 8:
		return role, "POST", fmt.Sprintf("/core/v2/%s/%d", w.pick("categories", "tags"), w.id()), map[string]any{"name": w.word() + "x", "slug": w.word()}
	case 9:
		return role, "DELETE", fmt.Sprintf("/core/v2/%s/%d?force=true", w.pick("categories", "tags"), 2+w.id()), nil
	case 10:
		return role, "POST", "/core/v2/comments", map[string]any{"post": w.id(), "content": w.word() + strconv.Itoa(w.IntN(1000)), "parent": w.IntN(3)}
	case 11:
		return "administrator", "POST", "/core/v2/settings", map[string]any{w.pick("title", "description"): w.word(), "timezone": w.pick("", "America/New_York", "UTC")}
	case 12:
		return "administrator", "POST", fmt.Sprintf("/core/v2/users/%d", 2+w.IntN(5)), map[string]any{"name": w.word() + "n", "description": w.word()}
	}
	return role, "POST", "/core/v2/navigation", map[string]any{"title": w.word(), "status": "publish"}
}

// TestCachedAnswersAreNeverStale runs the same series against two servers over
// equal data, one that caches answers and one that doesn't: equal bytes, always.
func TestCachedAnswersAreNeverStale(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		caching := start(t, app.Config{DatabaseURL: e.database(t), Clock: clock.now})
		plain := start(t, app.Config{DatabaseURL: e.database(t), Clock: clock.now, NoCache: true})
		w := &walk{Rand: rand.New(rand.NewPCG(1, 2)), high: 1}
		writes, same, most, answered := 0, 0, 0, map[int]int{}
		for step := range e.steps(t, 10_000) {
			if w.IntN(5) == 0 {
				role, method, path, body := w.change()
				a, b := caching.do(role, method, "/api"+path, body), plain.do(role, method, "/api"+path, body)
				// A slug that another term has is answered as the reference does.
				failed := a.status >= 500 && !bytes.Contains(a.body, []byte(`"duplicate_term_slug"`))
				if failed || a.status != b.status || !bytes.Equal(a.body, b.body) {
					t.Log(caching.logs)
					t.Fatalf("step %d: %s %s %v as %s\ncaching: %d %s\nplain:   %d %s", step, method, path, body, role, a.status, a.body, b.status, b.body)
				}
				if a.status == 201 {
					if id, ok := a.object(t)["id"].(float64); ok {
						w.high = max(w.high, int64(id))
					}
				}
				writes++
				answered[a.status]++
				if w.IntN(10) == 0 {
					clock.unix.Add(int64(w.IntN(100)))
				}
				continue
			}
			role, path := w.readAs()
			path = w.pick("/api", "/api", "/wp-json") + path
			if path[1] == 'w' {
				path = "/wp-json" + replaceNamespace(path[len("/wp-json"):])
			}
			a, b := caching.do(role, "GET", path, nil), plain.do(role, "GET", path, nil)
			if a.status != b.status || !bytes.Equal(a.body, b.body) {
				t.Fatalf("step %d: GET %s as %q\ncaching: %d %s\nplain:   %d %s", step, path, role, a.status, a.body, b.status, b.body)
			}
			for _, h := range []string{"X-WP-Total", "X-WP-TotalPages", "Link", "Allow", "Etag", "Cache-Control", "Vary", "Content-Type"} {
				if a.header.Get(h) != b.header.Get(h) {
					t.Fatalf("step %d: GET %s: header %s: %q and %q", step, path, h, a.header.Get(h), b.header.Get(h))
				}
			}
			if a.status == 200 {
				same++
			}
			n, _ := caching.app.Cache.Stats()
			most = max(most, n)
		}
		t.Logf("%d writes %v, %d answers compared, %d cached at most", writes, answered, same, most)
		if answered[201] < 10 || most < 10 {
			t.Errorf("the walk made %d objects and no more than %d answers were cached: it tests nothing", answered[201], most)
		}
	})
}

func replaceNamespace(path string) string {
	if len(path) > 8 && path[:8] == "/core/v2" {
		return "/wp/v2" + path[8:]
	}
	return path
}
