package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"quoin/internal/rest"
)

func TestFields(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	const one, list = "/api/core/v2/things/1", "/api/core/v2/things"
	for _, c := range []struct{ path, want string }{
		{one + "?_fields=id", `{"id":1}`},
		{one + "?_fields=title.rendered,id", `{"id":1,"title":{"rendered":"<t1>"}}`},
		{one + "?_fields[]=id&_fields[]=title", `{"id":1,"title":{"rendered":"<t1>"}}`},
		{one + "?_fields[]=id,title", `[]`},
		{one + "?_fields[a]=id", `{"id":1}`},
		{one + "?_fields=id&context=edit", `{"id":1}`},
		{one + "?_fields=title&context=edit", `{"title":{"raw":"t1","rendered":"<t1>"}}`},
		{one + "?_fields=title.raw", `{"title":[]}`},
		{one + "?_fields=title.nothing", `{"title":[]}`},
		{one + "?_fields=id.below", `{"id":1}`},
		{one + "?_fields=nothing", `[]`},
		// The whole wins, and ends the list when it comes first.
		{one + "?_fields=title,title.raw,id", `{"title":{"rendered":"<t1>"}}`},
		{one + "?_fields=title.raw,title,id", `{"id":1,"title":{"rendered":"<t1>"}}`},
		{list + "?_fields=id", `[{"id":1},{"id":2}]`},
		{list + "?_fields=title.rendered&page=2", `[{"title":{"rendered":"<t3>"}}]`},
		{list + "?_fields=id,_links.far", `[{"_links":{"far":[{"embeddable":true,"href":"http://elsewhere"}]},"id":1},{"_links":{"far":[{"embeddable":true,"href":"http://elsewhere"}]},"id":2}]`},
		{list + "?_fields=id,_embedded&_embed", `[{"id":1},{"id":2}]`},
		{"/api/core/v2/things/9?_fields=id", `{"code":"missing","data":{"status":404},"message":"There is no such thing."}`},
	} {
		w := s.call("GET", c.path, "")
		var v any
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(v)
		if text := strings.ReplaceAll(strings.ReplaceAll(string(got), `\u003c`, "<"), `\u003e`, ">"); text != c.want {
			t.Errorf("%s: %s, want %s", c.path, text, c.want)
		}
	}
	// Of a single item the links come whole or not at all.
	for fields, want := range map[string]bool{"": true, "id": false, "_links": true, "_links.self": true, "_embedded": true, "id,_embedded": true} {
		w := s.call("GET", one+"?_embed&_fields="+fields, "")
		if has := strings.Contains(w.Body.String(), `"_links":{"self"`); has != want {
			t.Errorf("_fields=%s: links %v, want %v: %s", fields, has, want, w.Body)
		}
		if has := strings.Contains(w.Body.String(), `"_embedded"`); has != want {
			t.Errorf("_fields=%s: embedded %v, want %v", fields, has, want)
		}
	}
	for fields, want := range map[string]string{
		"": `{"id":1,"title":{"raw":"t1","rendered":"<t1>"}}`, "deleted,previous": `{"id":1}`,
		"deleted,previous.id": `{"id":1}`, "deleted,previous,id": `{"id":1}`, "previous,title.raw": `{"id":1,"title":{"raw":"t1"}}`,
	} {
		w := s.call("DELETE", one+"?_fields="+fields, "", "Authorization: administrator")
		if got := strings.ReplaceAll(at(t, w.Body.String(), "previous"), `\u003e`, ">"); got != want {
			t.Errorf("deleted with _fields=%s: %s, want %s", fields, got, want)
		}
	}
}

// TestLinks: the whole text, since the order is part of the contract.
func TestLinks(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	const want = `{"id":1,"title":{"rendered":"\u003Ct1\u003E"},"wp_id":"wp_block","_links":{` +
		`"self":[{"href":"http:\/\/x.y\/wp-json\/wp\/v2\/things\/1","targetHints":{"allow":["GET"]}}],` +
		`"collection":[{"href":"http:\/\/x.y\/wp-json\/wp\/v2\/things"}],"far":[{"embeddable":true,"href":"http:\/\/elsewhere"}],` +
		`"up":[{"embeddable":true,"kind":"wp_block","href":"http:\/\/x.y\/wp-json\/wp\/v2\/things\/9"}],` +
		`"wp:next":[{"embeddable":true,"href":"http:\/\/x.y\/wp-json\/wp\/v2\/things\/2"}],` +
		`"curies":[{"name":"wp","href":"https:\/\/api.w.org\/{rel}","templated":true}]}}`
	got := s.call("GET", "/wp-json/wp/v2/things/1", "").Body.String()
	if plain := strings.NewReplacer("<", `\u003C`, ">", `\u003E`).Replace(got); plain != want {
		t.Errorf("%s\nwant %s", plain, want)
	}
	w := s.call("GET", "/api/core/v2/things/1", "", "Authorization: administrator")
	if hints := at(t, w.Body.String(), "_links/self/0/targetHints/allow"); hints != `["GET","DELETE"]` {
		t.Errorf("hints for an administrator: %s", hints)
	}
}

func TestEmbed(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	const missing = `{"code":"missing","data":{"status":404},"message":"There is no such thing."}`
	for _, c := range []struct{ query, next, up, far string }{
		{"_embed", "2", missing, "null"},
		{"_embed=1", "2", missing, "null"},
		{"_embed=wp:next", "2", "null", "null"},
		{"_embed=up,far", "null", missing, "null"},
		{"_embed[]=wp:next&_embed[]=up", "2", missing, "null"},
		{"_embed=" + "https://api.w.org/next", "none", "none", "none"},
		{"", "none", "none", "none"},
	} {
		w := s.call("GET", "/api/core/v2/things/1?"+c.query, "").Body.String()
		next := at(t, w, "_embedded/wp:next/0/id")
		if up, far := at(t, w, "_embedded/up/0"), at(t, w, "_embedded/far"); strings.Trim(next, `"`) != c.next && !(c.next == "null" && next == "none") ||
			up != c.up && !(c.up == "null" && up == "none") || far != c.far {
			t.Errorf("%s: next %s, up %s, far %s, want %s, %s, %s", c.query, next, up, far, c.next, c.up, c.far)
		}
	}
	w := s.call("GET", "/api/core/v2/things?_embed=wp:next", "").Body.String()
	if at(t, w, "0/_embedded/wp:next/0/id") != "2" || at(t, w, "1/_embedded/wp:next/0/id") != "3" || at(t, w, "0/_embedded/wp:next/0/_embedded") != "null" {
		t.Errorf("a list: %s", w)
	}
	if got := at(t, w, "0/_embedded/wp:next/0/core_id"); got != "null" {
		t.Errorf("embedded in context %s, want embed", got)
	}
}

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
	}
}

// TestWritesAreWhole: a failure of any step takes everything back.
func TestWritesAreWhole(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for _, c := range []struct {
		title  string
		status int
		code   string
		stored bool
	}{
		{"made", 201, "null", true}, {"refused", 404, `"missing"`, false}, {"kept", 404, `"missing"`, true},
		{"fails", 500, `"internal_server_error"`, false}, {"panics", 500, `"internal_server_error"`, false},
	} {
		s.committed = nil
		w := s.call("POST", "/api/core/v2/things", `{"title":"`+c.title+`"}`, "Authorization: editor")
		if w.Code != c.status || at(t, w.Body.String(), "code") != c.code || (len(s.committed) > 0) != c.stored {
			t.Errorf("%s: %d %s, stored %v, want %d, %v", c.title, w.Code, w.Body, s.committed, c.status, c.stored)
		}
		if strings.Contains(w.Body.String(), "secret") {
			t.Errorf("%s: the answer tells what failed: %s", c.title, w.Body)
		}
	}
}

func TestBatch(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	send := func(body string) (int, string) {
		w := s.call("POST", "/api/batch/v1", body, "Authorization: administrator")
		return w.Code, w.Body.String()
	}
	const requests = `[
		{"path":"/core/v2/things?_fields=id,title.rendered","body":{"title":"one"}},
		{"path":"/core/v2/things","body":{"title":"x"}},
		{"path":"/core/v2/nothing","method":"PUT"},
		{"path":"///bad"},
		{"path":"/batch/v1","body":{"requests":[]}},
		{"path":"/core/v2/need","body":{"a":1,"core_id":"x"}},
		{"path":"/core/v2/things/1?_fields=deleted","method":"DELETE"},
		{"path":"/core/v2/things","body":{"title":"refused"}},
		{"path":"//bad"},
		{"path":"http://[bad"},
		{"path":"/core/v2/things/","body":{"title":"one"}}]`
	code, body := send(`{"requests":` + requests + `}`)
	if code != 207 {
		t.Fatalf("%d %s", code, body)
	}
	for path, want := range map[string]string{
		"responses/0/status": "201", "responses/0/body/id": "2", "responses/0/headers/Location": `"http://x.y/api/core/v2/things/2"`, "responses/0/headers/Allow": `"GET, POST"`,
		"responses/1/status": "400", "responses/1/body/data/details/title/code": `"rest_too_short"`,
		"responses/2/body/code": `"rest_no_route"`, "responses/2/headers": "[]",
		"responses/3/body/code": `"parse_path_failed"`, "responses/3/status": "400",
		"responses/4/body/code": `"rest_batch_not_allowed"`,
		"responses/8/body/code": `"rest_no_route"`, "responses/9/body/code": `"rest_no_route"`, "responses/10/body/code": `"rest_no_route"`,
		"responses/5/body/code": `"rest_batch_not_allowed"`,
		"responses/6/body":      `{"deleted":true}`, "responses/7/body/code": `"missing"`,
	} {
		if got := at(t, body, path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := strings.Join(s.committed, ","); got != "one" {
		t.Errorf("stored %s", got)
	}
	s.committed = nil
	code, body = send(`{"validation":"require-all-validate","requests":` + requests + `}`)
	if code != 207 || at(t, body, "failed") != `"validation"` || at(t, body, "responses/0") != "null" || at(t, body, "responses/1/status") != "400" ||
		at(t, body, "responses/1/headers") != "[]" || at(t, body, "responses/7") != "null" || len(s.committed) != 0 {
		t.Errorf("all or nothing: %d %s, stored %v", code, body, s.committed)
	}
	code, body = send(`{"validation":"require-all-validate","requests":[{"path":"/core/v2/things","body":{"title":"fine"}}]}`)
	if code != 207 || at(t, body, "responses/0/status") != "201" || at(t, body, "failed") != "null" {
		t.Errorf("all valid: %d %s", code, body)
	}
	one := `{"path":"/core/v2/things","body":{"title":"xx"}}`
	for _, c := range []struct {
		body   string
		status int
		code   string
	}{
		{`{"requests":[` + strings.Repeat(one+",", 24) + one + `]}`, 207, ""},
		{`{"requests":[` + strings.Repeat(one+",", 25) + one + `]}`, 400, "rest_too_many_items"},
		{`{"requests":[{"path":"/core/v2/things","method":"GET"}]}`, 400, "rest_not_in_enum"},
		{`{"requests":[{"method":"POST"}]}`, 400, "rest_property_required"},
		{`{"requests":[5]}`, 400, "rest_invalid_type"},
		{`{"validation":"maybe","requests":[]}`, 400, "rest_not_in_enum"},
		{`{}`, 400, "rest_missing_callback_param"},
	} {
		if code, body := send(c.body); code != c.status || c.code != "" && !strings.Contains(body, c.code) {
			t.Errorf("%.80s: %d %.200s, want %d %s", c.body, code, body, c.status, c.code)
		}
	}
	// The caller of the batch is the caller of each.
	w := s.call("POST", "/wp-json/batch/v1", `{"requests":[{"path":"/wp/v2/things","body":{"title":"xx"}},{"path":"/core/v2/things","body":{"title":"xx"}}]}`)
	if at(t, w.Body.String(), "responses/0/status") != "401" || at(t, w.Body.String(), "responses/1/body/code") != `"rest_no_route"` {
		t.Errorf("a stranger: %s", w.Body)
	}
}

func TestIndexAndOptions(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	index := s.call("GET", "/wp-json/", "").Body.String()
	for path, want := range map[string]string{
		"namespaces": `["wp/v2","other/v1"]`, "name": `"n"`, "site_logo": "0", "_links/help/0/href": `"http://help"`,
		"routes/~wp~v2~things/methods":                                            `["GET","POST"]`,
		"routes/~wp~v2~things/namespace":                                          `"wp/v2"`,
		"routes/~wp~v2~things/_links/self/0/href":                                 `"http://x.y/wp-json/wp/v2/things"`,
		"routes/~wp~v2~things/endpoints/1/allow_batch":                            `{"v1":true}`,
		"routes/~wp~v2~things/endpoints/1/args/title":                             `{"minLength":2,"required":true,"type":"string"}`,
		"routes/~wp~v2~things/endpoints/0/args/per_page":                          `{"default":2,"maximum":100,"minimum":1,"required":false,"type":"integer"}`,
		"routes/~wp~v2~things/schema":                                             "null",
		"routes/~wp~v2~things~(?P<id>[\\d]+)/_links":                              "null",
		"routes/~wp~v2~things~(?P<id>[\\d]+)/methods":                             `["GET","DELETE"]`,
		"routes/~wp~v2~echo(?:~(?P<where>[a-z]+))?/endpoints/0/args/wp_id":        `{"required":false,"type":"string"}`,
		"routes/~wp~v2~echo(?:~(?P<where>[a-z]+))?/endpoints/0/args/none/default": "null",
		"routes/~batch~v1/methods":                                                `["POST"]`,
		"routes/~other~v1/methods":                                                `["GET"]`,
		"routes/~other~v1~hidden":                                                 "null",
		"routes/~core~v2~things":                                                  "null",
	} {
		if got := at(t, index, path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	// Of one table: what OPTIONS says of a route is what the index says, with
	// the schema of its items.
	options := s.call("OPTIONS", "/wp-json/wp/v2/things", "").Body.String()
	if at(t, options, "endpoints") != at(t, index, "routes/~wp~v2~things/endpoints") {
		t.Errorf("OPTIONS tells other endpoints: %s", options)
	}
	help := s.call("GET", "/wp-json/?context=help", "").Body.String()
	if schema := at(t, options, "schema"); schema == "null" || schema != at(t, help, "routes/~wp~v2~things/schema") || at(t, options, "schema/title") != `"wp_block"` {
		t.Errorf("schema %s", schema)
	}
	if got := s.call("OPTIONS", "/wp-json/wp/v2/nothing", "").Body.String(); got != "[]" {
		t.Errorf("OPTIONS of nothing: %s", got)
	}
	namespace := s.call("GET", "/wp-json/wp/v2", "").Body.String()
	if at(t, namespace, "namespace") != `"wp/v2"` || at(t, namespace, "routes/~wp~v2~things/methods") != `["GET","POST"]` ||
		at(t, namespace, "routes/~other~v1") != "null" || at(t, namespace, "_links/up/0/href") != `"http://x.y/wp-json/"` {
		t.Errorf("namespace: %s", namespace)
	}
	if got := s.call("GET", "/wp-json/wp/v2?namespace=other/v1&_fields=namespace", "").Body.String(); at(t, got, "namespace") != `"other/v1"` {
		t.Errorf("another namespace: %s", got)
	}
	if w := s.call("GET", "/wp-json/wp/v2?namespace=nothing", ""); w.Code != 404 || at(t, w.Body.String(), "code") != `"rest_invalid_namespace"` {
		t.Errorf("no namespace: %d %s", w.Code, w.Body)
	}
	if got := s.call("GET", "/wp-json/?_fields=name", "").Body.String(); got != `{"name":"n"}` {
		t.Errorf("with _fields: %s", got)
	}
}

func TestKeptAnswers(t *testing.T) {
	t.Parallel()
	calls := 0
	s := newAPI(t, cached, rest.Route{Namespace: "core/v2", Pattern: "/core/v2/count", Endpoints: []rest.Endpoint{{
		Methods: rest.Readable, Allow: rest.Public,
		Handle: func(r *rest.Request) (*rest.Response, error) {
			calls++
			if r.Has("fail") {
				return nil, errMissing
			}
			return rest.OK(strings.Repeat("text ", 1000)), nil
		},
	}}})
	made := func(want int, what string, path string, headers ...string) http.Header {
		t.Helper()
		before := calls
		w := s.call("GET", path, "", headers...)
		if calls-before != want {
			t.Errorf("%s: made %d times, want %d", what, calls-before, want)
		}
		return w.Header()
	}
	const path = "/api/core/v2/count"
	first := made(1, "the first", path)
	tag := first.Get("ETag")
	if tag == "" || first.Get("Cache-Control") != "public, no-cache" || first.Get("Vary") != "Origin, Accept-Encoding" || first.Get("Content-Length") == "" {
		t.Errorf("headers %v", first)
	}
	if again := made(0, "the second", path); again.Get("ETag") != tag || again.Get("Allow") != "GET" {
		t.Errorf("headers of the second %v", again)
	}
	made(1, "another query", path+"?a=1")
	made(1, "another mount", "/wp-json/wp/v2/count")
	for _, h := range []string{"Cookie: a=b", "Authorization: editor", "X-WP-Nonce: x"} {
		for range 2 {
			if got := made(1, h, path, h); got.Get("ETag") != "" || strings.Contains(got.Get("Cache-Control"), "public") {
				t.Errorf("%s: may be cached by others: %v", h, got)
			}
		}
	}
	for range 2 {
		made(1, "an error", path+"?fail=1")
	}
	for _, match := range []string{tag, "W/" + tag, `"x", ` + tag, "*"} {
		w := s.call("GET", path, "", "If-None-Match: "+match)
		if w.Code != 304 || w.Body.Len() != 0 || w.Header().Get("ETag") != tag || w.Header().Get("Content-Type") != "" || w.Header().Get("Vary") == "" {
			t.Errorf("If-None-Match %s: %d %v", match, w.Code, w.Header())
		}
	}
	if w := s.call("GET", path, "", `If-None-Match: "x"`); w.Code != 200 || w.Body.Len() == 0 {
		t.Errorf("another tag: %d", w.Code)
	}
	for accept, want := range map[string]string{"gzip": "gzip", "gzip, br": "br", "br;q=0, gzip": "gzip", "identity": "", "": ""} {
		w := s.call("GET", path, "", "Accept-Encoding: "+accept)
		if got := w.Header().Get("Content-Encoding"); got != want || (want != "") == (w.Body.Len() > 4000) || (w.Header().Get("ETag") == tag) != (want == "") {
			t.Errorf("Accept-Encoding %q: %q, %d bytes, tag %s", accept, got, w.Body.Len(), w.Header().Get("ETag"))
		}
	}
	w := s.call("HEAD", path, "")
	if w.Code != 200 || w.Body.Len() != 0 {
		t.Errorf("HEAD: %d, %d bytes", w.Code, w.Body.Len())
	}
}
