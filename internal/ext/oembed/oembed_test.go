package oembed

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// routes are the routes of the extension on a site of coretest.
func routes(e *env.Env) []rest.Route {
	x := Extension()
	parts, err := x.New(ext.NewHost(&x, e))
	if err != nil {
		panic(err)
	}
	return parts.Routes
}

// siteWith makes a site that may ask a server of this machine.
func siteWith(t *testing.T, h http.HandlerFunc) (*coretest.Site, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Outbound = outbound.New(outbound.Config{
			Allow: []netip.AddrPort{netip.MustParseAddrPort(server.Listener.Addr().String())}, Timeout: 5 * time.Second,
		})
		return routes(e)
	})
	return s, server
}

func ask(s *coretest.Site, role, route, address, more string) coretest.Answer {
	return s.Do(role, "GET", "oembed/1.0/"+route+"?url="+url.QueryEscape(address)+more, "")
}

func TestOwn(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	post := s.AddEntry(content.TypePost, content.Publish, s.IDs["author"], "A <i>title</i>")
	page := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About")
	draft := s.AddEntry(content.TypePost, content.Draft, s.IDs["author"], "Draft")
	block := s.AddEntry(content.TypeBlock, content.Publish, s.IDs["author"], "Block")
	for address, want := range map[string]string{
		coretest.URL + "/2026/03/04/a-title/":                 "A <i>title</i>",
		coretest.URL + "/2026/03/04/a-title":                  "A <i>title</i>",
		"https://www.example.org/2026/03/04/A-title/":         "A <i>title</i>",
		coretest.URL + "/2026/03/05/a-title/":                 "",
		coretest.URL + "/about/":                              "About",
		coretest.URL + "/x/about/":                            "",
		fmt.Sprintf("%s/?p=%d", coretest.URL, post):           "A <i>title</i>",
		fmt.Sprintf("%s/?page_id=%d", coretest.URL, page):     "About",
		fmt.Sprintf("%s/?p=%d", coretest.URL, draft):          "",
		fmt.Sprintf("%s/?p=%d", coretest.URL, block):          "",
		fmt.Sprintf("%s/?p=%d", "http://other.example", post): "",
		coretest.URL + "/":                                    "",
		"words":                                               "",
		coretest.URL + "/%zz/":                                "",
	} {
		a := ask(s, "", "embed", address, "")
		if want == "" && (a.Status != 404 || a.Code() != "oembed_invalid_url") || want != "" && a.Get("title") != want {
			t.Errorf("%s: %d %.200s", address, a.Status, a.Text)
		}
	}
	a := ask(s, "", "embed", coretest.URL+"/about/", "")
	frame, _ := a.Get("html").(string)
	shape := regexp.MustCompile(`^<blockquote class="wp-embedded-content" data-secret="(\w{10})"><a href="http://example.org/about/">About</a></blockquote>` +
		`<iframe sandbox="allow-scripts" security="restricted" src="http://example.org/about/embed/#\?secret=(\w{10})" width="600" height="338" ` +
		`title="&#8220;About&#8221; &#8212; " data-secret="(\w{10})" `)
	if m := shape.FindStringSubmatch(frame); m == nil || m[1] != m[2] || m[1] != m[3] {
		t.Errorf("html: %.500s", frame)
	}
	if a.Get("author_name") != "editor" || a.Get("author_url") != coretest.URL+"/author/editor/" || a.Get("provider_url") != coretest.URL {
		t.Errorf("answer: %.300s", a.Text)
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About")
	for width, want := range map[string]string{"600": "600 338", "400": "400 225", "10": "200 200", "5000": "600 338", "x": "200 200", "-400": "400 225", "99999999999999999999": "600 338"} {
		a := ask(s, "", "embed", coretest.URL+"/about/", "&maxwidth="+width)
		if got := fmt.Sprint(a.Get("width"), " ", a.Get("height")); got != want {
			t.Errorf("%s: %s, want %s", width, got, want)
		}
	}
}

func TestXML(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	id := s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About & more")
	for path, want := range map[string]int{fmt.Sprintf("/?p=%d", id): 200, "/none/": 404} {
		status, header, text := s.Raw("", "GET", "oembed/1.0/embed?format=xml&url="+url.QueryEscape(coretest.URL+path))
		if status != want || header.Get("Content-Type") != "text/xml; charset=UTF-8" {
			t.Errorf("%s: %d %s", path, status, header.Get("Content-Type"))
		}
		var doc struct {
			XMLName xml.Name `xml:"oembed"`
			Title   string   `xml:"title"`
			Code    string   `xml:"code"`
			Message string   `xml:"message"`
			Status  int      `xml:"data>status"`
		}
		if err := xml.Unmarshal([]byte(text), &doc); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if want == 200 && doc.Title != "About & more" || want == 404 && (doc.Code != "oembed_invalid_url" || doc.Status != 404 || doc.Message == "") || strings.Contains(text, "&#34;") {
			t.Errorf("%s: %.300s", path, text)
		}
	}
}

// TestRefusedInXML leaves out what is required, in either form.
func TestRefusedInXML(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	for query, kind := range map[string]string{"format=xml": "text/xml", "format=json": "application/json", "": "application/json", "format[]=xml": "application/json"} {
		status, header, text := s.Raw("", "GET", "oembed/1.0/embed?"+query)
		if status != 400 || !strings.HasPrefix(header.Get("Content-Type"), kind) || !strings.Contains(text, "rest_missing_callback_param") ||
			kind == "text/xml" && !strings.Contains(text, "<params><oembed>url</oembed></params>") {
			t.Errorf("%s: %d %v %s", query, status, header, text)
		}
		if status, header, _ := s.Raw("", "HEAD", "oembed/1.0/embed?"+query); status != 400 || !strings.HasPrefix(header.Get("Content-Type"), "application/json") {
			t.Errorf("HEAD %s: %d %v", query, status, header)
		}
	}
}

func TestProxyRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, routes)
	s.AddEntry(content.TypePage, content.Publish, s.IDs["editor"], "About")
	for role, want := range map[string]int{"": 401, "subscriber": 403, "contributor": 200} {
		if a := ask(s, role, "proxy", coretest.URL+"/about/", ""); a.Status != want {
			t.Errorf("%q: %d, want %d", role, a.Status, want)
		}
	}
	for _, address := range []string{"http://127.0.0.1:1/x", "https://192.0.2.10/x", "http://localhost/", "http://169.254.169.254/", coretest.URL + "/none/"} {
		if a := ask(s, "editor", "proxy", address, ""); a.Status != 404 || a.Code() != "oembed_invalid_url" {
			t.Errorf("%s: %d %s", address, a.Status, a.Text)
		}
	}
	if a := ask(s, "editor", "proxy", coretest.URL+"/about/", "&format=yaml"); a.Status != 400 {
		t.Errorf("format: %d", a.Status)
	}
}

func TestForeign(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	s, server := siteWith(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/page":
			fmt.Fprint(w, `<head><link rel=x type="text/xml+oembed" href="/xml"><LINK type="application/json+oembed" href="/json?a=1&amp;b=2"></head>`)
		case "/json":
			q := r.URL.Query()
			fmt.Fprintf(w, `{"version":"1.0","type":"rich","title":"T <b>","html":"<script>alert(1)</script><blockquote onclick=x>Hi <a href=\"javascript:x\">a</a> `+
				`<a href=\"https://example.com/\">b</a></blockquote><iframe onload=x src=\"https://example.com/e?%s\" width=\"5\" srcdoc=\"x\"></iframe><iframe src=y></iframe>"}`,
				q.Get("a")+q.Get("b")+q.Get("maxwidth")+"x"+q.Get("maxheight")+q.Get("dnt"))
		case "/only-xml", "/body":
			head := `<head><link type="text/xml+oembed" href="/xml"></head>`
			if r.URL.Path == "/body" {
				head = `<head></head><body>` + head
			}
			fmt.Fprint(w, head)
		case "/xml":
			if r.URL.Query().Get("format") == "json" {
				w.WriteHeader(http.StatusNotImplemented)
				return
			}
			fmt.Fprint(w, `<?xml version="1.0"?><oembed><type>photo</type><url>https://example.com/p.jpg</url><width>30</width><height>20</height><title>A "q"</title></oembed>`)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	})
	a := ask(s, "editor", "proxy", server.URL+"/page", "")
	frame, _ := a.Get("html").(string)
	key := regexp.MustCompile(`data-secret="(\w+)"`).FindStringSubmatch(frame)
	want := `<blockquote class="wp-embedded-content" data-secret="K">Hi a <a href="https://example.com/">b</a></blockquote>` +
		`<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted" style="position: absolute; visibility: hidden;" title="T &lt;b&gt;"` +
		` src="https://example.com/e?12600x7501#?secret=K" data-secret="K" width="5"></iframe>`
	if key == nil || strings.ReplaceAll(frame, key[1], "K") != want {
		t.Errorf("html: %d %s\nwant %s", a.Status, frame, want)
	}
	n := asked.Load()
	if again := ask(s, "author", "proxy", server.URL+"/page", ""); again.Get("html") != frame || asked.Load() != n {
		t.Errorf("the answer wasn't kept: %d more requests", asked.Load()-n)
	}
	s.Now = s.Now.Add(25 * time.Hour)
	ask(s, "author", "proxy", server.URL+"/page", "")
	if asked.Load() == n {
		t.Error("the answer was kept for more than a day")
	}
	a = ask(s, "editor", "proxy", server.URL+"/only-xml", "")
	if a.Get("html") != `<a href="`+server.URL+`/only-xml"><img src="https://example.com/p.jpg" alt="A &quot;q&quot;" width="30" height="20" /></a>` {
		t.Errorf("photo: %s", a.Text)
	}
	for path, more := range map[string]string{"/body": "", "/none": "", "/page": "&discover=false"} {
		if a = ask(s, "editor", "proxy", server.URL+path, more); a.Status != 404 {
			t.Errorf("%s%s: %d %s", path, more, a.Status, a.Text)
		}
	}
}

func TestProviders(t *testing.T) {
	t.Parallel()
	s := &service{providers: trustedProviders()}
	for address, want := range map[string]string{
		"https://www.youtube.com/watch?v=x": "https://www.youtube.com/oembed", "http://youtu.be/x": "https://www.youtube.com/oembed",
		"https://vimeo.com/1": "https://vimeo.com/api/oembed.{format}", "https://player.vimeo.com/1": "https://vimeo.com/api/oembed.{format}",
		"https://bsky.app/profile/a/post/b": "https://embed.bsky.app/oembed", "https://twitter.com/a/status/1": "https://publish.twitter.com/oembed",
		"https://evil.example/https://youtu.be/x": "", "https://evil.example/?x=.vimeo.com/": "", "https://youtu.be.evil.example/x": "", "ftp://youtu.be/x": "",
	} {
		if got := s.endpoint(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func TestRebuild(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		trusted bool
		data    *wire.Object
		want    any
	}{
		{true, wire.NewObject("type", "rich", "html", `<p>x</p><iframe src="y"></iframe>`, "title", `a"b`), `<p>x</p><iframe title="a&quot;b" src="y"></iframe>`},
		{true, wire.NewObject("type", "video", "html", `<IFRAME title="own"></IFRAME>`, "title", "t"), `<IFRAME title="own"></IFRAME>`},
		{false, wire.NewObject("type", "rich", "html", `<p>x</p>`), false},
		{false, wire.NewObject("type", "rich", "html", `<iframe src="javascript:x"></iframe>`), false},
		{false, wire.NewObject("type", "rich", "html", int64(5)), false},
		{false, wire.NewObject("type", "link", "title", "<T>"), `<a href="https://example.com/">&lt;T&gt;</a>`},
		{false, wire.NewObject("type", "photo", "url", "javascript:x", "width", int64(1), "height", int64(1)), false},
		{false, wire.NewObject("type", "photo", "url", "https://example.com/x", "width", "1x", "height", int64(1)), false},
		{false, wire.NewObject("type", "odd"), false},
		{false, &wire.Object{}, false},
	} {
		if got := rebuild(c.data, "https://example.com/", c.trusted); got != c.want {
			t.Errorf("%s became %v, want %v", wire.Encode(c.data, nil), got, c.want)
		}
	}
}

// FuzzSandbox makes sure that nothing runs in what is kept of an anonymous caller's
// HTML.
func FuzzSandbox(f *testing.F) {
	f.Add(`<blockquote><a href="https://x">x</a></blockquote><iframe src="https://e/"></iframe>`)
	f.Add(`<iframe src='https://e/" onload=x'></iframe>`)
	f.Add(`<svg><iframe src=https://e><style><img src=x onerror=y>`)
	tag := regexp.MustCompile(`<(/?)([a-z]+)((?: [a-z-]+="[^"<>]*")*)>`)
	f.Fuzz(func(t *testing.T, markup string) {
		kept := sandbox(markup, "T")
		if rest := tag.ReplaceAllString(kept, ""); strings.ContainsAny(rest, "<>") {
			t.Fatalf("loose brackets: %q from %q", kept, markup)
		}
		for _, m := range tag.FindAllStringSubmatch(kept, -1) {
			switch m[2] {
			case "blockquote", "iframe", "a":
			default:
				t.Fatalf("element %s in %q", m[2], kept)
			}
			if strings.Contains(m[3], ` on`) && regexp.MustCompile(` on[a-z]+="`).MatchString(m[3]) || strings.Contains(m[3], "javascript:") && !strings.Contains(m[3], "title=") {
				t.Fatalf("attributes %q in %q", m[3], kept)
			}
		}
	})
}
