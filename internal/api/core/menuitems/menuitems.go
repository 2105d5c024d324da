// Package menuitems is the resource core/v2/menu-items: the items of classic
// menus. It lists and shows them like other entries; what an item leads to and
// how it is stored are the rules of package menu.
package menuitems

import (
	"context"
	"net/http"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errView    = fault.Denied("rest_cannot_view", "You aren't allowed to see menu items.")
	errContext = fault.Denied("rest_forbidden_context", "You aren't allowed to edit menu items.")
)

type resource struct {
	*env.Env
	entries *entry.Resource
}

// Routes are the routes of menu items and their autosaves.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	t := e.Types.Get(content.TypeMenuItem)
	res.entries = &entry.Resource{
		Env: e, Type: t, Batch: rest.BatchYes, Fields: res.fields(entry.Fields{Env: e, Type: t}),
		List: entry.List{
			PerPage: 100, Order: "asc", OrderBy: "menu_order",
			Allow: func(r *rest.Request) error {
				if r.ViewContext() == rest.Edit && !r.Actor.Can(t.Caps.EditOwn) {
					return errContext
				}
				return res.allowRead(r)
			},
		},
		Get:    entry.Get{Allow: res.allowRead, NoExcerptLength: true, NoPassword: true},
		Delete: entry.Delete{NoTrash: true, Context: "view", Scalar: rest.ScalarIgnored},
		Prefetch: func(ctx context.Context, _ *rest.Request, list []*content.Entry) error {
			return e.Menus.Prefetch(ctx, list)
		},
		Links: res.links,
		MoreLinks: []entry.LinkDescription{
			{Rel: "menu-item-object", Title: "Get linked object.", Member: "object", Type: "integer"},
		},
	}
	routes := res.entries.Routes()
	for i := range routes[:2] { // the list and one item
		for j := range routes[i].Endpoints {
			if endpoint := &routes[i].Endpoints[j]; endpoint.Methods[0] == http.MethodPost {
				endpoint.Handle = res.save
			}
		}
	}
	for i := range routes[2].Endpoints { // autosaves
		for j := range routes[2].Endpoints[i].Args {
			if a := &routes[2].Endpoints[i].Args[j]; a.Name == "parent" && routes[2].Endpoints[i].Methods[0] == http.MethodPost {
				a.Schema = a.Schema.With(schema.Min(0))
			}
		}
	}
	return routes
}

func (res *resource) allowRead(r *rest.Request) error {
	if r.Actor.Can("edit_theme_options") || res.Entries.CanEditAny(r.Actor) {
		return nil
	}
	return errView
}

// links lead to what an item leads to.
func (res *resource) links(r *rest.Request, e *content.Entry) []rest.Link {
	ctx := r.Context()
	it := res.item(r, e)
	link := func(href wire.Ref, name string) []rest.Link {
		return []rest.Link{{
			Rel: rest.CURIE + "menu-item-object", Href: href, Embeddable: true, Attributes: wire.NewObject(it.Type, wire.Symbol(name)),
		}}
	}
	switch {
	case it.ObjectID <= 0:
	case it.Type == menu.Post:
		if target, err := res.Store.EntryByID(ctx, it.ObjectID); err == nil {
			if ref, ok := entry.RefOf(res.Types, target); ok {
				return link(ref, target.Type)
			}
		}
	case it.Type == menu.Term:
		if target, err := res.Store.TermByID(ctx, it.ObjectID); err == nil {
			if tax := res.Taxonomies.Get(target.Taxonomy); tax != nil && tax.REST {
				return link(rest.Path(tax.RESTRoot(), "/", target.ID), tax.Name)
			}
		}
	}
	return nil
}
