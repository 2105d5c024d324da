package rest_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

type seen struct{}

func TestGreetAndContextOfIdentify(t *testing.T) {
	t.Parallel()
	hidden := schema.Str("")
	hidden.Contexts = []string{}
	res := rest.Resource[string]{Title: "thing", Fields: []rest.Field[string]{
		{Name: "name", Schema: schema.Str("", schema.In("view")), Read: func(_ *rest.Request, v string) any { return v }},
		{Name: "secret", Schema: hidden, Read: func(*rest.Request, string) any { panic("read") }},
	}}
	config := rest.Config{
		Identify: func(r *http.Request) (access.Actor, *fault.Error) {
			scope.Put(r.Context(), seen{}, "by identify")
			if r.URL.Query().Has("bad") {
				return access.Actor{}, fault.Forbidden("bad", "bad")
			}
			return access.NewActor(7, "seven", nil), nil
		},
		AddNonce: func(h http.Header, _ *http.Request, a access.Actor) { h.Set("X-Greeting", a.Login) },
		Base:     func(context.Context) string { return "http://x" },
		Log:      slog.New(slog.DiscardHandler),
	}
	api := rest.New(config, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/thing", Endpoints: []rest.Endpoint{{
		Methods: rest.Readable, Allow: rest.Public,
		Handle: func(r *rest.Request) (*rest.Response, error) {
			v, _ := scope.Get[string](r.Context(), seen{})
			return rest.OK(wire.NewObject("seen", v, "item", res.Item(r, "x").Data)), nil
		},
	}}}})
	mount := api.Mount("/api", dialect.Own())
	get := func(url string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mount.ServeHTTP(w, httptest.NewRequest(http.MethodGet, url, nil))
		return w
	}
	w := get("/api/a/v1/thing")
	if got, want := w.Body.String(), `{"seen":"by identify","item":{"name":"x"}}`; got != want {
		t.Errorf("body %s, want %s", got, want)
	}
	if got := w.Header().Get("X-Greeting"); got != "seven" {
		t.Errorf("greeting %q", got)
	}
	w = get("/api/a/v1/thing?bad")
	if w.Code != http.StatusForbidden || w.Header().Get("X-Greeting") != "" {
		t.Errorf("refused: %d, greeting %q", w.Code, w.Header().Get("X-Greeting"))
	}
}
