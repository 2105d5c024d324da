package viewconfig

import (
	"quoin/internal/access"
	"quoin/internal/core/env"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

var (
	errInvalid    = fault.NotFound("rest_view_config_invalid_entity", "There is nothing of this kind and name.")
	errCannotRead = fault.Denied("rest_cannot_read", "You aren't allowed to see how this is shown.")
)

// The kinds that have rights of their own.
const (
	kindType     = "postType"
	kindTaxonomy = "taxonomy"
	kindRoot     = "root"
)

type resource struct{ *env.Env }

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{e}
	return []rest.Route{{
		Namespace: "core/v2", Pattern: "/core/v2/view-config", Schema: published,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Readable, Allow: res.allow, Handle: res.get,
			Args: []rest.Arg{
				{Name: argKind.Name, Schema: schema.Str("Kind of what is shown."), Required: true},
				{Name: argName.Name, Schema: schema.Str("Name of what is shown.", schema.Symbols()), Required: true},
			},
		}},
	}}
}

func (res *resource) allow(r *rest.Request) error {
	var need access.Capability
	switch name := argName.Of(r); argKind.Of(r) {
	case kindType:
		t := res.Types.Get(name)
		if t == nil {
			return errInvalid
		}
		need = t.Caps.EditOwn
	case kindTaxonomy:
		t := res.Taxonomies.Get(name)
		if t == nil {
			return errInvalid
		}
		need = t.Caps.Manage
	case kindRoot:
		need = "manage_options"
	default:
		need = "edit_posts"
	}
	if !r.Actor.Can(need) {
		return errCannotRead
	}
	return nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	kind, name := argKind.Of(r), argName.Of(r)
	c := res.config(r.Context(), kind, name)
	var printed any = name
	if kind == kindType || kind == kindTaxonomy {
		printed = wire.Symbol(name)
	}
	return rest.OK(wire.NewObject(
		"kind", kind, "name", printed, "version", 1,
		"default_view", c.view, "default_layouts", c.layouts, "view_list", c.list, "form", c.form,
	)), nil
}

// published is the schema; what is inside the members is the editor's own
// business.
func published() *schema.Schema {
	ro := schema.Readonly()
	s := schema.Obj([]schema.Property{
		{Name: "kind", Schema: schema.Str("Kind of what is shown.", ro)},
		{Name: "name", Schema: schema.Str("Name of what is shown.", ro)},
		{Name: "version", Schema: schema.Int("Version of the form of this answer.", ro)},
		{Name: "default_view", Schema: schema.New(schema.Object, "How the list looks at first.", ro)},
		{Name: "default_layouts", Schema: schema.New(schema.Object, "The layouts to choose from, by name.", ro)},
		{Name: "view_list", Schema: schema.List(schema.Obj([]schema.Property{
			{Name: "title", Schema: schema.Str("Title of the view.")},
			{Name: "slug", Schema: schema.Str("Name of the view.")},
			{Name: "view", Schema: schema.New(schema.Object, "How it differs from the usual view.")},
		}, ""), "The views to choose from.", ro)},
		{Name: "form", Schema: schema.New(schema.Object, "The form for one of them.", ro)},
	}, "")
	s.Title = "view-config"
	return s
}
