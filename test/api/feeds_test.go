package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/platform/outbound"
)

// TestFeedBlocks shows feeds of another site in a post, in the API and on its
// page: what is kept, as the block asks for it, until the feed is due again.
func TestFeedBlocks(t *testing.T) {
	t.Parallel()
	var asked, status atomic.Int64
	status.Store(200)
	hold := make(chan struct{})
	feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			select {
			case <-hold:
			case <-r.Context().Done():
			}
		}
		w.WriteHeader(int(status.Load()))
		_, _ = fmt.Fprintf(w, `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title>`+
			`<item><title>&lt;script&gt;x&lt;/script&gt;Visit %d &amp;amp; more</title><link>http://news.example/1?a=b&amp;c='d'</link><dc:creator>Ann &lt;i&gt;B&lt;/i&gt;</dc:creator>`+
			`<pubDate>Mon, 02 Mar 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;One two three four&lt;/p&gt;</description></item>`+
			`<item><title></title><link>javascript:alert(1)</link><pubDate>Sun, 01 Mar 2026 10:00:00 +0000</pubDate></item>`+
			`<item><title>Third</title><pubDate>Sat, 28 Feb 2026 10:00:00 +0000</pubDate></item></channel></rss>`, asked.Add(1))
	}))
	t.Cleanup(feed.Close)
	clock := newClock()
	s := start(t, app.Config{Clock: clock.now, Preset: "core", Outbound: outbound.New(outbound.Config{
		Allow: []netip.AddrPort{netip.MustParseAddrPort(strings.TrimPrefix(feed.URL, "http://"))},
	})})
	post := func(attrs string) string {
		return fmt.Sprintf("/wp-json/wp/v2/posts/%d", s.newEntry("author", "posts", map[string]any{
			"title": "Feeds", "status": "publish", "content": "<!-- wp:rss {" + strings.ReplaceAll(attrs, "BASE", feed.URL) + "} /-->",
		}))
	}
	rendered := func(path string) string {
		t.Helper()
		return fmt.Sprint(s.do("", "GET", path, nil).object(t)["content"].(map[string]any)["rendered"])
	}
	check := func(attrs string, want ...string) {
		t.Helper()
		path := post(attrs)
		text := rendered(path)
		waitFor(t, func() bool { // a busy machine may not get to it while the first caller waits
			if text = rendered(path); strings.Contains(text, "The feed is being read.") {
				clock.unix.Add(20)
				return false
			}
			return true
		})
		for _, part := range want {
			without, is := strings.CutPrefix(part, "!")
			if is == strings.Contains(text, without) {
				t.Errorf("%s: %s in %s", attrs, part, text)
			}
		}
	}
	const first = `<li class='wp-block-rss__item'><div class='wp-block-rss__item-title'><a href='http://news.example/1?a=b&#038;c=&#039;d&#039;'>xVisit 1 &amp; more</a></div></li>`
	check(`"feedURL":"BASE/a"`, `<ul class="wp-block-rss">`, first, `<div class='wp-block-rss__item-title'>(no title)</div>`, "Third", "!<time", "!by Ann", "!javascript")
	check(`"feedURL":"BASE/a","itemsToShow":1,"displayAuthor":true,"displayDate":true,"displayExcerpt":true,"excerptLength":3,"blockLayout":"grid","columns":4`,
		`class="is-grid columns-4 has-dates has-authors has-excerpts wp-block-rss"`, `<time datetime="2026-03-02T10:00:00+00:00" class="wp-block-rss__item-publish-date">March 2, 2026</time>`,
		`<span class="wp-block-rss__item-author">by Ann B</span>`, `<div class="wp-block-rss__item-excerpt">One two three [&hellip;]</div>`, "!Third")
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	for address, want := range map[string]string{
		"http://127.0.0.1:9/": "RSS Error:</strong> WP HTTP Error: A valid URL was not provided.", "": "The feed has no items.",
		"http://example.org": "cannot show the feed of this site", "http://169.254.169.254/latest/": "A valid URL was not provided.",
	} {
		check(`"feedURL":"`+address+`"`, want, "!<ul")
	}
	// It is fetched again when it is due, behind what is shown; the cached page
	// and answer follow.
	path := post(`"feedURL":"BASE/a"`)
	before := rendered(path)
	clock.unix.Add(12*3600 - 60)
	if rendered(path) != before || asked.Load() != 1 {
		t.Error("another text before the feed was due")
	}
	clock.unix.Add(60)
	if rendered(path) != before {
		t.Error("what is kept isn't shown while the feed is read")
	}
	waitFor(t, func() bool {
		clock.unix.Add(20)
		return strings.Contains(rendered(path), "Visit 2 &amp; more")
	})
	status.Store(503)
	clock.unix.Add(12 * 3600)
	waitFor(t, func() bool { rendered(path); clock.unix.Add(20); return asked.Load() > 2 })
	if text := rendered(path); !strings.Contains(text, "Visit 2") {
		t.Errorf("after a failure: %s", text)
	}
	check(`"feedURL":"BASE/b"`, "The feed answers 503 Service Unavailable.")
	status.Store(200)
	// A feed that doesn't answer holds up no page.
	slow := post(`"feedURL":"BASE/slow"`)
	if text := rendered(slow); !strings.Contains(text, "The feed is being read.") {
		t.Errorf("a slow feed: %s", text)
	}
	close(hold)
	waitFor(t, func() bool {
		clock.unix.Add(20)
		return strings.Contains(rendered(slow), "xVisit")
	})
}

// waitFor asks until something is so.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it doesn't come to that")
		}
	}
}
