package types

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errCannotView = fault.Denied("rest_cannot_view", "You aren't allowed to edit entries of any type.")
	errUnknown    = fault.NotFound("rest_type_invalid", "There is no such type.")
	errHidden     = fault.Denied("rest_cannot_read_type", "This type isn't shown.")
	errContext    = fault.Denied("rest_forbidden_context", "You aren't allowed to edit entries of this type.")
)

type resource struct {
	*env.Env
	rest *rest.Resource[*content.Type]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.rest = &rest.Resource[*content.Type]{Title: "type", Fields: append(res.fields(), e.Added.Types.Fields()...), Links: res.links}
	s := func() *schema.Schema { return res.rest.Schema() }
	name := argType.Arg(schema.Str("Name of the type.", schema.Symbols()))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/types", Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{res.rest.ContextArg(rest.View)}, Allow: res.allowList, Handle: res.list, Answers: rest.ShapeMap,
			}},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/types/(?P<type>[\w-]+)`, Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{name, res.rest.ContextArg(rest.View)}, Allow: rest.Public, Handle: res.get,
			}},
		},
	}
}

func (res *resource) allowList(r *rest.Request) error {
	if r.ViewContext() == rest.Edit && !res.Entries.CanEditAny(r.Actor) {
		return errCannotView
	}
	return nil
}

// list answers an object; its members are cut down by the same _fields as the
// object itself.
func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	var shown []*content.Type
	for _, t := range res.Types.REST() {
		if r.ViewContext() != rest.Edit || r.Actor.Can(t.Caps.EditOwn) {
			shown = append(shown, t)
		}
	}
	if err := res.Added.Types.Prefetch(r.Context(), r, shown); err != nil {
		return nil, err
	}
	out := &wire.Object{Loose: true}
	for _, t := range shown {
		out.SetSymbol(t.Name, r.Nested(res.rest.Item(r, t)))
	}
	return rest.OK(out), nil
}

// internalTypes are types that clients may ask for and are told to be there,
// though entries of theirs are never kept.
var internalTypes = []string{"customize_changeset", "oembed_cache", "user_request"}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	t := res.Types.Get(argType.Of(r))
	switch {
	case t == nil && slices.Contains(internalTypes, argType.Of(r)):
		return nil, errHidden
	case t == nil:
		return nil, errUnknown
	case !t.REST:
		return nil, errHidden
	case r.ViewContext() == rest.Edit && !r.Actor.Can(t.Caps.EditOwn):
		return nil, errContext
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

func (res *resource) links(r *rest.Request, t *content.Type) []rest.Link {
	out := []rest.Link{
		{Rel: "collection", Href: rest.Path("/core/v2/types")},
		{Rel: rest.CURIE + "items", Href: rest.Path("/", t.RESTNamespace(), "/", restBase(t))},
	}
	return append(out, res.Added.Types.Links(r, t)...)
}

// restBase is the segment of the type's route. Compat (TestAnswers): font faces live below a
// family and give the pattern of their route.
func restBase(t *content.Type) string {
	if t.Name == content.TypeFontFace {
		return `font-families/(?P<font_family_id>[\d]+)/font-faces`
	}
	return t.RESTBase
}

// shownTaxonomies are the taxonomies of a type that the API shows.
func (res *resource) shownTaxonomies(t *content.Type) []wire.Symbol {
	out := []wire.Symbol{}
	for _, tax := range res.Taxonomies.Of(t.Name) {
		if tax.REST {
			out = append(out, wire.Symbol(tax.Name))
		}
	}
	return out
}

// supports are the features of a type. Compat (TestAnswers): the order of menu items is a
// feature inside only, and editors of entries with notes say so.
func supports(t *content.Type) *wire.Object {
	out := wire.Map()
	for _, feature := range t.Supports {
		switch {
		case t.Name == content.TypeMenuItem && feature == "page-attributes":
		case feature == "editor" && t.Notes:
			out.Set(feature, []any{wire.NewObject("notes", true)})
		default:
			out.Set(feature, true)
		}
	}
	return out
}

func capabilities(t *content.Type) *wire.Object {
	c := t.Caps
	out := wire.NewObject(
		"edit_post", "edit_"+c.One, "read_post", "read_"+c.One, "delete_post", "delete_"+c.One,
		"edit_posts", c.EditOwn, "edit_others_posts", c.EditOthers, "delete_posts", c.DeleteOwn,
		"publish_posts", c.Publish, "read_private_posts", c.ReadPrivate, "read", c.Read,
		"delete_private_posts", c.DeletePrivate, "delete_published_posts", c.DeletePublished,
		"delete_others_posts", c.DeleteOthers, "edit_private_posts", c.EditPrivate,
		"edit_published_posts", c.EditPublished, "create_posts", c.Create,
	)
	for _, m := range slices.Clone(out.Members()) {
		if printed, ok := c.Printed[m.Key]; ok {
			out.Set(m.Key, printed)
		}
	}
	out.Solid = true
	return out
}
