package api

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/storage/store/storetest"
)

// Addresses of this site become cards of what they lead to, without asking
// over the network, and follow what becomes of that.
func TestOwnEmbeds(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	target := s.newEntry("editor", "pages", map[string]any{"title": "The <em>target</em> & more", "content": "words", "status": "publish"})
	draft := s.newEntry("editor", "pages", map[string]any{"title": "Secret draft", "content": "words"})
	at := "http://example.org/the-target-more/"
	hidden := fmt.Sprintf("http://example.org/?page_id=%d", draft)
	host := s.newEntry("author", "posts", map[string]any{"title": "Host", "status": "publish", "content": `<!-- wp:embed {"url":"` + at + `","type":"wp-embed"} -->
<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">
` + at + `
</div></figure>
<!-- /wp:embed -->

<!-- wp:paragraph -->
<p>` + fmt.Sprintf("http://example.org/?page_id=%d", target) + `</p>
<!-- /wp:paragraph -->

<!-- wp:freeform -->
` + hidden + `

http://example.org/nothing-here/

http://example.org/
<!-- /wp:freeform -->

<!-- wp:paragraph --><p>In a line, ` + at + ` stays an address.</p><!-- /wp:paragraph -->`})
	path := fmt.Sprintf("/wp-json/wp/v2/posts/%d", host)
	rendered := func() string {
		return fmt.Sprint(s.do("", "GET", path, nil).object(t)["content"].(map[string]any)["rendered"])
	}
	text := rendered()
	if n := strings.Count(text, `<blockquote class="wp-embedded-content" data-secret="`); n != 2 {
		t.Errorf("%d cards, want 2: %s", n, text)
	}
	for _, want := range []string{
		`"><a href="` + at + `">The <em>target</em> &#038; more</a></blockquote><iframe`, ` src="` + at + `embed/#?secret=`, ` width="500" height="282"`,
		` sandbox="allow-scripts" security="restricted" style="position: absolute; visibility: hidden;"`, ` loading="lazy"`,
		` title="&#8220;The target &#038; more&#8221; &#8212; Quoin"`,
		"page_id=" + fmt.Sprint(draft) + "\n", "http://example.org/nothing-here/\n", "In a line, " + at + " stays an address.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(text, "Secret") || strings.Contains(text, "<script") {
		t.Errorf("the text has what it shouldn't: %s", text)
	}
	page := string(s.do("", "GET", fmt.Sprintf("/?p=%d", host), nil, "Accept", "text/html").header.Get("Location"))
	page = strings.TrimPrefix(page, "http://example.org")
	if a := s.do("", "GET", page, nil); strings.Count(string(a.body), "iframe.wp-embedded-content[data-secret]") != 1 || strings.Count(string(a.body), "<iframe") != 2 {
		t.Errorf("the page doesn't have the script of frames once: %s", a.body)
	}
	if a := s.do("", "GET", page+"feed/?withoutcomments=1", nil); strings.Contains(string(a.body), "visibility: hidden") || !strings.Contains(string(a.body), "wp-embedded-content") {
		t.Errorf("the feed hides its frames: %s", a.body)
	}
	// The text follows what it shows.
	change := func(id int64, body map[string]any) {
		t.Helper()
		if a := s.do("editor", "POST", fmt.Sprintf("/api/core/v2/pages/%d", id), body); a.status != 200 {
			t.Fatal(a.status, string(a.body))
		}
	}
	for _, step := range []struct {
		id   int64
		body map[string]any
		want string
		n    int
	}{
		{target, map[string]any{"title": "Renamed"}, "Renamed</a></blockquote>", 2},
		{target, map[string]any{"status": "draft"}, at, 0},
		{target, map[string]any{"status": "publish"}, "Renamed</a></blockquote>", 2},
		{draft, map[string]any{"status": "publish"}, "Secret draft</a></blockquote>", 3},
		{draft, map[string]any{"password": "key"}, "Protected: Secret draft</a></blockquote>", 3},
		{draft, map[string]any{"password": "", "status": "private"}, "page_id", 2},
		{target, map[string]any{"slug": "nothing-here"}, "http://example.org/nothing-here/embed/", 2},
	} {
		change(step.id, step.body)
		for range 2 {
			if text := rendered(); !strings.Contains(text, step.want) || strings.Count(text, "<iframe") != step.n {
				t.Errorf("after %v: want %s and %d cards: %s", step.body, step.want, step.n, text)
			}
			if a := s.do("", "GET", page, nil); !strings.Contains(string(a.body), step.want) || strings.Count(string(a.body), "<iframe") != step.n {
				t.Errorf("the page after %v lacks %s", step.body, step.want)
			}
		}
	}
	if strings.Contains(rendered(), "Secret") {
		t.Error("a private entry is shown")
	}
	if a := s.do("editor", "DELETE", fmt.Sprintf("/api/core/v2/pages/%d", target), nil); a.status != 200 {
		t.Fatal(a.status)
	}
	if text := rendered(); strings.Contains(text, "<iframe") {
		t.Errorf("what is in the trash is shown: %s", text)
	}
}

// Thousands of addresses cost what the budget of a text allows.
func TestManyEmbedsAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "core"})
	var b strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&b, "http://example.org/nothing-%d/\n\n", i)
	}
	host := s.newEntry("author", "posts", map[string]any{"title": "Host", "status": "publish", "content": b.String()})
	ctx, count := storetest.CountStatements(t.Context())
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", fmt.Sprintf("/wp-json/wp/v2/posts/%d", host), nil))
	if w.Code != 200 {
		t.Fatal(w.Code)
	}
	if n := count(); n > 4000 {
		t.Errorf("%d statements", n)
	}
}
