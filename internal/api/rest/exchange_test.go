package rest_test

import (
	"strings"
	"testing"

	"quoin/internal/api/rest"
)

func TestHeaders(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	const things, root = "/api/core/v2/things", `<http://x.y/api/>; rel="https://api.w.org/"`
	for _, c := range []struct {
		method, path, body, as string
		status                 int
		want                   map[string]string
	}{
		{"GET", "/api/core/v2/things/1", "", "", 200, map[string]string{
			"Allow": "GET", "Link": root, "Content-Type": "application/json; charset=UTF-8", "X-Robots-Tag": "noindex",
			"X-Content-Type-Options": "nosniff", "Access-Control-Expose-Headers": "X-WP-Total, X-WP-TotalPages, Link",
			"Access-Control-Allow-Headers": "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type",
			"Access-Control-Allow-Origin":  "", "Expires": "",
		}},
		{"GET", "/api/core/v2/things/1", "", "administrator", 200, map[string]string{
			"Allow": "GET, DELETE", "Expires": "Wed, 11 Jan 1984 05:00:00 GMT", "Cache-Control": "no-cache, must-revalidate, max-age=0, no-store, private",
		}},
		// The permission itself doesn't find it.
		{"GET", "/api/core/v2/things/9", "", "", 404, map[string]string{"Allow": ""}},
		{"GET", "/api/core/v2/nothing", "", "", 404, map[string]string{"Allow": "", "Link": root}},
		{"GET", things, "", "", 200, map[string]string{"Allow": "GET", "X-WP-Total": "3", "X-WP-TotalPages": "2", "Link": `<http://x.y/api/core/v2/things?page=2>; rel="next"`}},
		{"GET", things + "?page=2", "", "editor", 200, map[string]string{"Allow": "GET, POST", "Link": `<http://x.y/api/core/v2/things?page=1>; rel="prev"`}},
		{"GET", things + "?page=9", "", "", 200, map[string]string{"Link": `<http://x.y/api/core/v2/things?page=2>; rel="prev"`}},
		{"GET", things + "?per_page=1&page=2&flag=true&list=1,2&other=a+b,c&empty=", "", "", 200, map[string]string{
			"Link": `<http://x.y/api/core/v2/things?per_page=1&page=1&flag=1&list%5B0%5D=1&list%5B1%5D=2&other=a+b%2Cc&empty>; rel="prev", ` +
				`<http://x.y/api/core/v2/things?per_page=1&page=3&flag=1&list%5B0%5D=1&list%5B1%5D=2&other=a+b%2Cc&empty>; rel="next"`,
		}},
		{"GET", things + "?flag=0", "", "", 200, map[string]string{"Link": `<http://x.y/api/core/v2/things?flag&page=2>; rel="next"`}},
		{"POST", things, `{"title":"made"}`, "editor", 201, map[string]string{"Location": "http://x.y/api/core/v2/things/2", "Allow": "GET, POST"}},
		{"POST", "/wp-json/wp/v2/things", `{"title":"made"}`, "editor", 201, map[string]string{"Location": "http://x.y/wp-json/wp/v2/things/2"}},
		{"POST", things, `{"title":"refused"}`, "editor", 404, map[string]string{"Location": "", "Allow": "GET, POST"}},
		{"POST", things, `{"title":"made"}`, "", 401, map[string]string{"Allow": "GET"}},
		{"POST", things, `{"title":"made"}`, "subscriber", 403, map[string]string{"Allow": "GET"}},
		{"HEAD", things, "", "", 200, map[string]string{"X-WP-Total": "3", "X-WP-TotalPages": "2", "Allow": "GET"}},
		{"GET", things, "", "wrong", 403, map[string]string{"Allow": "", "Expires": "Wed, 11 Jan 1984 05:00:00 GMT"}},
		{"OPTIONS", things, "", "", 200, map[string]string{"Allow": "GET"}},
		{"OPTIONS", things, "", "editor", 200, map[string]string{"Allow": "GET, POST"}},
		{"OPTIONS", "/api/core/v2/nothing", "", "", 200, map[string]string{"Allow": ""}},
		{"PUT", "/api/core/v2/need?a=1&core_id=x", "", "", 204, map[string]string{"Allow": "POST, PUT, PATCH"}},
	} {
		var headers []string
		if c.as != "" {
			headers = append(headers, "Authorization: "+c.as)
		}
		w := s.call(c.method, c.path, c.body, headers...)
		if w.Code != c.status {
			t.Errorf("%s %s as %q: %d %s, want %d", c.method, c.path, c.as, w.Code, w.Body, c.status)
		}
		for name, want := range c.want {
			if got := w.Header().Get(name); got != want {
				t.Errorf("%s %s as %q: %s is %q, want %q", c.method, c.path, c.as, name, got, want)
			}
		}
		if (c.method == "HEAD" || c.status == 204) && w.Body.Len() > 0 {
			t.Errorf("%s %s has a body: %s", c.method, c.path, w.Body)
		}
	}
	w := s.call("POST", things+"?_method=GET", `{"page":0}`, "X-HTTP-Method-Override: GET")
	if w.Header().Get("Expires") != "" {
		t.Error("an override by query made the answer private")
	}
	w = s.call("POST", things, `{"page":0}`, "X-HTTP-Method-Override: GET")
	if w.Code != 400 || w.Header().Get("Expires") == "" {
		t.Errorf("an error after an override by header may be cached: %d", w.Code)
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*rest.Config){"made each time": nil, "cached": cached} {
		s := newAPI(t, change)
		for range 2 {
			h := s.call("GET", "/api/core/v2/things", "", "Origin: http://a.b").Header()
			if h.Get("Access-Control-Allow-Origin") != "http://a.b" || h.Get("Access-Control-Allow-Methods") != "OPTIONS, GET, POST, PUT, PATCH, DELETE" ||
				h.Get("Access-Control-Allow-Credentials") != "true" || !strings.Contains(h.Get("Vary"), "Origin") {
				t.Errorf("%s, with an origin: %v", name, h)
			}
			h = s.call("GET", "/api/core/v2/things", "").Header()
			if h.Get("Access-Control-Allow-Origin") != "" || !strings.Contains(h.Get("Vary"), "Origin") {
				t.Errorf("%s, without: %v", name, h)
			}
		}
		if h := s.call("GET", "/api/core/v2/things", "", "Origin: ").Header(); h["Access-Control-Allow-Origin"] != nil || h["Access-Control-Allow-Methods"] != nil {
			t.Errorf("%s, with an empty origin: %v", name, h)
		}
		h := s.call("DELETE", "/api/core/v2/things/1", "", "Origin: http://a.b", "Authorization: subscriber").Header()
		if h.Get("Access-Control-Allow-Origin") != "http://a.b" || h.Get("Vary") != "Origin" {
			t.Errorf("%s, a write: %v", name, h)
		}
	}
}

func TestEnvelopeAndPretty(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	w := s.call("GET", "/api/core/v2/things?_envelope&_fields=id", "")
	if w.Code != 200 || at(t, w.Body.String(), "body") != `[{"id":1},{"id":2}]` || at(t, w.Body.String(), "status") != "200" ||
		at(t, w.Body.String(), "headers/X-WP-Total") != "3" || at(t, w.Body.String(), "headers/Allow") != `"GET"` ||
		at(t, w.Body.String(), "headers/Link") != `"\u003chttp://x.y/api/core/v2/things?_envelope\u0026_fields=id\u0026page=2\u003e; rel=\"next\""` &&
			!strings.Contains(w.Body.String(), `page=2>; rel=\"next\"`) || w.Header().Get("X-WP-Total") != "" || w.Header().Get("Allow") != "" {
		t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	w = s.call("GET", "/api/core/v2/things/9?_envelope=0", "")
	if w.Code != 200 || at(t, w.Body.String(), "status") != "404" || at(t, w.Body.String(), "body/code") != `"missing"` || at(t, w.Body.String(), "headers") != "[]" {
		t.Errorf("an error: %d %s", w.Code, w.Body)
	}
	w = s.call("POST", "/api/core/v2/things?_envelope", `{"title":"made"}`, "Authorization: editor")
	if w.Code != 200 || at(t, w.Body.String(), "status") != "201" || at(t, w.Body.String(), "headers/Location") != `"http://x.y/api/core/v2/things/2"` || w.Header().Get("Location") != "" {
		t.Errorf("created: %d %s", w.Code, w.Body)
	}
	if got := s.call("GET", "/api/core/v2/things/1?_pretty&_fields=id", "").Body.String(); got != "{\n    \"id\": 1\n}" {
		t.Errorf("pretty: %q", got)
	}
}

func TestJSONP(t *testing.T) {
	t.Parallel()
	s := newAPI(t, cached)
	for name, want := range map[string]string{"f": `/**/f({"id":1})`, "a.b_C9": `/**/a.b_C9({"id":1})`, "": `{"id":1}`} {
		w := s.call("GET", "/api/core/v2/things/1?_fields=id&_jsonp="+name, "")
		if w.Body.String() != want || (w.Header().Get("Content-Type") == "application/javascript; charset=UTF-8") != (name != "") {
			t.Errorf("%q: %s %s", name, w.Header().Get("Content-Type"), w.Body)
		}
	}
	for _, name := range []string{"a-b", "f(", "%00", "a%0A"} {
		w := s.call("GET", "/api/core/v2/things/1?_jsonp="+name, "")
		if w.Code != 400 || at(t, w.Body.String(), "code") != `"rest_callback_invalid"` || at(t, w.Body.String(), "data") != "null" {
			t.Errorf("%q: %d %s", name, w.Code, w.Body)
		}
		if v := w.Header().Get("Access-Control-Expose-Headers"); v != "" {
			t.Errorf("%q: a refusal that other origins may read: %s", name, v)
		}
	}
}
