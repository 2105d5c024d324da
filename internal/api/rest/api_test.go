package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// thing is what the API under test serves.
type thing struct {
	id    int
	title string
}

// site is an API under test. Callers say who they are in the header User.
type site struct {
	t         *testing.T
	own, wp   *rest.Mount
	committed []string // by writes
	pending   []string
}

var errMissing = fault.NotFound("missing", "There is no such thing.")

func newAPI(t *testing.T, change func(*rest.Config), more ...rest.Route) *site {
	t.Helper()
	s := &site{t: t}
	config := rest.Config{
		Identify: func(r *http.Request) (access.Actor, *fault.Error) {
			switch name := r.Header.Get("Authorization"); name {
			case "":
				return access.Actor{}, nil
			case "wrong":
				return access.Actor{}, fault.Forbidden("rest_cookie_invalid_nonce", "wrong")
			default:
				return access.NewActor(7, name, []string{name}), nil
			}
		},
		Base: func(context.Context) string { return "http://x.y" },
		Transact: func(ctx context.Context, fn func(context.Context) error) error {
			s.pending = nil
			err := fn(ctx)
			if err == nil {
				s.committed = append(s.committed, s.pending...)
			}
			return err
		},
		Describe: func(*rest.Request) (before, after *wire.Object, links []rest.Link, err error) {
			return wire.NewObject("name", "n", "show_on_front", "posts"), wire.NewObject("site_logo", 0), []rest.Link{{Rel: "help", Href: "http://help"}}, nil
		},
		Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&config)
	}
	api := rest.New(config, append(s.routes(), more...))
	s.own, s.wp = api.Mount("/api", dialect.Own()), api.Mount("/wp-json", dialect.Reference(dialect.Names{Words: dialect.Type("core_block", "wp_block")}))
	return s
}

// resource describes things.
func (s *site) resource() *rest.Resource[thing] {
	both := schema.In("view", "edit", "embed")
	return &rest.Resource[thing]{
		Title: "core_block",
		Fields: []rest.Field[thing]{
			{Name: "id", Schema: schema.Int("", both, schema.Readonly()), Read: func(_ *rest.Request, v thing) any { return v.id }},
			{Name: "title", Schema: schema.Obj(nil, "", both), Fields: []rest.Field[thing]{
				{Name: "raw", Schema: schema.Str("", schema.In("edit")), Read: func(_ *rest.Request, v thing) any { return v.title }},
				{Name: "rendered", Schema: schema.Str("", both), Read: func(_ *rest.Request, v thing) any { return "<" + v.title + ">" }},
			}},
			{Name: "core_id", Schema: schema.Str("", schema.In("view"), schema.Readonly()), Read: func(*rest.Request, thing) any { return wire.Symbol("core_block") }},
		},
		Links: func(_ *rest.Request, v thing) []rest.Link {
			return []rest.Link{
				{Rel: "self", Href: rest.Path("/core/v2/things/", v.id)},
				{Rel: rest.CURIE + "next", Href: rest.Path("/core/v2/things/", v.id%3+1), Embeddable: true},
				{Rel: "collection", Href: rest.Path("/core/v2/things")},
				{Rel: "far", Href: "http://elsewhere", Embeddable: true},
				{Rel: "up", Href: rest.Path("/core/v2/things/9"), Embeddable: true, Attributes: wire.NewObject("kind", wire.Symbol("core_block"))},
			}
		},
	}
}

func (s *site) routes() []rest.Route {
	res := s.resource()
	id := rest.Arg{Name: "id", Schema: schema.Int("")}
	load := func(r *rest.Request) (thing, error) {
		if n := int(rest.IntParam("id").Of(r)); n >= 1 && n <= 3 {
			return thing{n, fmt.Sprint("t", n)}, nil
		}
		return thing{}, errMissing
	}
	may := func(c string) func(*rest.Request) error {
		return func(r *rest.Request) error {
			if !r.Actor.Can(c) {
				return rest.Forbidden
			}
			return nil
		}
	}
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/things", Schema: res.Schema, Batch: rest.BatchYes,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Allow: rest.Public,
					Args: []rest.Arg{
						res.ContextArg("view"),
						{Name: "page", Schema: schema.Int("", schema.Default(1), schema.Min(1)), FirstPass: true},
						{Name: "per_page", Schema: schema.Int("", schema.Default(2), schema.Min(1), schema.Max(100)), FirstPass: true},
						{Name: "flag", Schema: schema.Bool("")},
						{Name: "list", Schema: schema.List(schema.Int(""), "")},
					},
					Handle: func(r *rest.Request) (*rest.Response, error) {
						var list []thing
						for n := 1; n <= 3; n++ {
							if at := int(rest.IntParam("page").Of(r)-1) * int(rest.IntParam("per_page").Of(r)); n > at && n <= at+int(rest.IntParam("per_page").Of(r)) {
								list = append(list, thing{n, fmt.Sprint("t", n)})
							}
						}
						return &rest.Response{Body: res.Items(r, list), Page: &rest.PageInfo{Total: 3, Page: int(rest.IntParam("page").Of(r)), PerPage: int(rest.IntParam("per_page").Of(r))}}, nil
					},
				},
				{
					Methods: rest.Creatable, Allow: may("edit_posts"),
					Args: []rest.Arg{{Name: "title", Required: true, FirstPass: true, Schema: schema.Str("", schema.MinLen(2))}},
					Handle: func(r *rest.Request) (*rest.Response, error) {
						s.pending = append(s.pending, rest.TextParam("title").Of(r))
						switch rest.TextParam("title").Of(r) {
						case "fails":
							return nil, errors.New("secret detail")
						case "refused":
							return nil, errMissing
						case "kept":
							return nil, errMissing.Committed()
						case "panics":
							panic("secret detail")
						}
						return rest.Created(rest.Path("/core/v2/things/", 2), func(r *rest.Request) (any, error) { return res.Item(r, thing{2, rest.TextParam("title").Of(r)}), nil }), nil
					},
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/things/(?P<id>[\d]+)`, Schema: res.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: []rest.Arg{id, res.ContextArg("view")},
					Allow: func(r *rest.Request) error { _, err := load(r); return err },
					Handle: func(r *rest.Request) (*rest.Response, error) {
						v, err := load(r)
						return rest.OK(res.Item(r, v)), err
					},
				},
				{
					Methods: rest.Deletable, Args: []rest.Arg{id}, Allow: may("delete_posts"), Batch: rest.BatchYes,
					Handle: func(r *rest.Request) (*rest.Response, error) {
						v, err := load(r)
						return rest.OK(res.Deleted(r, v, "edit")), err
					},
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/echo(?:/(?P<where>[a-z]+))?`,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Any, Allow: rest.Public,
				Args: []rest.Arg{
					{Name: "where", Schema: &schema.Schema{}},
					{Name: "early", FirstPass: true, Schema: schema.Int("", schema.Min(1))},
					{Name: "late", Schema: schema.Int("", schema.Max(9))},
					{Name: "late2", Schema: schema.Str("", schema.Enum("a"))},
					{Name: "nullable", Schema: schema.New("", "", schema.Types("string", "null"))},
					{Name: "text", FirstPass: true, Schema: schema.Str("")},
					{Name: "words", FirstPass: true, Schema: schema.List(schema.Str(""), "")},
					{Name: "on", FirstPass: true, Schema: schema.Bool("")},
					{Name: "def", Schema: schema.Int("", schema.Default(5))},
					{Name: "none", Schema: schema.Int("", schema.Default(schema.None))},
					{Name: "plain", Schema: schema.Str(""), Validate: func(*rest.Request, any, string) *fault.Error { return rest.Invalid() }},
					{Name: "core_id", Schema: schema.Str("", schema.Symbols())},
				},
				Handle: func(r *rest.Request) (*rest.Response, error) {
					out := wire.Map("method", r.Method)
					for _, name := range []string{"where", "early", "late", "nullable", "text", "words", "on", "def", "none", "core_id", "wp_id", "free"} {
						if rest.ValueParam(name).Present(r) || rest.ValueParam(name).Has(r) {
							out.Set(name, wire.NewObject("value", rest.ValueParam(name).Of(r), "given", rest.ValueParam(name).Given(r), "present", rest.ValueParam(name).Present(r)))
						}
					}
					return rest.OK(out), nil
				},
			}},
		},
		{
			Namespace: "core/v2", Pattern: "/core/v2/need",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Editable, Allow: rest.Public,
				Args: []rest.Arg{
					{Name: "a", Required: true, Schema: schema.Int("")}, {Name: "b", Schema: schema.Int("", schema.Min(1)), FirstPass: true},
					{Name: "core_id", Required: true, Schema: schema.Str("")},
				},
				Handle: func(*rest.Request) (*rest.Response, error) { return &rest.Response{Status: http.StatusNoContent}, nil },
			}},
		},
		{
			Namespace: "other/v1", Pattern: "/other/v1/hidden", Hidden: true,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Allow: rest.Public, Handle: func(*rest.Request) (*rest.Response, error) { return rest.OK("hidden"), nil }}},
		},
	}
}

// send sends a request to the mount that its path names.
func (s *site) send(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	mount := s.own
	if strings.HasPrefix(r.URL.Path, s.wp.Prefix) {
		mount = s.wp
	}
	mount.ServeHTTP(w, r)
	return w
}

// call is a request with a JSON body and headers, "Name: value".
func (s *site) call(method, path, body string, headers ...string) *httptest.ResponseRecorder {
	var r *http.Request
	if body == "" {
		r = httptest.NewRequest(method, path, http.NoBody)
	} else {
		r = httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, v, _ := strings.Cut(h, ": ")
		r.Header.Set(name, v)
	}
	return s.send(r)
}

// at is the value at a path with slashes in a JSON text; ~ stands for a slash.
func at(t *testing.T, body, path string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	for _, key := range strings.Split(path, "/") {
		switch node := v.(type) {
		case map[string]any:
			v = node[strings.ReplaceAll(key, "~", "/")]
		case []any:
			var n int
			if _, err := fmt.Sscan(key, &n); err != nil || n >= len(node) {
				return "none"
			}
			v = node[n]
		default:
			return "none"
		}
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(out), `\u003c`, "<")
}

// cached makes an API that caches answers to anonymous callers.
func cached(c *rest.Config) { c.Cache = httpcache.New(1<<20, nil) }
