package rest

import (
	"context"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/api/rest/dialect"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

// Mount serves the API below a prefix in one dialect.
type Mount struct {
	Prefix  string // "/api"
	Dialect *dialect.Dialect
	config  Config
	current func(ctx context.Context) *API
	scratch sync.Pool // of *[]byte that answers are printed into
	root    atomic.Pointer[rootLink]
}

// Mount makes a handler for the API below a prefix.
func (api *API) Mount(prefix string, d *dialect.Dialect) *Mount {
	return NewMount(prefix, d, api.Config, func(context.Context) *API { return api })
}

// NewMount makes a handler below a prefix for an API that may be another one
// at each request, such as when parts of it were switched off. current is
// called in the scope of the request, so that what it reads is what the answer
// depends on. All its APIs have one Config, which is c.
func NewMount(prefix string, d *dialect.Dialect, c Config, current func(ctx context.Context) *API) *Mount {
	return &Mount{Prefix: prefix, Dialect: d, config: c.withDefaults(), current: current}
}

// Root is the address of the API's root, with a trailing slash.
func (m *Mount) Root(ctx context.Context) string { return m.config.Base(ctx) + m.Prefix + "/" }

// Ref is the whole address of a place inside the API.
func (m *Mount) Ref(ctx context.Context, ref wire.Ref) string {
	return m.Dialect.Ref(m.config.Base(ctx)+m.Prefix, ref)
}

// printer prints names and addresses for one answer.
type printer struct {
	dialect *dialect.Dialect
	root    string
}

func (p printer) Symbol(name string) string { return p.dialect.Symbol(name) }

func (p printer) Marked(text string) string { return p.dialect.Marked(text) }

func (p printer) Ref(ref wire.Ref) string { return p.dialect.Ref(p.root, ref) }

func (m *Mount) printer(ctx context.Context) printer {
	return printer{m.Dialect, m.config.Base(ctx) + m.Prefix}
}

// Encode is a value as this mount prints it.
func (m *Mount) Encode(ctx context.Context, v any) []byte { return wire.Encode(v, m.printer(ctx)) }

// ServeHTTP answers requests for paths below the prefix.
func (m *Mount) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	target, moved, ok := httpcache.TargetOf(req)
	if !ok || moved {
		http.Error(w, "The request must ask for a path.", http.StatusBadRequest)
		return
	}
	m.Serve(w, req, target, strings.TrimPrefix(target.URL().Path, m.Prefix))
}

// serve makes an answer.
func (m *Mount) serve(w http.ResponseWriter, req *http.Request, target httpcache.Target, path string) {
	defer func() {
		if v := recover(); v != nil {
			if v == http.ErrAbortHandler {
				panic(v)
			}
			m.config.Log.Error("request panicked", "path", req.URL.Path, "panic", v, "stack", string(debug.Stack()))
			http.Error(w, "internal error", http.StatusInternalServerError)
		}
	}()
	began := m.config.Items.held().Begin()
	// What identifies the caller is remembered for the whole request.
	ctx := req.Context()
	if scope.From(ctx) == nil {
		ctx = scope.New(ctx)
		req = req.WithContext(ctx)
	}
	scope.Begin(ctx, m.config.Caches)
	path = m.Dialect.FromPath(normalPath(path))
	x := &exchange{m: m, api: m.current(ctx), w: w, req: req, target: target, query: urlquery.Parse(req.URL.RawQuery), began: began}
	x.method, x.overridden = override(req, x.query)
	x.headers(ctx)
	if !x.jsonp() {
		return
	}
	x.share()
	actor, authErr := m.config.Identify(req)
	x.actor = actor
	if authErr != nil {
		x.write(ctx, &outcome{request: x.request(ctx, path), err: authErr})
		return
	}
	if actor.LoggedIn() {
		ctx = access.NewContext(ctx, actor)
		if m.config.Speak != nil {
			ctx = m.config.Speak(ctx, req, actor)
		}
		if m.config.Preview != nil {
			if ctx = m.config.Preview(ctx, req, actor); site.Previewed(ctx) != "" {
				x.api = m.current(ctx)
			}
		}
	}
	if m.config.AddNonce != nil {
		m.config.AddNonce(w.Header(), req, actor)
	}
	if x.method == http.MethodOptions {
		x.options(ctx, path)
		return
	}
	r := x.request(ctx, path)
	if err := x.readBody(r); err != nil {
		x.write(ctx, &outcome{request: r, err: err})
		return
	}
	defer x.cleanup(r)
	start := time.Now()
	out := x.api.dispatch(r)
	x.write(ctx, out)
	if m.config.Observe != nil {
		pattern := ""
		if out.request.Route != nil {
			pattern = out.request.Route.Pattern
		}
		m.config.Observe(pattern, x.method, out.status(), time.Since(start))
	}
}

func normalPath(path string) string {
	path = strings.TrimRight(path, "/")
	if path == "" {
		return "/"
	}
	if path[0] != '/' {
		return "/" + path
	}
	return path
}

// override is the method that a caller asks for in place of the real one.
func override(req *http.Request, query *wire.Object) (method string, byHeader bool) {
	if v, ok := query.Get("_method").(string); ok {
		return strings.ToUpper(v), false
	}
	if v := req.Header.Get("X-Http-Method-Override"); v != "" {
		return strings.ToUpper(v), true
	}
	return req.Method, false
}
