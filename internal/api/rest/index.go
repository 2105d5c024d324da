package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (api *API) indexRoute() Route {
	return Route{
		Pattern: "/",
		Endpoints: []Endpoint{{
			Methods: Readable,
			Args:    []Arg{{Name: "context", Schema: &schema.Schema{Default: "view"}}},
			Allow:   Public,
			Handle:  api.index,
			Answer:  api.indexSchema(),
		}},
	}
}

var indexNamespace = TextParam("namespace")

func (api *API) namespaceRoute(namespace string) Route {
	return Route{
		Namespace: namespace,
		Pattern:   "/" + namespace,
		Endpoints: []Endpoint{{
			Methods: Readable,
			Args: []Arg{
				indexNamespace.Arg(&schema.Schema{Default: namespace, Symbol: true}),
				Context.Arg(&schema.Schema{Default: "view"}),
			},
			Allow:  Public,
			Handle: api.namespaceIndex,
			Answer: schema.Obj([]schema.Property{
				{Name: "namespace", Schema: schema.Str("Its name.")}, {Name: "routes", Schema: routesSchema()},
			}, "", schema.Titled("namespace")),
		}},
	}
}

// indexSchema describes the index of the site.
func (api *API) indexSchema() *schema.Schema {
	return schema.Obj(slices.Concat(api.Described, []schema.Property{
		{Name: "namespaces", Schema: schema.List(schema.Str(""), "Names of the namespaces.")}, {Name: "routes", Schema: routesSchema()},
	}), "", schema.Titled("index"))
}

// routesSchema describes what is said of routes.
func routesSchema() *schema.Schema {
	texts := schema.List(schema.Str(""), "")
	anything := schema.Values(schema.Obj(nil, "", schema.Open()))
	return schema.Obj(nil, "Routes by their patterns.", schema.Values(schema.Obj([]schema.Property{
		{Name: "namespace", Schema: schema.Str("Namespace of the route.")}, {Name: "methods", Schema: texts},
		{Name: "endpoints", Schema: schema.List(schema.Obj([]schema.Property{
			{Name: "methods", Schema: texts}, {Name: "args", Schema: schema.Obj(nil, "Arguments by name, as JSON Schema.", anything)},
			{Name: "allow_batch", Schema: schema.Obj(nil, "Versions of the batch.", schema.Values(schema.Bool("")))},
		}, ""), "Methods with their arguments.")},
		{Name: "schema", Schema: schema.Obj(nil, "Items of the route, as JSON Schema.", schema.Open())},
		{Name: "_links", Schema: schema.Obj(nil, "", schema.Values(schema.List(schema.Obj(nil, "", schema.Open()), "")))},
	}, "")))
}

// index describes the site and every route.
func (api *API) index(r *Request) (*Response, error) {
	before, after, links, err := api.Describe(r)
	if err != nil {
		return nil, err
	}
	out := &wire.Object{}
	for _, m := range before.Members() {
		out.Set(m.Key, m.Value)
		if m.Key == "show_on_front" && r.Wants("namespaces") {
			out.Set("namespaces", api.symbols())
		}
	}
	if r.Wants("routes") {
		out.Set("routes", api.describe(r, func(*Route) bool { return true }))
	}
	for _, m := range after.Members() {
		out.Set(m.Key, m.Value)
	}
	return OK(&Item{Data: out, Links: links, Always: r.param("_embed") != nil || r.WantsLinks() || r.fields.Wants("_embedded")}), nil
}

func (api *API) symbols() []wire.Symbol {
	out := make([]wire.Symbol, len(api.namespaces))
	for i, n := range api.namespaces {
		out[i] = wire.Symbol(n)
	}
	return out
}

func (api *API) namespaceIndex(r *Request) (*Response, error) {
	namespace := indexNamespace.Of(r)
	if !contains(api.namespaces, namespace) {
		return nil, fault.NotFound("rest_invalid_namespace", "There is no such namespace.")
	}
	out := wire.NewObject("namespace", wire.Symbol(namespace))
	if r.Wants("routes") {
		out.Set("routes", api.describe(r, func(route *Route) bool { return route.Namespace == namespace }))
	}
	return OK(&Item{Data: out, Links: []Link{{Rel: "up", Href: Path("/")}}, Always: true}), nil
}

// describe prints the descriptions of routes by pattern. What doesn't depend
// on the caller is a matter of the route alone.
func (api *API) describe(r *Request, cache func(*Route) bool) *wire.Object {
	out := wire.Map()
	want := r.fields.Below("routes")
	for _, c := range api.routes {
		if c.Hidden || !cache(c.Route) {
			continue
		}
		key := r.Mount.Dialect.Path(c.Pattern)
		if !want.Wants(key) && want != nil && !wantsBelow(want, key) {
			continue
		}
		if d := api.description(r, c.Route, Context.Of(r) == "help"); d != nil {
			out.Set(key, d)
		}
	}
	return out
}

// wantsBelow tells whether a path of _fields leads into a key that itself has
// dots, which splits it.
func wantsBelow(want *wire.Fields, key string) bool {
	first, _, _ := strings.Cut(key, ".")
	return first != key && want.Wants(first)
}

// description is what the index and OPTIONS say about a route; nil when all
// its endpoints are hidden.
func (api *API) description(r *Request, route *Route, help bool) *wire.Object {
	names := r.Mount.Dialect
	out := wire.NewObject("namespace", wire.Symbol(route.Namespace))
	var methods []string
	var endpoints []any
	for i := range route.Endpoints {
		e := &route.Endpoints[i]
		if e.Hidden {
			continue
		}
		methods = append(methods, e.Methods...)
		d := wire.NewObject("methods", wire.Strings(e.Methods))
		batch := e.Batch
		if batch == BatchUnstated {
			batch = route.Batch
		}
		if batch != BatchUnstated {
			d.Set("allow_batch", wire.NewObject("v1", batch == BatchYes))
		}
		args := wire.Map()
		for j := range e.Args {
			a := &e.Args[j]
			o := a.Schema.Public(names, false)
			o.Set("required", a.Required)
			args.SetSymbol(a.Name, o)
		}
		d.Set("args", args)
		endpoints = append(endpoints, d)
	}
	if methods == nil {
		return nil
	}
	out.Set("methods", wire.Strings(methods))
	out.Set("endpoints", endpoints)
	if help && route.Schema != nil {
		out.Set("schema", route.published(names))
	}
	if !strings.Contains(route.Pattern, "(") {
		out.Set("_links", wire.NewObject("self", []any{wire.NewObject("href", r.Mount.Root(r.ctx)+strings.TrimPrefix(names.Path(route.Pattern), "/"))}))
	}
	return out
}

func (route *Route) published(names schema.Names) *wire.Object {
	out := wire.NewObject("$schema", "http://json-schema.org/draft-04/schema#")
	for _, m := range route.Schema().Public(names, true).Members() {
		out.Set(m.Key, m.Value)
	}
	return out
}

// options answers OPTIONS: the route's description and what the caller may do.
// It needs no permission. Compat (TestIndexAndOptions): what the caller may do is asked without
// defaults.
func (x *exchange) options(ctx context.Context, path string) {
	r := x.request(ctx, path)
	r.Method = http.MethodOptions
	out := &outcome{request: r, response: &Response{Body: []any{}}}
	if route, vars := x.api.matchAny(path); route != nil {
		r.Route, r.Endpoint = route.Route, &route.Endpoints[0]
		r.translate(vars)
		r.fields = parseFields(r.param("_fields"), r.names())
		if d := x.api.description(r, route.Route, true); d != nil {
			out.response.Body = d
		}
	}
	x.write(ctx, out)
}
