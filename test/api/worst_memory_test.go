package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/app"
)

// maxAllocated is what one request may allocate in all, freed again or not.
const maxAllocated = 64 << 20

// longTexts are the worst texts of about n bytes, with those that are worst only when
// they are long.
func longTexts(n int) map[string]string {
	out := worstTexts(n)
	repeated := func(start, piece, end string) string {
		return start + strings.Repeat(piece, max(0, n-len(start)-len(end))/len(piece)) + end
	}
	out["attributes"] = repeated(`<!-- wp:latest-posts {"a":[`, `{"a":1},`, `0]} /-->`)
	out["blocks with attributes"] = repeated("", `<!-- wp:a {"a":1} /-->`, "")
	out["blocks inside"] = repeated("<!-- wp:group -->", "<!-- wp:spacer /-->", "<!-- /wp:group -->")
	out["lists of attributes"] = repeated(`<!-- wp:gallery {"ids":[`, `[],`, `0]} /-->`)
	out["tags"] = repeated("", "<p>", "")
	out["breaks"] = repeated("", "a\n", "")
	out["paragraphs"] = repeated("", "a\n\n", "")
	out["images"] = repeated("", `<img src="a">`, "")
	out["headings"] = repeated("", `<h2>a</h2>`, "")
	out["links"] = repeated("", `<a href="/">a</a>`, "")
	out["ampersands"] = repeated("", "&", "")
	out["apostrophes"] = repeated("", "'", "")
	out["hyphens"] = repeated("", "--", "")
	out["smileys"] = repeated("", ":) ", "")
	out["scripts"] = repeated("", "<script></script>", "")
	out["comments"] = repeated("", "<!---->", "")
	out["unended comments"] = repeated("", "<!--", "")
	out["unended sections"] = repeated("", "<![CDATA[", "")
	out["pages"] = repeated("", "a<!--nextpage-->", "")
	out["teasers"] = repeated("", "a<!--more-->", "")
	out["pictures of faces"] = repeated("", "\U0001F600", "")
	out["ideographs"] = repeated("", "\u6F22", "")
	out["addresses on lines"] = repeated("", "http://example.org/?p=1\n\n", "")
	out["marks of notes"] = repeated("", `<sup data-fn="a"></sup>`, "")
	out["headings with contents"] = repeated("<!-- wp:table-of-contents /-->", `<h2>a</h2>`, "")
	out["classes"] = repeated(`<!-- wp:group {"className":"`, "a b ", `is-style-a--1 wp-elements-a wp-custom-css-a"} --><div></div><!-- /wp:group -->`)
	out["classes of tags"] = repeated(`<!-- wp:group --><div class="`, "a b ", `"></div><!-- /wp:group -->`)
	out["classes of functions"] = repeated(`<!-- wp:latest-posts {"className":"`, "a b ", `"} /-->`)
	out["hidden images"] = repeated(`<!-- wp:group {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} --><div>`, `<img src="a">`, `</div><!-- /wp:group -->`)
	out["images in details"] = repeated(`<!-- wp:details --><details>`, `<img src="a">`, `</details><!-- /wp:details -->`)
	out["deep functions"] = repeated(strings.Repeat(`<!-- wp:cover {"url":"http://example.org/a.png"} --><div class="wp-block-cover">`, 200), "a", strings.Repeat("</div><!-- /wp:cover -->", 200))
	words := func(start, end string) string {
		b := []byte(start)
		for i := 0; len(b) < n-len(end); i++ {
			b = append(strconv.AppendInt(append(b, 'a'), int64(i), 36), ' ')
		}
		return string(b) + end
	}
	out["distinct classes"] = words(`<!-- wp:group {"className":"`, `"} --><div></div><!-- /wp:group -->`)
	out["distinct classes of tags"] = words(`<!-- wp:group --><div class="`, `"></div><!-- /wp:group -->`)
	out["distinct classes of functions"] = words(`<!-- wp:latest-posts {"className":"`, `"} /-->`)
	out["styles"] = repeated(`<!-- wp:group {"style":{"css":"`, "a{b:c}", `"}} --><div></div><!-- /wp:group -->`)
	out["cells"] = repeated("<!-- wp:table --><figure><table><tbody><tr>", "<td></td>", "</tr></tbody></table></figure><!-- /wp:table -->")
	deep := func(attrs string) string {
		const levels = 250
		start, end := strings.Repeat("<!-- wp:group "+attrs+` --><div class="wp-block-group">`, levels), strings.Repeat("</div><!-- /wp:group -->", levels)
		return repeated(start, "a", end)
	}
	out["deep blocks"] = deep("")
	out["deep blocks with styles"] = deep(`{"style":{"elements":{"link":{"color":{"text":"#f00"}}},"position":{"type":"sticky","top":"0px"},"dimensions":{"aspectRatio":"1"},` +
		`"background":{"backgroundImage":{"url":"http://example.org/a.png"}},"css":"color:red"},"layout":{"type":"flex"}}`)
	return out
}

// TestWorstTextsTakeBoundedMemory writes nearly a megabyte of each of the worst texts
// into what holds the longest ones, and shows it in each way there is. What is allocated
// is counted, so it isn't parallel.
func TestWorstTextsTakeBoundedMemory(t *testing.T) {
	s := start(t, app.Config{Data: t.TempDir(), NoCache: true})
	texts := longTexts(900 << 10)
	most := uint64(0)
	for _, kind := range slices.Sorted(maps.Keys(texts)) {
		for _, field := range []string{"content", "title", "excerpt"} {
			if field != "content" && strings.Contains(texts[kind], "<!-- wp:") {
				continue // blocks are rendered in contents
			}
			t.Run(field+" of "+kind, func(t *testing.T) {
				most = max(most, s.showWorst(t, field, texts[kind]))
			})
		}
	}
	t.Logf("the most that was allocated are %.1f MB", float64(most)/(1<<20))
}

// showWorst stores a text in a field of a post, shows it, and is the most that a
// request allocated.
func (s *server) showWorst(t *testing.T, field, text string) (most uint64) {
	post := map[string]any{"title": "Worst", "content": "Text.", "status": "publish", "slug": "worst"}
	post[field] = text
	const posts = "/api/core/v2/posts"
	written := s.allocated("administrator", http.MethodPost, posts+"?_fields=id,link", post)
	id := strings.TrimSuffix(strings.TrimPrefix(written.body, `{"id":`), written.body[strings.IndexByte(written.body, ','):])
	if written.status != http.StatusCreated || id == "" {
		t.Fatalf("%d %.200s", written.status, written.body)
	}
	var stored struct{ Link string }
	if err := json.Unmarshal([]byte(written.body), &stored); err != nil {
		t.Fatal(err)
	}
	page := strings.TrimPrefix(stored.Link, "http://example.org")
	rows := []struct{ role, path string }{
		{"", page}, {"", page + "embed/"}, {"", "/"}, {"", "/feed/"}, {"", "/?s=a"}, {"administrator", page},
		{"", posts + "/" + id}, {"", posts}, {"", posts + "?_embed=1&search=worst"}, {"administrator", posts + "/" + id + "?context=edit"},
		{"administrator", "/wp-admin/post.php?post=" + id + "&action=edit"}, {"administrator", "/wp-admin/edit.php"},
	}
	check := func(what string, a allocation) {
		most = max(most, a.bytes)
		if a.bytes > maxAllocated || a.status >= 500 {
			t.Errorf("%s: %d, %.1f MB allocated", what, a.status, float64(a.bytes)/(1<<20))
		}
	}
	check("writing", written)
	for _, row := range rows {
		check(row.role+" GET "+row.path, s.allocated(row.role, http.MethodGet, row.path, nil))
	}
	if gone := s.allocated("administrator", http.MethodDelete, posts+"/"+id+"?force=true&_fields=deleted", nil); gone.status != http.StatusOK {
		t.Fatalf("%d %.200s", gone.status, gone.body)
	}
	return most
}

// TestFeedsOfLongTextsAreBounded reads feeds of entries that are long each.
func TestFeedsOfLongTextsAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Data: t.TempDir()})
	for n := range 8 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Entry ", n), "status": "publish", "content": strings.Repeat("<", 900<<10)})
	}
	for _, path := range []string{"/feed/", "/feed/atom/", "/feed/rdf/", "/author/admin/feed/", "/category/uncategorized/feed/", "/?s=Entry&feed=rss2"} {
		a, _ := s.counted("", http.MethodGet, path, nil)
		// One entry is always there, with what its escapes make of it.
		if a.status == http.StatusOK && (len(a.body) > 10<<20 || !strings.Contains(string(a.body), "Entry 7")) || a.status >= 500 {
			t.Errorf("%s: %d, %d bytes", path, a.status, len(a.body))
		}
	}
}

// allocation is what a request allocated, with the beginning of its answer.
type allocation struct {
	status int
	body   string
	bytes  uint64
}

// allocated makes a request whose answer is read and not kept.
func (s *server) allocated(role, method, path string, body map[string]any) allocation {
	s.t.Helper()
	sent := jsonBody(s.t, body)
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, sent)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if role != "" {
		r.SetBasicAuth("test_"+role, s.secrets[role])
	}
	w := &beginning{header: http.Header{}, status: http.StatusOK}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.handler.ServeHTTP(w, r)
	runtime.ReadMemStats(&after)
	return allocation{w.status, w.body.String(), after.TotalAlloc - before.TotalAlloc}
}

// beginning keeps the beginning of an answer.
type beginning struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (b *beginning) Header() http.Header    { return b.header }
func (b *beginning) WriteHeader(status int) { b.status = status }
func (b *beginning) Write(p []byte) (int, error) {
	b.body.Write(p[:min(len(p), max(0, 2000-b.body.Len()))])
	return len(p), nil
}
