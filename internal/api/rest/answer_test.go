package rest_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/api/rest"
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
	// A number names no field, and isn't passed over.
	if w := s.call("POST", list, `{"title":"new","_fields":1787}`, "Authorization: editor"); w.Code != 201 || strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("number as fields: %d %s", w.Code, w.Body)
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
			if rest.ValueParam("fail").Has(r) {
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
		w := s.call("GET", path, "", h, "Accept-Encoding: gzip, br")
		if w.Header().Get("Content-Encoding") != "br" || w.Body.Len() > 4000 || w.Header().Get("ETag") != "" || w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) || !slices.Contains(w.Header()["Vary"], "Accept-Encoding") {
			t.Errorf("%s: isn't packed: %v, %d bytes", h, w.Header(), w.Body.Len())
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
