package taxonomies

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errCannotView = fault.Denied("rest_cannot_view", "You aren't allowed to assign terms of any of these taxonomies.")
	errContext    = fault.Denied("rest_forbidden_context", "You aren't allowed to assign terms of this taxonomy.")
	errUnknown    = fault.NotFound("rest_taxonomy_invalid", "There is no such taxonomy.")
)

type resource struct {
	*env.Env
	rest *rest.Resource[*taxonomy.Taxonomy]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.rest = &rest.Resource[*taxonomy.Taxonomy]{Title: "taxonomy", Fields: rest.Whole(fields(res.Site)), Links: links}
	s := func() *schema.Schema { return res.rest.Schema() }
	context := res.rest.ContextArg(rest.View)
	typ := argType.Arg(schema.Str("Limit the list to taxonomies of a type of entries.", schema.Symbols()))
	name := argTaxonomy.Arg(schema.Str("Name of the taxonomy.", schema.Symbols()))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/taxonomies", Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{context, typ}, Allow: res.allowList, Handle: res.list, Answers: rest.ShapeMap}},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/taxonomies/(?P<taxonomy>[\w-]+)`, Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{name, context}, Allow: res.allowGet, Handle: res.get}},
		},
	}
}

// asked are the shown taxonomies that a list asks for, in context edit only
// those whose terms the caller may assign.
func (res *resource) asked(r *rest.Request) []*taxonomy.Taxonomy {
	typ := argType.Of(r)
	return slices.DeleteFunc(res.Taxonomies.All(), func(t *taxonomy.Taxonomy) bool {
		return !t.REST || typ != "" && !slices.Contains(t.Types, typ) || r.ViewContext() == rest.Edit && !r.Actor.Can(t.Caps.Assign)
	})
}

func (res *resource) allowList(r *rest.Request) error {
	if r.ViewContext() == rest.Edit && len(res.asked(r)) == 0 {
		return errCannotView
	}
	return nil
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	out := &wire.Object{}
	for _, t := range res.asked(r) {
		out.SetSymbol(t.Name, r.Nested(res.rest.Item(r, t)))
	}
	return rest.OK(out), nil
}

// linkCategory is a taxonomy of lists of links that nobody may see.
const linkCategory = "link_category"

// allowGet lets unknown taxonomies pass, so that the answer to them is the
// handler's.
func (res *resource) allowGet(r *rest.Request) error {
	t := res.Taxonomies.Get(argTaxonomy.Of(r))
	switch {
	case t == nil && argTaxonomy.Of(r) == linkCategory:
		return rest.Forbidden
	case t == nil:
		return nil
	case !t.REST:
		return rest.Forbidden
	case r.ViewContext() == rest.Edit && !r.Actor.Can(t.Caps.Assign):
		return errContext
	}
	return nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	t := res.Taxonomies.Get(argTaxonomy.Of(r))
	if t == nil {
		return nil, errUnknown
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

func links(_ *rest.Request, t *taxonomy.Taxonomy) []rest.Link {
	return []rest.Link{
		{Rel: "collection", Href: rest.Path("/core/v2/taxonomies")},
		{Rel: rest.CURIE + "items", Href: rest.Path(t.RESTRoot())},
	}
}
