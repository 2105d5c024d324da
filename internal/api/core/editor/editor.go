// Package editor is the namespace core-block-editor/v1: what the block editor
// asks for beside the objects themselves.
package editor

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

const namespace = "core-block-editor/v1"

var (
	errDetails  = fault.Denied("rest_cannot_view_url_details", "You aren't allowed to ask for other sites.")
	errFallback = fault.Denied("rest_cannot_create", "You aren't allowed to create navigation menus.")
	errExport   = fault.Denied("rest_cannot_export_templates", "You aren't allowed to export the theme.")
)

type service struct {
	*env.Env
	catalog *template.Catalog
}

// Details are the routes about other sites.
func Details(e *env.Env) []rest.Route {
	s := &service{Env: e}
	address := rest.Arg{
		Name: argURL.Name, Required: true, Schema: schema.Str("Address of a page.", schema.Format(schema.URI)),
		Validate: func(r *rest.Request, v any, _ string) *fault.Error {
			ctx := r.Context()
			if err := e.Outbound.CheckFor(ctx, schema.ToText(v), e.Site.Base(ctx)); err != nil {
				return rest.Invalid()
			}
			return nil
		},
	}
	return []rest.Route{{
		Namespace: namespace, Pattern: "/" + namespace + "/url-details",
		Endpoints: []rest.Endpoint{{
			Methods: rest.Readable, Args: []rest.Arg{address}, Handle: s.details,
			Answer: schema.Of(
				schema.Prop("title", schema.Str("Title of the page.")), schema.Prop("icon", schema.Str("Address of its icon.")),
				schema.Prop("description", schema.Str("What it says of itself.")), schema.Prop("image", schema.Str("Address of its picture.")),
			),
			Allow: func(r *rest.Request) error {
				if !e.Entries.CanEditAny(r.Actor) {
					return errDetails
				}
				return nil
			},
		}},
	}}
}

// Routes are the other routes of the namespace.
func Routes(e *env.Env) []rest.Route {
	s := &service{Env: e, catalog: &template.Catalog{Store: e.Store, Theme: e.Theme, Types: e.Types, Taxonomies: e.Taxonomies}}
	return []rest.Route{
		{
			Namespace: namespace, Pattern: "/" + namespace + "/export",
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Handle: s.export, Media: []string{"application/zip"},
				Allow: func(r *rest.Request) error {
					if !r.Actor.Can("export") {
						return errExport
					}
					return nil
				},
			}},
		},
		{
			Namespace: namespace, Pattern: "/" + namespace + "/navigation-fallback", Schema: fallbackSchema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Handle: s.fallback,
				Allow: func(r *rest.Request) error {
					if !r.Actor.Can(e.Types.Get(content.TypeNavigation).Caps.Create) {
						return errFallback
					}
					return nil
				},
			}},
		},
	}
}

func fallbackSchema() *schema.Schema {
	s := schema.Obj([]schema.Property{
		{Name: "id", Schema: schema.Int("Id of the navigation menu.", rest.Everywhere, schema.Readonly())},
	}, "")
	s.Title = "navigation-fallback"
	return s
}
