package blocktypes

import (
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/blocktype"
	"quoin/internal/domain/template"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errCannotView = fault.Denied("rest_block_type_cannot_view", "You aren't allowed to see the block types.")
	errUnknown    = fault.NotFound("rest_block_type_invalid", "There is no such block type.")
)

type resource struct {
	*env.Env
	rest    *rest.Resource[*wire.Object]
	catalog *template.Catalog
}

// Routes are the routes of both resources.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e, catalog: &template.Catalog{Store: e.Store, Theme: e.Theme, Types: e.Types, Taxonomies: e.Taxonomies}}
	res.rest = &rest.Resource[*wire.Object]{Title: "block-type", Fields: fields(), Links: links}
	s := func() *schema.Schema { return res.rest.Schema() }
	context := rest.AllContexts()
	namespace := argNamespace.Arg(schema.Str("Namespace of the blocks."))
	name := argName.Arg(schema.Str("Name of the block within its namespace."))
	route := func(pattern string, args []rest.Arg, allow func(*rest.Request) error, handle func(*rest.Request) (*rest.Response, error)) rest.Route {
		shape := rest.ShapeList
		if strings.Contains(pattern, "<name>") {
			shape = rest.ShapeUsual
		}
		return rest.Route{
			Namespace: "core/v2", Pattern: "/core/v2/block-types" + pattern, Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: args, Allow: allow, Handle: handle, Answers: shape}},
		}
	}
	const word = `[a-zA-Z0-9_-]+`
	return []rest.Route{
		res.rendererRoute(),
		route("", []rest.Arg{context, namespace}, res.allow, res.list),
		route(`/(?P<namespace>`+word+`)`, []rest.Arg{context, namespace}, res.allow, res.list),
		route(`/(?P<namespace>`+word+`)/(?P<name>`+word+`)`, []rest.Arg{name, namespace, context}, res.allowGet, res.get),
	}
}

func (res *resource) allow(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errCannotView
	}
	return nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	namespace := argNamespace.Of(r)
	var out []*wire.Object
	for _, t := range blocktype.All() {
		if namespace == "" || namespaceOf(t.Declared) == namespace {
			t, err := res.completed(r, t.Declared)
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
	}
	return rest.OK(res.rest.Items(r, out)), nil
}

func asked(r *rest.Request) (*wire.Object, error) {
	t := find(argNamespace.Of(r) + "/" + argName.Of(r))
	if t == nil {
		return nil, errUnknown
	}
	return t, nil
}

func (res *resource) allowGet(r *rest.Request) error {
	if err := res.allow(r); err != nil {
		return err
	}
	_, err := asked(r)
	return err
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	t, err := asked(r)
	if err == nil {
		t, err = res.completed(r, t)
	}
	if err != nil {
		return nil, err
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

func links(_ *rest.Request, t *wire.Object) []rest.Link {
	const base = "/core/v2/block-types"
	name := t.Text("name")
	out := []rest.Link{
		{Rel: "collection", Href: rest.Path(base)},
		{Rel: "self", Href: rest.Path(base, "/", name)},
		{Rel: "up", Href: rest.Path(base, "/", namespaceOf(t))},
	}
	if t.Get("is_dynamic") == true {
		render := rest.Path("/core/v2/block-renderer/", name)
		render.Query = "?context=edit"
		out = append(out, rest.Link{Rel: rest.CURIE + "render-block", Href: render})
	}
	return out
}
