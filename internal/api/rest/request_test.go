package rest_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func TestParameterSources(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	const echo = "/api/core/v2/echo"
	for _, c := range []struct {
		name, method, path, kind, body string
		want                           []string // path=JSON
	}{
		{"JSON before query", "POST", echo + "?text=query&free=1", "application/json", `{"text":"json"}`, []string{`text/value="json"`, `free/value="1"`}},
		{"a null falls through", "POST", echo + "?late=3", "application/json", `{"late":null,"free":null}`, []string{"none=null"}},
		{"JSON in a GET", "GET", echo + "?text=query", "application/json", `{"text":"json"}`, []string{`text/value="json"`}},
		{"JSON by another name", "POST", echo, "application/geo+json; charset=utf-8", `{"text":"json"}`, []string{`text/value="json"`}},
		{"a scalar as JSON", "POST", echo + "?text=query", "application/json", `5`, []string{`text/value="query"`}},
		{"a list as JSON", "POST", echo + "?text=query", "application/json", `["text"]`, []string{`text/value="query"`}},
		{"a form before query", "POST", echo + "?text=query", "application/x-www-form-urlencoded", "text=form&words[]=a&words[]=b", []string{`text/value="form"`, `words/value=["a","b"]`}},
		{"a form in a PUT without a type", "PUT", echo, "", "text=form", []string{`text/value="form"`}},
		{"a form in a GET", "GET", echo + "?text=query", "application/x-www-form-urlencoded", "text=form", []string{`text/value="query"`}},
		{"query before path", "GET", echo + "/path?where=query", "", "", []string{`where/value="query"`}},
		{"JSON before path", "POST", echo + "/path?where=query", "application/json", `{"where":"json"}`, []string{`where/value="json"`}},
		{"a null before path", "POST", echo + "/path", "application/json", `{"where":null}`, []string{`where/value="path"`}},
		{"path", "GET", echo + "/path", "", "", []string{`where/value="path"`}},
		{"defaults", "GET", echo, "", "", []string{"def/value=5", "def/given=false", "def/present=false", "none=null"}},
		{"over defaults", "GET", echo + "?def=7", "", "", []string{"def/value=7", "def/given=true"}},
		{"null of a typed body field", "POST", echo, "application/json", `{"early":null,"text":null,"words":null,"on":null}`, []string{"early/value=0", `text/value=""`, "words/value=[]", "on/value=false"}},
		{"null where null is a type", "POST", echo, "application/json", `{"nullable":null}`, []string{"nullable/value=null", "nullable/present=true", "nullable/given=false"}},
		{"lenient types", "GET", echo + "?early=+5.0&on=TRUE&words=a,b+c", "", "", []string{"early/value=5", "on/value=true", `words/value=["a","b","c"]`}},
		{"undeclared ones", "GET", echo + "?free[k]=v", "", "", []string{`free/value={"k":"v"}`}},
		{"override by query", "POST", echo + "?_method=delete", "", "", []string{`method="DELETE"`}},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		if c.kind != "" {
			r.Header.Set("Content-Type", c.kind)
		}
		w := s.send(r)
		if c.name == "a null falls through" {
			// The query's value counts, but the null is checked as well.
			if w.Code != 400 || at(t, w.Body.String(), "data/details/late/code") != `"rest_invalid_type"` {
				t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
			}
			continue
		}
		if w.Code != 200 {
			t.Errorf("%s: %d %s", c.name, w.Code, w.Body)
			continue
		}
		for _, want := range c.want {
			path, v, _ := strings.Cut(want, "=")
			if got := at(t, w.Body.String(), path); got != v {
				t.Errorf("%s: %s is %s, want %s", c.name, path, got, v)
			}
		}
	}
}

// TestScalarBodies: a JSON body that is a single value is refused by the endpoints that say
// so, after all other refusals, and what they wrote is undone.
func TestScalarBodies(t *testing.T) {
	t.Parallel()
	route := func(path string, scalar rest.Scalar, own bool) rest.Route {
		return rest.Route{Namespace: "core/v2", Pattern: "/core/v2/" + path, Endpoints: []rest.Endpoint{{
			Methods: rest.Any, Scalar: scalar, NoTransaction: own, Allow: rest.Can("edit_posts"),
			Args: []rest.Arg{{Name: "a", Required: true, Schema: schema.Int("")}},
		}}}
	}
	var s *site
	handled := 0
	handle := func(r *rest.Request) (*rest.Response, error) {
		handled++
		s.pending = append(s.pending, r.Route.Pattern)
		if rest.IntParam("a").Of(r) == 404 {
			return nil, errMissing
		}
		return rest.OK("done"), nil
	}
	routes := []rest.Route{route("refused", rest.ScalarRefused, false), route("outside", rest.ScalarRefused, true), route("ignored", rest.ScalarIgnored, false), route("unstated", rest.ScalarUnstated, false)}
	for i := range routes {
		routes[i].Endpoints[0].Handle = handle
	}
	s = newAPI(t, nil, routes...)
	for _, c := range []struct {
		method, path, body string
		status             int
		code               string
		committed, handled int
	}{
		{"POST", "refused?a=1", `5`, 400, "rest_invalid_json", 0, 1},
		{"PUT", "refused?a=1", `"x"`, 400, "rest_invalid_json", 0, 1},
		{"PATCH", "refused?a=1", `""`, 400, "rest_invalid_json", 0, 1},
		{"DELETE", "refused?a=1", `true`, 400, "rest_invalid_json", 0, 1},
		{"POST", "refused?a=1", `-1.5`, 400, "rest_invalid_json", 0, 1},
		{"POST", "refused?a=1", ` 0`, 400, "rest_invalid_json", 0, 1},
		{"POST", "refused?a=404", `5`, 404, "missing", 0, 1},
		{"POST", "refused", `5`, 400, "rest_missing_callback_param", 0, 0},
		{"POST", "refused?a=x", `5`, 400, "rest_invalid_param", 0, 0},
		{"POST", "refused?a=1", `0`, 200, "", 1, 1},
		{"POST", "refused?a=1", `null`, 200, "", 1, 1},
		{"POST", "refused?a=1", `false`, 200, "", 1, 1},
		{"POST", "refused?a=1", `[5]`, 200, "", 1, 1},
		{"POST", "refused?a=1", `{}`, 200, "", 1, 1},
		{"POST", "refused?a=1", ``, 200, "", 1, 1},
		{"GET", "refused?a=1", `5`, 200, "", 0, 1},
		// What opens its transactions itself isn't begun.
		{"POST", "outside?a=1", `5`, 400, "rest_invalid_json", 0, 0},
		{"POST", "outside?a=1", `{}`, 200, "", 0, 1},
		{"POST", "ignored?a=1", `5`, 200, "", 1, 1},
		{"POST", "unstated?a=1", `"x"`, 200, "", 1, 1},
	} {
		s.committed, s.pending, handled = nil, nil, 0
		w := s.call(c.method, "/api/core/v2/"+c.path, c.body, "Authorization: editor")
		if w.Code != c.status || c.code != "" && at(t, w.Body.String(), "code") != `"`+c.code+`"` || len(s.committed) != c.committed || handled != c.handled {
			t.Errorf("%s %s %s: %d %s, %d committed, %d handled", c.method, c.path, c.body, w.Code, w.Body, len(s.committed), handled)
		}
	}
	if w := s.call("POST", "/api/core/v2/outside?a=1", `5`); w.Code != 401 {
		t.Errorf("a stranger: %d %s", w.Code, w.Body)
	}
}

func TestMultipart(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for _, f := range [][2]string{{"text", "form"}, {"words[]", "a"}, {"words[]", "b"}} {
		if err := form.WriteField(f[0], f[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "/api/core/v2/echo", &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	if w := s.send(r); at(t, w.Body.String(), "text/value") != `"form"` || at(t, w.Body.String(), "words/value") != `["a","b"]` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	r = httptest.NewRequest(http.MethodPost, "/api/core/v2/echo", strings.NewReader("--x\r\nbroken"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if w := s.send(r); w.Code != 400 || at(t, w.Body.String(), "code") != `"rest_invalid_form"` {
		t.Errorf("a broken form: %d %s", w.Code, w.Body)
	}
	r = httptest.NewRequest(http.MethodPost, "/api/core/v2/echo?text=asked", strings.NewReader("no form at all"))
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if w := s.send(r); at(t, w.Body.String(), "text/value") != `"asked"` {
		t.Errorf("a form without parts: %d %s", w.Code, w.Body)
	}
}

func TestTooLargeBodies(t *testing.T) {
	t.Parallel()
	s := newAPI(t, func(c *rest.Config) { c.MaxBody = 100 })
	if w := s.call("POST", "/api/core/v2/echo", `{"text":"`+strings.Repeat("x", 100)+`"}`); w.Code != 413 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := s.call("POST", "/api/core/v2/echo", `{"text":"x"}`); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A list that would be too long is refused, one object may be twice as long; what
// was written is told in any case.
func TestTooLargeAnswers(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("x", 60)
	route := func(path string, body func() any) rest.Route {
		return rest.Route{Namespace: "core/v2", Pattern: "/core/v2/" + path, Endpoints: []rest.Endpoint{{
			Methods: []string{"GET", "POST"}, Allow: rest.Public, Handle: func(*rest.Request) (*rest.Response, error) { return rest.OK(body()), nil },
		}}}
	}
	printed := 0
	s := newAPI(t, func(c *rest.Config) { c.MaxAnswer = 100 },
		route("short", func() any { return []any{text} }),
		route("long", func() any {
			list := make([]any, 100)
			for i := range list {
				list[i] = counted{&printed, text}
			}
			return list
		}),
		route("object", func() any { return wire.NewObject("a", text, "b", text) }),
		route("large", func() any { return wire.NewObject("a", text, "b", text, "c", text, "d", text) }))
	for path, want := range map[string]int{"short": 200, "long": 400, "object": 200, "large": 400} {
		w := s.call("GET", "/api/core/v2/"+path, "")
		if w.Code != want || want == 400 && (at(t, w.Body.String(), "code") != `"rest_answer_too_large"` || w.Header().Get("Cache-Control") == "") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		if w := s.call("POST", "/api/core/v2/"+path, ""); w.Code != 200 {
			t.Errorf("a write of %s: %d %s", path, w.Code, w.Body)
		}
	}
	if printed > 102 {
		t.Errorf("of a list that is refused %d items were printed", printed-100)
	}
}

// counted counts how often it is printed.
type counted struct {
	n    *int
	text string
}

func (c counted) AppendJSON(dst []byte, _ wire.Names) []byte {
	*c.n++
	return wire.AppendString(dst, c.text)
}

// TestProblems: what is wrong with parameters, in which wave, in what words.
func TestProblems(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for _, c := range []struct {
		method, path, body string
		status             int
		want               []string
	}{
		{"POST", "/api/core/v2/echo", `{"text":`, 400, []string{`code="rest_invalid_json"`, "data/json_error_code=4", `data/json_error_message="Syntax error"`}},
		{"POST", "/api/core/v2/nothing", `{"text":`, 404, []string{`code="rest_no_route"`}},
		{"POST", "/api/core/v2/echo", strings.Repeat("[", 600), 400, []string{`code="rest_invalid_json"`, "data/json_error_code=1"}},
		{"POST", "/api/core/v2/need", `{"a":null,"b":0}`, 400, []string{`code="rest_missing_callback_param"`, `data/params=["a","core_id"]`, `message="Missing parameter(s): a, core_id"`}},
		{"POST", "/wp-json/wp/v2/need", `{"b":0}`, 400, []string{`data/params=["a","wp_id"]`}},
		// An empty text is there.
		{"POST", "/api/core/v2/need", `{"a":"","core_id":""}`, 400, []string{`code="rest_invalid_param"`, `data/details/a/code="rest_invalid_type"`}},
		{"POST", "/api/core/v2/need", `{"a":1,"core_id":""}`, 204, nil},
		// Two waves: the second tells nothing while the first has problems.
		{"GET", "/api/core/v2/echo?early=0&late=10&late2=b", "", 400, []string{`message="Invalid parameter(s): early"`, `data/details={"early":{"code":"rest_out_of_bounds","data":null,"message":"early must be at least 1"}}`}},
		{"GET", "/api/core/v2/echo?late2=b&late=10", "", 400, []string{`message="Invalid parameter(s): late2, late"`, `data/params/late2="late2 is not a."`, `data/details/late/data=null`}},
		{"GET", "/api/core/v2/echo?early=x", "", 400, []string{`data/details/early/data={"param":"early"}`}},
		{"GET", "/api/core/v2/echo?early=x&plain=1", "", 400, []string{`message="Invalid parameter(s): early, plain"`}},
		// A plain no has no details.
		{"GET", "/api/core/v2/echo?plain=1", "", 400, []string{`data/params={"plain":"The parameter is invalid."}`, "data/details=[]", "data/status=400"}},
		{"POST", "/api/core/v2/echo?late=10", `{"late":3}`, 400, []string{`message="Invalid parameter(s): late"`}},
		{"GET", "/api/core/v2/echo?core_id[]=x", "", 400, []string{`message="Invalid parameter(s): core_id"`}},
		{"GET", "/wp-json/wp/v2/echo?wp_id[]=x", "", 400, []string{`message="Invalid parameter(s): wp_id"`}},
	} {
		w := s.call(c.method, c.path, c.body)
		if w.Code != c.status {
			t.Errorf("%s %s %s: %d %s, want %d", c.method, c.path, c.body, w.Code, w.Body, c.status)
			continue
		}
		for _, want := range c.want {
			path, v, _ := strings.Cut(want, "=")
			if got := at(t, w.Body.String(), path); got != v {
				t.Errorf("%s %s %s: %s is %s, want %s", c.method, c.path, c.body, path, got, v)
			}
		}
	}
}

func TestNamesOfMounts(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for path, want := range map[string][2]string{
		"/api/core/v2/echo?core_id=core_block":      {"core_id/value", `"core_block"`},
		"/wp-json/wp/v2/echo?wp_id=wp_block":        {"core_id/value", `"core_block"`},
		"/wp-json/wp/v2/echo?core_id=x":             {"core_id", "null"},
		"/api/core/v2/echo?wp_id=x":                 {"core_id", "null"},
		"/wp-json/wp/v2/things/1":                   {"wp_id", `"wp_block"`},
		"/api/core/v2/things/1":                     {"core_id", `"core_block"`},
		"/wp-json/wp/v2/things/1?_fields=wp_id":     {"wp_id", `"wp_block"`},
		"/wp-json/wp/v2/things/1?_fields=core_id":   {"wp_id", "none"},
		"/wp-json/wp/v2/things?_fields=id,core_id":  {"0", `{"id":1}`},
		"/wp-json/wp/v2/things/1?_fields=_links.up": {"_links/up/0/kind", `"wp_block"`},
	} {
		w := s.call("GET", path, "")
		if got := at(t, w.Body.String(), want[0]); got != want[1] {
			t.Errorf("%s: %s is %s, want %s", path, want[0], got, want[1])
		}
	}
	for _, path := range []string{"/wp-json/core/v2/things", "/api/wp/v2/things"} {
		if w := s.call("GET", path, ""); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestMatching(t *testing.T) {
	t.Parallel()
	s := newAPI(t, nil)
	for _, c := range []struct {
		method, path, header string
		status               int
	}{
		{"GET", "/api/core/v2/things", "", 200},
		{"GET", "/api/core/v2/things///", "", 200},
		{"GET", "/api/CORE/V2/Things", "", 200},
		{"GET", "/api/core/v2/things/00002", "", 200},
		{"GET", "/api/core/v2/things/x", "", 404},
		{"GET", "/api/core/v2/thing", "", 404},
		{"GET", "/api/core/v2/things/1/more", "", 404},
		{"PUT", "/api/core/v2/things", "", 404},
		{"NONSENSE", "/api/core/v2/things", "", 404},
		{"GET", "/api", "", 200},
		{"GET", "/api/", "", 200},
		{"GET", "/api/other/v1/hidden", "", 200},
		{"POST", "/api/core/v2/things?_method=GET", "", 200},
		{"POST", "/api/core/v2/things", "X-HTTP-Method-Override: get", 200},
		{"POST", "/api/core/v2/things?_method=PUT", "X-HTTP-Method-Override: GET", 404},
		{"GET", "/api/core/v2/things?_method=frob", "", 404},
	} {
		var headers []string
		if c.header != "" {
			headers = append(headers, c.header)
		}
		if w := s.call(c.method, c.path, "", headers...); w.Code != c.status {
			t.Errorf("%s %s %s: %d %s, want %d", c.method, c.path, c.header, w.Code, w.Body, c.status)
		}
	}
}

func TestDeclarationsThatCantWork(t *testing.T) {
	t.Parallel()
	handle := func(*rest.Request) (*rest.Response, error) { return rest.OK(nil), nil }
	for name, e := range map[string]rest.Endpoint{
		"no permission":    {Methods: rest.Readable, Handle: handle},
		"no handler":       {Methods: rest.Readable, Allow: rest.Public},
		"no methods":       {Allow: rest.Public, Handle: handle},
		"argument twice":   {Methods: rest.Readable, Allow: rest.Public, Handle: handle, Args: []rest.Arg{{Name: "a", Schema: schema.Str("")}, {Name: "a", Schema: schema.Str("")}}},
		"argument unknown": {Methods: rest.Readable, Allow: rest.Public, Handle: handle, Args: []rest.Arg{{Name: "a"}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: the program starts", name)
				}
			}()
			rest.New(rest.Config{}, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/b", Endpoints: []rest.Endpoint{e}}})
		}()
	}
	if w := newAPI(t, nil).call("GET", "/api/core/v2/things", "", "Authorization: wrong"); w.Code != 403 || fault.NotFound("a", "b").HTTPStatus() != 404 {
		t.Errorf("a caller who can't be identified: %d", w.Code)
	}
}
