package viewconfig

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
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
	return rest.OK(wire.NewObject(
		"kind", kind, "name", wire.Symbol(name), "version", 1,
		"default_view", c.view, "default_layouts", c.layouts, "view_list", c.list, "form", c.form,
	)), nil
}
