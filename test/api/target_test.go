package api

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/app"
)

// raw sends a request as it stands on the wire.
func (s *server) raw(target string, headers ...string) answer {
	s.t.Helper()
	text := "GET " + target + " HTTP/1.1\r\n"
	if !strings.Contains(strings.Join(headers, "\n"), "Host: ") {
		text += "Host: example.org\r\n"
	}
	for _, h := range headers {
		text += h + "\r\n"
	}
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text + "\r\n")))
	if err != nil {
		return answer{status: http.StatusBadRequest} // as net/http answers itself
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	return answer{w.Code, w.Header(), w.Body.Bytes()}
}

// leadingBack is content with everything that leads back to the address asked
// for.
const leadingBack = `<!-- wp:loginout {"displayLoginAsForm":true,"redirectToCurrent":true} /-->
<!-- wp:loginout {"redirectToCurrent":true} /-->
<!-- wp:query {"queryId":7,"query":{"perPage":1,"postType":"post"}} --><div class="wp-block-query">
<!-- wp:query-pagination --><!-- wp:query-pagination-previous /--><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination -->
</div><!-- /wp:query -->
<!-- wp:post-comments-form /-->`

// leading is a site with posts that lead back, and the id of one.
func (s *server) leading() (id int64) {
	s.t.Helper()
	for i := range 3 {
		a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{
			"title": "Back", "slug": fmt.Sprint("back-", i), "content": leadingBack, "status": "publish", "date": "2026-01-02T03:04:05",
		})
		if a.status != http.StatusCreated {
			s.t.Fatalf("%d %s", a.status, a.body)
		}
		id = int64(a.object(s.t)["id"].(float64))
	}
	return id
}

// TestForeignAddressesStayOut asks for targets that name another host. Neither
// their answers nor those that others get afterwards lead there.
func TestForeignAddressesStayOut(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	id := s.leading()
	for n, form := range []string{
		"//evil.example/x?%s", "///evil.example/x?%s", "/%%2Fevil.example/x?%s", "/%%2F%%2Fevil.example?%s", `/\evil.example/x?%s`, "//evil.example?%s",
		"http://evil.example/?%s", "http://evil.example?%s", "http://evil.example//evil.example/?%s", "https://u:p@evil.example/?%s",
		"http:@evil.example/x?%s", "http:evil.example?%s", "ftp://evil.example/?%s", "HTTP:///evil.example/?%s", "@evil.example/?%s", "evil.example?%s",
	} {
		for _, route := range []string{"/core/v2/posts/", "/wp/v2/posts/"} {
			query := fmt.Sprintf("rest_route=%s%d&z=%d", route, id, n)
			for _, target := range []string{fmt.Sprintf(form, query), "/?" + query} {
				a := s.raw(target)
				found := "evil" // in an answer to a target of the site itself
				if target[:2] != "/?" {
					found = "//evil"
				}
				body := strings.ReplaceAll(strings.ReplaceAll(string(a.body), `\/`, "/"), "@evil", "//evil")
				if strings.Contains(body, found) || strings.Contains(a.header.Get("Link"), "evil") {
					t.Errorf("after %s: GET %s: %d %s", form, target, a.status, a.body)
				}
				if where := a.header.Get("Location"); where != "" && !strings.HasPrefix(where, "http://example.org/") {
					t.Errorf("GET %s leads to %s", target, where)
				}
				if target[:2] == "/?" && a.status != 200 {
					t.Errorf("GET %s: %d %s", target, a.status, a.body)
				}
			}
		}
		for _, path := range []string{"back-1", "2026/01/02/back-1/", ""} {
			target := strings.Replace(fmt.Sprintf(form, "z=1"), "/x?", "/"+path+"?", 1)
			a := s.raw(target)
			if strings.Contains(strings.ReplaceAll(string(a.body), "evil.example", "//evil"), `"//evil`) {
				t.Errorf("GET %s: %d %s", target, a.status, a.body)
			}
		}
	}
}

// TestDoubledSlashes: targets that begin with several slashes lead to the one
// with one; what isn't read is refused.
func TestDoubledSlashes(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	for target, want := range map[string]string{
		"//about/": "http://example.org/about/", "///a/b?x=1&y=%2F": "http://example.org/a/b?x=1&y=%2F",
		"/%2Fabout": "http://example.org/about", "//": "http://example.org/", "//%E2%82%AC//x": "http://example.org/%E2%82%AC//x",
	} {
		if a := s.raw(target); a.status != http.StatusMovedPermanently || a.header.Get("Location") != want {
			t.Errorf("GET %s: %d to %q, want %q", target, a.status, a.header.Get("Location"), want)
		}
	}
	if a := s.do("administrator", "POST", "//api/core/v2/posts", map[string]any{"title": "x"}); a.status != http.StatusBadRequest {
		t.Errorf("POST to a target of two slashes: %d", a.status)
	}
	if a := s.raw("http://example.org/api/core/v2/posts"); a.status != http.StatusOK {
		t.Errorf("a target with the host: %d", a.status)
	}
}

// hostileRead is a random request of an anonymous caller, as a target and
// headers. Few parts, so that many requests differ in one of them only.
func hostileRead(r *rand.Rand, id int64) (target string, headers []string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	api := pick("/core/v2/posts", "/wp/v2/posts", "/core/v2/types", "/wp/v2/search", "/") + pick("", fmt.Sprint("/", id), "/", fmt.Sprint("/", id, "/"))
	path := pick("/", "/api"+api, "/wp-json"+api, "/index.php", "/2026/01/02/back-1/", "/2026/01/02/back-2/", "/2026/01/02/back-1", "/2026/01/02/Back-1/", "/2026/01/02/b%61ck-1/",
		"/page/2/", "/a%2Fb/", "/a/b/", "/api", "/x;y", "/%E4", "/"+strings.TrimPrefix(api, "/core"))
	var query []string
	for range r.IntN(4) {
		query = append(query, pick("rest_route="+api, "rest_route="+strings.ReplaceAll(api, "/", "%2F"), "z=1", "z=2", "query-7-page=2", "query-7-page=1", "cst",
			"replytocom=1", "page=2", "paged=2", "p="+fmt.Sprint(id), "_fields=id,content", "_embed", "_envelope=1", "context=embed", "per_page=1", "x=%2f", "x=%2F", "s=back",
			"_locale=user", "_jsonp=f", "_method=HEAD", "a[]=1&a[]=2", "author=1"))
	}
	target = pick("", "", "", "", "/", "http://evil.example", "http://example.org", "https://u@example.org:99", "http:@evil.example") + path
	if len(query) > 0 {
		target += "?" + strings.Join(query, "&")
	}
	for range r.IntN(3) {
		headers = append(headers, pick("Host: evil.example", "Host: example.org:8080", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "X-Forwarded-For: 10.0.0.1",
			"Forwarded: host=evil.example", "Origin: http://evil.example", "Referer: http://evil.example/", "User-Agent: evil", "Accept: text/html", "Accept: application/json",
			"Accept-Language: de", "X-Requested-With: evil", "X-Original-URL: /evil", "X-Rewrite-URL: /evil", "Content-Type: application/json", "Sec-Fetch-Site: cross-site",
			"Cache-Control: no-cache", "Pragma: no-cache", "X-HTTP-Method: DELETE", "Range: bytes=0-1", "If-Modified-Since: Wed, 01 Jan 2031 00:00:00 GMT"))
	}
	return target, headers
}

// TestEqualKeysAreEqualAnswers sends random requests to a site that caches and
// to one that doesn't. Nothing is written meanwhile, so whenever two requests
// have the same key, the second is answered with the answer to the first: it
// must be the one that was made for it.
func TestEqualKeysAreEqualAnswers(t *testing.T) {
	t.Parallel()
	clock := newClock()
	caching := start(t, app.Config{Clock: clock.now})
	plain := start(t, app.Config{Clock: clock.now, NoCache: true})
	id := caching.leading()
	plain.leading()
	r := rand.New(rand.NewPCG(11, 12))
	asked, compared := map[string]bool{}, 0
	steps := engine{"sqlite"}.steps(t, 2_000)
	for step := range steps {
		target, headers := hostileRead(r, id)
		a, b := caching.raw(target, headers...), plain.raw(target, headers...)
		if a.status != b.status || !bytes.Equal(a.body, b.body) {
			t.Fatalf("step %d: GET %s %q\ncaching: %d %s\nplain:   %d %s", step, target, headers, a.status, a.body, b.status, b.body)
		}
		for name := range b.header {
			if name != "Date" && fmt.Sprint(a.header[name]) != fmt.Sprint(b.header[name]) {
				t.Fatalf("step %d: GET %s %q: header %s: %q and %q", step, target, headers, name, a.header[name], b.header[name])
			}
		}
		if strings.Contains(string(a.body), `"//`) && strings.Contains(string(a.body), `"//evil`) {
			t.Fatalf("step %d: GET %s %q leads elsewhere: %s", step, target, headers, a.body)
		}
		if a.status == 200 {
			asked[target+strings.Join(headers, "\n")] = true
			compared++
		}
	}
	answers, _ := caching.app.Cache.Stats()
	t.Logf("%d answers of %d different requests compared, with %d keys", compared, len(asked), answers)
	if answers < steps/20 || len(asked)-answers < steps/50 {
		t.Error("hardly two requests had the same key: this tests nothing")
	}
}
