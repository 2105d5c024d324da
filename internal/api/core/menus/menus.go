// Package menus is the resource core/v2/menus: classic menus, which are terms
// with places in the theme. Their items are in package menuitems.
package menus

import (
	"context"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/faults"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/rest"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errView = fault.Denied("rest_cannot_view", "You aren't allowed to see menus.")

// Routes are the routes of menus.
func Routes(e *env.Env) []rest.Route { return Resource(e).Routes() }

// Resource describes menus. Writing answers in context view, and every write
// states the whole menu: the slug follows the name, and a description that
// isn't given is removed.
func Resource(e *env.Env) *terms.Resource {
	res := &terms.Resource{
		Env: e, Tax: e.Taxonomies.Get(taxonomy.Menu), WriteContext: "view",
		AllowRead: func(r *rest.Request) error {
			if r.Actor.Can("edit_theme_options") || e.Entries.CanEditAny(r.Actor) {
				return nil
			}
			return errView
		},
		Links: func(r *rest.Request, t *taxonomy.Term) []rest.Link {
			var out []rest.Link
			for _, location := range e.Menus.PlacesOf(r.Context(), t.ID) {
				out = append(out, rest.Link{Rel: rest.CURIE + "menu-location", Href: rest.Path("/core/v2/menu-locations/" + location), Embeddable: true})
			}
			return out
		},
		BeforeDelete: func(ctx context.Context, t *taxonomy.Term) error { return e.Menus.Deleted(ctx, t) },
		After: func(ctx context.Context, r *rest.Request, t *taxonomy.Term) error {
			if argLocations.Has(r) {
				if err := e.Menus.SetPlaces(ctx, t.ID, argLocations.Of(r)); err != nil {
					return err
				}
			}
			if argAutoAdd.Has(r) {
				return e.Menus.SetTakesPages(ctx, t.ID, argAutoAdd.Of(r))
			}
			return nil
		},
		FaultOfCreate: func(err error) error {
			if f := faults.Of(err); f != nil && f.Status == 0 {
				refused := *f
				refused.Status = 400
				return &refused
			}
			return err
		},
	}
	res.Change = func(r *rest.Request, before *taxonomy.Term, c *taxonomy.Change) error { return change(e, r, before, c) }
	own := rest.Whole([]terms.Field{res.ID(), res.Description(), res.Name(), res.Slug(), res.Meta()})
	res.Fields = append(own,
		terms.Field{
			Name: "locations", Schema: schema.List(schema.Str(""), "Places of the theme that show the menu.", rest.NotEmbed),
			Read: func(r *rest.Request, t *taxonomy.Term) any { return wire.Strings(e.Menus.PlacesOf(r.Context(), t.ID)) },
			Arg: func(a *rest.Arg) {
				s := a.Schema
				a.Validate = func(_ *rest.Request, v any, name string) *fault.Error { return checkPlaces(e, s, v, name) }
			},
		},
		terms.Field{
			Name: "auto_add", Schema: schema.Bool("Whether new pages without parent are added to the menu.", rest.NotEmbed),
			Read: func(r *rest.Request, t *taxonomy.Term) any { return e.Menus.TakesPages(r.Context(), t.ID) },
		},
	)
	return res
}

// checkPlaces refuses places that the theme doesn't have.
func checkPlaces(e *env.Env, s *schema.Schema, v any, name string) *fault.Error {
	if err := s.Validate(v, name); err != nil {
		return err
	}
	list, _ := schema.AsList(v)
	for _, item := range list {
		if location := schema.ToText(item); !e.Menus.HasLocation(location) {
			return (&fault.Error{Code: "rest_invalid_menu_location", Message: "The theme has no such place."}).With("location", location)
		}
	}
	return nil
}

// change fills in what a request doesn't say and keeps two menus from having
// one name.
func change(e *env.Env, r *rest.Request, before *taxonomy.Term, c *taxonomy.Change) error {
	empty := ""
	c.Slug = nil
	if before != nil {
		c.Slug = &empty // made of the name again
	}
	if c.Description == nil {
		c.Description = &empty
	}
	if c.Name == nil {
		return nil
	}
	name := strings.TrimSpace(sanitize.TermName(*c.Name))
	if name == "" {
		return nil
	}
	same, err := e.Store.ListTerms(r.Context(), taxonomy.Query{
		Taxonomies: []string{taxonomy.Menu}, Name: name, Order: taxonomy.ByID, SkipTotal: true,
	})
	if err != nil {
		return err
	}
	for _, t := range same.Terms {
		switch {
		case before == nil:
			return fault.BadRequest("menu_exists", "Another menu has the name.").With("term_id", t.ID).WithExtra(t.ID)
		case before.ID != t.ID:
			return fault.NoStatus("menu_exists", "Another menu has the name.")
		}
	}
	return nil
}
