package crawl

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/importer"
	"quoin/internal/platform/markup/links"
)

const base = "http://crawled.example"

// crawl is a walk over a site.
type crawl struct {
	*testing.T
	handler http.Handler
	texts   string            // all exports that were imported
	from    map[string]string // the page that named an address first
	link    map[string]string // as it stood there
	queue   []string
	kinds   map[string]int
	broken  int
	own     int // broken links that the data has
}

// add notes an address that a page names.
func (c *crawl) add(page, link string) {
	link = strings.TrimSpace(link)
	u, err := url.Parse(link)
	if err != nil {
		if !c.inData(link) {
			c.Errorf("%s has a broken address %q", page, link)
		}
		return
	}
	here, err := url.Parse(base + page)
	if err != nil {
		c.Fatal(err)
	}
	if u.Scheme != "" && u.Opaque == "" && u.Host == "" && u.Scheme != "data" && !c.inData(link) {
		c.Errorf("%s has an address without a host %q", page, link)
	}
	u = here.ResolveReference(u)
	if u.Host != here.Host || u.Scheme != here.Scheme {
		return
	}
	u.Fragment, u.RawFragment = "", ""
	to := u.RequestURI()
	if _, seen := c.from[to]; !seen {
		c.from[to], c.link[to] = page, link
		c.queue = append(c.queue, to)
	}
}

// inData tells whether the data itself names an address.
func (c *crawl) inData(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return strings.Contains(c.texts, address)
	}
	for _, form := range []string{u.Path, u.EscapedPath(), strings.TrimSuffix(u.Path, "/"), strings.TrimSuffix(u.EscapedPath(), "/")} {
		if len(form) > 1 && strings.Contains(c.texts, form) {
			return true
		}
	}
	return false
}

// visit asks for an address and adds what the answer names.
func (c *crawl) visit(address string) {
	r := httptest.NewRequest("GET", base+address, nil)
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	c.kinds[fmt.Sprint(w.Code, " ", kind)]++
	switch {
	case w.Code >= 301 && w.Code <= 308:
		c.add(address, w.Header().Get("Location"))
	case w.Code == http.StatusMethodNotAllowed && w.Header().Get("Allow") != "":
		// what a form is sent to
	case w.Code == http.StatusUnauthorized || w.Code == http.StatusForbidden:
		// what is there, for others
	case w.Code != http.StatusOK && (c.inData(address) || strings.Contains(c.texts, `"`+c.link[address]+`"`)):
		c.own++
		c.Logf("%d %s: the data says so (%s)", w.Code, address, c.from[address])
	case w.Code != http.StatusOK:
		c.broken++
		c.Errorf("%d %s, which %s names", w.Code, address, c.from[address])
	default:
		for _, link := range links.In(w.Header().Get("Content-Type"), w.Body.String(), base) {
			c.add(address, link)
		}
	}
}

// TestCrawl: no page of the site leads nowhere, but where the data does.
func TestCrawl(t *testing.T) {
	t.Parallel()
	a, err := app.New(t.Context(), app.Config{Data: t.TempDir(), URL: base, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	c := &crawl{T: t, from: map[string]string{}, link: map[string]string{}, kinds: map[string]int{}}
	least := 150
	if files := os.Getenv("QUOIN_CRAWL_EXPORT"); files != "" {
		c.bring(a, strings.Split(files, ":"), os.Getenv("QUOIN_CRAWL_UPLOADS"))
	} else {
		if _, err := a.Exchange.ImportSample(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		// Without texts: the sample has no broken link of its own.
	}
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.handler = a.Handler()
	for _, start := range []string{"/", "/robots.txt", "/feed/", "/comments/feed/", "/wp-sitemap.xml"} {
		c.add("/", start)
	}
	const most = 60_000
	for i := 0; i < len(c.queue) && c.broken < 100; i++ {
		if i == most {
			t.Fatalf("more than %d addresses", most)
		}
		c.visit(c.queue[i])
	}
	t.Logf("%d addresses: %v; %d broken links are the data's own", len(c.queue), c.kinds, c.own)
	if len(c.queue) < least {
		t.Errorf("the crawl found %d addresses only", len(c.queue))
	}
}

// bring imports exports.
func (c *crawl) bring(a *app.App, files []string, uploads string) {
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			c.Fatal(err)
		}
		defer f.Close()
		text, err := io.ReadAll(f)
		if err != nil {
			c.Fatal(err)
		}
		c.texts += string(text)
		o := importer.Options{Trusted: true}
		if uploads != "" {
			o.Uploads = os.DirFS(uploads)
		}
		if _, err := a.Exchange.Import(c.Context(), f, o); err != nil {
			c.Fatal(err)
		}
	}
}
