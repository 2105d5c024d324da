// Package menulocations is the resource core/v2/menu-locations: where the
// theme shows menus.
package menulocations

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/menu"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const base = "/core/v2/menu-locations"

var (
	errView    = fault.Denied("rest_cannot_view", "You aren't allowed to see the places of menus.")
	errInvalid = fault.NotFound("rest_menu_location_invalid", "The theme has no such place.")
)

type resource struct {
	*env.Env
	places *rest.Resource[menu.Location]
}

// Routes are the routes of the places.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.places = &rest.Resource[menu.Location]{
		Title: "menu-location",
		Fields: []rest.Field[menu.Location]{
			{
				Name: "name", Schema: schema.Str("Name of the place.", rest.EmbedFirst, schema.Readonly()),
				Read: func(_ *rest.Request, p menu.Location) any { return p.Name },
			},
			{
				Name: "description", Schema: schema.Str("What the theme says of the place.", rest.EmbedFirst, schema.Readonly()),
				Read: func(_ *rest.Request, p menu.Location) any { return p.Description },
			},
			{
				Name: "menu", Schema: schema.Int("Id of the menu that is shown there, 0 for none.", rest.EmbedFirst, schema.Readonly()),
				Read: func(r *rest.Request, p menu.Location) any { return e.Menus.MenuAt(r.Context(), p.Name) },
			},
		},
		Links: res.links,
	}
	location := argLocation.Arg(schema.Str("Name of the place."))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: base, Schema: res.places.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{res.places.ContextArg(rest.View)}, Allow: res.allow, Handle: res.list, Answers: rest.ShapeMap,
			}},
		},
		{
			Namespace: "core/v2", Pattern: base + `/(?P<location>[\w-]+)`, Schema: res.places.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{location, res.places.ContextArg(rest.View)}, Allow: res.allow, Handle: res.get,
			}},
		},
	}
}

func (res *resource) allow(r *rest.Request) error {
	if !r.Actor.Can("edit_theme_options") {
		return errView
	}
	return nil
}

func (res *resource) links(r *rest.Request, p menu.Location) []rest.Link {
	out := []rest.Link{{Rel: "self", Href: rest.Path(base + "/" + p.Name)}, {Rel: "collection", Href: rest.Path(base)}}
	if id := res.Menus.MenuAt(r.Context(), p.Name); id != 0 {
		out = append(out, rest.Link{Rel: rest.CURIE + "menu", Href: rest.Path("/core/v2/menus/", id), Embeddable: true})
	}
	return out
}

// list answers the places by name.
func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	out := &wire.Object{Loose: true}
	for _, p := range res.Menus.Places {
		out.Set(p.Name, r.Nested(res.places.Item(r, p)))
	}
	return rest.OK(out), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	for _, p := range res.Menus.Places {
		if p.Name == argLocation.Of(r) {
			return rest.OK(res.places.Item(r, p)), nil
		}
	}
	return nil, errInvalid
}
