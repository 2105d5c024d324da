package api

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
)

// hostileTexts are contents of up to a megabyte that an author can send, and
// that once took long to show.
func hostileTexts() map[string]string {
	var ids, words strings.Builder
	for n := range 150_000 {
		fmt.Fprintf(&ids, "%d,", n)
	}
	for n := range 130_000 {
		fmt.Fprintf(&words, "w%d ", n)
	}
	var queries strings.Builder
	for n := range 500 {
		fmt.Fprintf(&queries, `<!-- wp:query {"query":{"perPage":100,"search":"%d"}} --><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->`, n)
	}
	many := func(n int, block string) string { return strings.Repeat(block, n) }
	return map[string]string{
		"post-content":    many(3000, "<!-- wp:post-content /-->"),
		"time-to-read":    many(3000, "<!-- wp:post-time-to-read /-->"),
		"post-excerpt":    many(25_000, "<!-- wp:post-excerpt /-->"),
		"gallery ids":     `[gallery ids="` + ids.String()[:900_000] + `"]`,
		"className":       `<!-- wp:archives {"className":"` + words.String()[:900_000] + `"} /-->`,
		"images":          `<!-- wp:gallery --><figure>` + many(8000, `<!-- wp:image {"id":7} --><figure><img src="/a.jpg" class="wp-image-7"/></figure><!-- /wp:image -->`) + `</figure><!-- /wp:gallery -->`,
		"query loops":     queries.String(),
		"latest-comments": many(18_000, `<!-- wp:latest-comments {"commentsToShow":100} /-->`),
		"nested groups":   strings.Repeat("<!-- wp:group --><div>", 250) + many(100_000, "<p>x</p>") + strings.Repeat("</div><!-- /wp:group -->", 250),
	}
}

// TestHostileTexts reads costly entries as an anonymous caller: each within the
// time and memory that one request may take, and the second time for nothing.
func TestHostileTexts(t *testing.T) {
	s := start(t, app.Config{})
	post := s.do("author", "POST", "/api/core/v2/posts", map[string]any{"title": "T", "content": "x", "status": "publish"})
	id := int(post.object(t)["id"].(float64))
	for n := range 100 {
		a := s.do("administrator", "POST", "/api/core/v2/comments", map[string]any{"post": id, "content": fmt.Sprint(n, strings.Repeat(" word", 40))})
		if a.status >= 300 {
			t.Fatalf("%d %.200s", a.status, a.body)
		}
	}
	for name, text := range hostileTexts() {
		a := s.do("author", "POST", "/api/core/v2/posts?_fields=id", map[string]any{"title": name, "status": "draft", "content": "x"})
		if a.status >= 300 {
			t.Fatalf("%s: %d %.200s", name, a.status, a.body)
		}
		id := int64(a.object(t)["id"].(float64))
		err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
			e, err := s.app.DB.EntryByID(ctx, id)
			if err != nil {
				return err
			}
			e = e.Clone()
			e.Content, e.Status = text, "publish"
			return s.app.DB.UpdateEntry(ctx, e)
		})
		if err != nil {
			t.Fatal(err)
		}
		path := fmt.Sprintf("/api/core/v2/posts/%d", id)
		read := func(round int) (time.Duration, uint64, int) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := processorTime(t)
			got := s.do("", "GET", fmt.Sprintf("%s?round=%d", path, round), nil)
			used := processorTime(t) - start
			runtime.ReadMemStats(&after)
			if got.status != 200 {
				t.Errorf("%s: %d %.200s", name, got.status, got.body)
			}
			return used, (after.TotalAlloc - before.TotalAlloc) >> 20, len(got.body) >> 10
		}
		used, allocated, size := read(1)
		again, _, _ := read(2)
		t.Logf("%-16s %5d KB: %6d ms, %5d MB allocated, %6d KB; again %d ms", name, len(text)>>10, used.Milliseconds(), allocated, size, again.Milliseconds())
		if used > costLimit || again > costLimit/2 {
			t.Errorf("%s takes %v, and %v again", name, used, again)
		}
	}
}

// costLimit is what a request may take. Usual machines need a fourth.
const costLimit = 4 * time.Second
