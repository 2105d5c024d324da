package feeds

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/outbound"
)

// memory is a Cache.
type memory struct {
	mu     sync.Mutex
	values map[string]string
	until  map[string]time.Time
}

func (m *memory) Cached(_ context.Context, key string, now time.Time) (string, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.values[key]
	return v, ok && now.Before(m.until[key]), nil
}

func (m *memory) SetCached(_ context.Context, key, value string, _, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key], m.until[key] = value, until
	return nil
}

// newReader is a Reader for feeds that a handler serves, at a time that the
// test moves.
func newReader(t *testing.T, handler http.HandlerFunc) (r *Reader, base string, now *atomic.Int64) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	base = server.URL
	now = &atomic.Int64{}
	now.Store(1_800_000_000)
	r = New(Config{
		Outbound: outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(strings.TrimPrefix(base, "http://"))}}),
		Cache:    &memory{values: map[string]string{}, until: map[string]time.Time{}},
		Clock:    func() time.Time { return time.Unix(now.Load(), 0) }, Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(r.Close)
	return r, base, now
}

const long = time.Minute // no test waits so long

func TestForms(t *testing.T) {
	t.Parallel()
	const rss = `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>News</title><link>http://x.example/</link>` +
		`<item><title>Old &amp;amp; gone</title><link>/old</link><dc:creator>Ann</dc:creator><pubDate>Mon, 02 Mar 2026 10:00:00 +0000</pubDate><description>&lt;p&gt;One&lt;/p&gt;</description></item>` +
		`<item><title>New</title><link>http://x.example/new</link><pubDate>Tue, 03 Mar 2026 12:00:00 +0200</pubDate></item></channel></rss>`
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
		`<channel rdf:about="http://x.example/"><title>News</title><link>http://x.example/</link></channel>` +
		`<item rdf:about="a"><title>First</title><link>http://x.example/a</link><dc:creator>Bea</dc:creator><dc:date>2026-03-02T10:00:00Z</dc:date></item>` +
		`<item rdf:about="b"><title>Second</title><link>http://x.example/b</link></item></rdf:RDF>`
	const atomFeed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><author><name>Everybody</name></author>` +
		`<entry><title type="html">A &lt;b&gt;title&lt;/b&gt;</title><link href="e/1"/><updated>2026-03-02T10:00:00Z</updated><summary>Short</summary></entry></feed>`
	bodies := map[string]string{
		"/rss": rss, "/rdf": rdf, "/atom": atomFeed, "/empty": `<rss version="2.0"><channel><title>Nothing</title></channel></rss>`,
		"/latin": "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss version=\"2.0\"><channel><title>x</title><item><title>caf\xe9</title></item></channel></rss>",
		"/page":  `<html><head><link rel="alternate" type="application/rss+xml" href="/rss"></head><body></body></html>`,
		"/plain": `<html><head></head><body><link rel="alternate" type="application/rss+xml" href="/rss"></body></html>`,
		"/text":  "no feed", "/nothing": "", "/broken": rss[:len(rss)/2], "/json": `{"a":1}`,
		"/deep": `<rss version="2.0"><channel>` + strings.Repeat("<a>", 200_000), "/long": rss + strings.Repeat(" ", maxBytes),
		"/bomb": `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>`,
		"/many": `<rss version="2.0"><channel>` + strings.Repeat("<item><title>"+strings.Repeat("é", 3000)+"</title></item>", 100) + `</channel></rss>`,
	}
	r, base, _ := newReader(t, func(w http.ResponseWriter, q *http.Request) {
		body, ok := bodies[q.URL.Path]
		if !ok {
			http.NotFound(w, q)
			return
		}
		if strings.HasPrefix(body, "<html") {
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = w.Write([]byte(body))
	})
	for path, want := range map[string]string{
		"/rss":  "New http://x.example/new 2026-03-03T10:00:00Z  | Old &amp; gone BASE/old 2026-03-02T10:00:00Z Ann <p>One</p>",
		"/page": "New http://x.example/new 2026-03-03T10:00:00Z  | Old &amp; gone BASE/old 2026-03-02T10:00:00Z Ann <p>One</p>",
		"/rdf":  "First http://x.example/a 2026-03-02T10:00:00Z Bea | Second http://x.example/b 0001-01-01T00:00:00Z ",
		"/atom": "A <b>title</b> BASE/e/1 2026-03-02T10:00:00Z Everybody Short", "/latin": "café  0001-01-01T00:00:00Z ",
		"/empty": "", "/text": "!There is no feed at this address.", "/nothing": "!There is no feed at this address.", "/json": "",
		"/plain": "!There is no feed at this address.", "/gone": "!The feed answers 404 Not Found.", "/long": "!The feed is too long.",
		"/bomb": "&b;  0001-01-01T00:00:00Z ", "/deep": "!There is no feed at this address.",
	} {
		f, err := r.Feed(t.Context(), base+path, long)
		if err != nil || f.Pending {
			t.Fatalf("%s: %+v %v", path, f, err)
		}
		var items []string
		for _, i := range f.Items {
			items = append(items, strings.TrimSuffix(fmt.Sprintf("%s %s %s %s %s", i.Title, i.URL, i.Date.Format(time.RFC3339), i.Author, i.Summary), " "))
		}
		got := strings.ReplaceAll(strings.Join(items, " | "), base, "BASE")
		if f.Error != "" {
			got = "!" + f.Error
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	f, _ := r.Feed(t.Context(), base+"/many", long)
	if len(f.Items) != maxItems || len(f.Items[0].Title) != maxTitle {
		t.Errorf("%d items, the first of %d bytes", len(f.Items), len(f.Items[0].Title))
	}
	if f, _ := r.Feed(t.Context(), base+"/broken", long); len(f.Items) > 1 {
		t.Errorf("half a feed: %+v", f)
	}
	for _, address := range []string{"", "x", "file:///etc/passwd", "http://127.0.0.1:1/", "http://user:key@example.org/", "http://nobody.invalid/"} {
		if f, err := r.Feed(t.Context(), address, long); err != nil || f.Error != errInvalid {
			t.Errorf("%q: %+v %v", address, f, err)
		}
	}
}

func feedOf(title string) string {
	return `<rss version="2.0"><channel><title>x</title><item><title>` + title + `</title></item></channel></rss>`
}

// What is kept is shown at once; a feed that is due is fetched beside, and one
// that fails keeps its items.
func TestKept(t *testing.T) {
	t.Parallel()
	var asked, status atomic.Int64
	status.Store(200)
	r, base, now := newReader(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(int(status.Load()))
		_, _ = fmt.Fprint(w, feedOf(fmt.Sprint("item ", asked.Add(1))))
	})
	read := func() Feed {
		t.Helper()
		f, err := r.Feed(t.Context(), base, long)
		if err != nil || f.Pending || len(f.Items) != 1 {
			t.Fatalf("%+v %v", f, err)
		}
		return f
	}
	settle := func() { r.running.Wait() }
	first := read()
	if first.Items[0].Title != "item 1" || read().Items[0].Title != "item 1" || asked.Load() != 1 {
		t.Errorf("%+v, asked %d times", first, asked.Load())
	}
	now.Add(int64(good/time.Second) - 1)
	if read(); asked.Load() != 1 {
		t.Error("asked again too early")
	}
	now.Add(1)
	if f := read(); f.Items[0].Title != "item 1" || !f.Due.Equal(time.Unix(now.Load(), 0).Add(Waiting)) {
		t.Errorf("what is due isn't shown: %+v", f)
	}
	settle()
	if f := read(); f.Items[0].Title != "item 2" || asked.Load() != 2 {
		t.Errorf("not fetched anew: %+v, asked %d times", f, asked.Load())
	}
	status.Store(500)
	now.Add(int64(good / time.Second))
	read()
	settle()
	if f := read(); f.Items[0].Title != "item 2" || f.Error != "" || asked.Load() != 3 {
		t.Errorf("after a failure: %+v, asked %d times", f, asked.Load())
	}
	now.Add(int64(failed / time.Second))
	status.Store(200)
	read()
	settle()
	if f := read(); f.Items[0].Title != "item 4" {
		t.Errorf("after the failure: %+v", f)
	}
}

// Nobody waits long, and nothing is asked twice at the same time.
func TestSlowFeeds(t *testing.T) {
	t.Parallel()
	answer := make(chan struct{})
	var asked atomic.Int64
	r, base, _ := newReader(t, func(w http.ResponseWriter, q *http.Request) {
		asked.Add(1)
		select {
		case <-answer:
			_, _ = fmt.Fprint(w, feedOf("late"))
		case <-q.Context().Done():
		}
	})
	pending := func(address string, wait time.Duration) {
		t.Helper()
		if f, err := r.Feed(t.Context(), address, wait); err != nil || !f.Pending || f.Due.IsZero() {
			t.Errorf("%+v %v", f, err)
		}
	}
	pending(base+"/0", time.Millisecond)
	pending(base+"/0", 0)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := r.Feed(gone, base+"/0", long); err != nil || !f.Pending {
		t.Errorf("for nobody: %+v %v", f, err)
	}
	for i := range 20 {
		pending(fmt.Sprint(base, "/", i), 0)
	}
	close(answer)
	for i := range atOnce {
		if f, err := r.Feed(t.Context(), fmt.Sprint(base, "/", i), long); err != nil || len(f.Items) != 1 {
			t.Errorf("%d: %+v %v", i, f, err)
		}
	}
	if n := asked.Load(); n != atOnce {
		t.Errorf("asked %d times, want %d", n, atOnce)
	}
}

// Close ends what is under way.
func TestClose(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{}, 1)
	r, base, _ := newReader(t, func(_ http.ResponseWriter, q *http.Request) {
		begun <- struct{}{}
		<-q.Context().Done()
	})
	if f, _ := r.Feed(t.Context(), base, 0); !f.Pending {
		t.Fatalf("%+v", f)
	}
	<-begun
	r.Close()
	if f, err := r.Feed(t.Context(), base, long); err != nil || !f.Pending {
		t.Errorf("after the end: %+v %v", f, err)
	}
}
