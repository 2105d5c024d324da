package themes

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

var (
	errViewAll    = fault.Denied("rest_cannot_view_themes", "You aren't allowed to see the themes.")
	errViewActive = fault.Denied("rest_cannot_view_active_theme", "You aren't allowed to see the theme.")
	errSwitch     = fault.Denied("rest_cannot_switch_themes", "You aren't allowed to switch themes.")
	errNotFound   = fault.NotFound("rest_theme_not_found", "There is no such theme.")
)

type resource struct {
	*env.Env
	rest *rest.Resource[*theme.Theme]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.rest = &rest.Resource[*theme.Theme]{Title: "theme", Fields: res.fields(), Links: res.links}
	s := func() *schema.Schema { return res.rest.Schema() }
	status := schema.List(schema.Str("", schema.Enum("active", "inactive")), "Limit the list to themes of these states.")
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/themes", Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{argStatus.Arg(status)}, Allow: res.allowList, Handle: res.list, Answers: rest.ShapeList,
			}},
		},
		{
			// The reference has no such route, so it isn't in the index.
			Namespace: "core/v2", Pattern: `/core/v2/themes/(?P<stylesheet>[A-Za-z0-9_-]+)/activation`, Hidden: true,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Creatable, Args: []rest.Arg{argStylesheet.Arg(schema.Str("Name of the theme's folder."))},
				Allow: res.allowSwitch, Handle: res.activate,
				Answer:        schema.Of(schema.Prop("stylesheet", schema.Str("Name of the theme's folder.")), schema.Prop("status", schema.Str("That it is active."))),
				NoTransaction: true, // the theme is read first
			}},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/themes/(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)`, Schema: s,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{argStylesheet.Arg(schema.Str("Name of the theme's folder."))},
				Allow: res.allowGet, Handle: res.get,
			}},
		},
	}
}

// seesAll tells whether the caller sees every theme.
func seesAll(r *rest.Request) bool { return r.Actor.Can("switch_themes") }

func (res *resource) allowActive(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errViewActive
	}
	return nil
}

func (res *resource) allowList(r *rest.Request) error {
	switch {
	case seesAll(r):
		return nil
	case slices.Equal(argStatus.Of(r), []string{"active"}):
		return res.allowActive(r)
	}
	return errViewAll
}

func (res *resource) allowGet(r *rest.Request) error {
	switch {
	case seesAll(r):
		return nil
	case argStylesheet.Of(r) == res.Theme.ID:
		return res.allowActive(r)
	}
	return errViewAll
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	var out []*theme.Theme
	states := argStatus.Of(r)
	wanted := func(state string) bool { return len(states) == 0 || slices.Contains(states, state) }
	if wanted(statusActive) {
		out = append(out, res.Theme)
	}
	// What can't be put into effect isn't offered.
	if wanted(statusInactive) && res.Themes != nil && !res.Themes.Fixed() {
		for _, t := range res.Themes.All(r.Context()) {
			if t.ID != res.Theme.ID {
				out = append(out, t)
			}
		}
	}
	pages := 1
	return &rest.Response{Body: res.rest.Items(r, out), Page: &rest.PageInfo{Total: len(out), Page: 1, Pages: &pages}}, nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	t := res.byID(r, argStylesheet.Of(r))
	if t == nil {
		return nil, errNotFound
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

func (res *resource) byID(r *rest.Request, id string) *theme.Theme {
	if id == res.Theme.ID {
		return res.Theme
	}
	if res.Themes != nil {
		for _, t := range res.Themes.All(r.Context()) {
			if t.ID == id {
				return t
			}
		}
	}
	return nil
}

func (res *resource) allowSwitch(r *rest.Request) error {
	if !r.Actor.Can("switch_themes") {
		return errSwitch
	}
	return nil
}

// activate puts a theme into effect.
func (res *resource) activate(r *rest.Request) (*rest.Response, error) {
	id := argStylesheet.Of(r)
	if res.Themes == nil {
		return nil, errNotFound
	}
	switch err := res.Themes.Switch(r.Context(), id); {
	case errors.Is(err, env.ErrNoTheme):
		return nil, errNotFound
	case errors.Is(err, env.ErrThemeFixed):
		return nil, fault.New(http.StatusConflict, "rest_theme_fixed", err.Error())
	case err != nil:
		return nil, err
	}
	return rest.OK(wire.NewObject("stylesheet", id, "status", statusActive)), nil
}

func (res *resource) links(r *rest.Request, t *theme.Theme) []rest.Link {
	out := []rest.Link{
		{Rel: "self", Href: rest.Path("/core/v2/themes/", t.ID)},
		{Rel: "collection", Href: rest.Path("/core/v2/themes")},
	}
	if t.ID != res.Theme.ID {
		return out
	}
	if id := res.stylesID(r.Context(), t); id != 0 {
		out = append(out, rest.Link{Rel: rest.CURIE + "user-global-styles", Href: rest.Path("/core/v2/global-styles/", id)})
	}
	allow := []any{}
	if r.Actor.Can("export") {
		allow = append(allow, "GET")
	}
	return append(out, rest.Link{
		Rel: rest.CURIE + "export-theme", Href: rest.Path("/core-block-editor/v1/export"),
		Attributes: wire.NewObject("targetHints", wire.NewObject("allow", allow)),
	})
}

// stylesID is the entry that holds what users changed of the theme's styles, 0
// without one.
func (res *resource) stylesID(ctx context.Context, t *theme.Theme) int64 {
	page, err := res.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeGlobalStyles}, Slugs: []string{"wp-global-styles-" + t.ID},
		Statuses: []content.Status{content.Publish}, Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		scope.Failed(ctx, err)
		return 0
	}
	for _, e := range page.Entries {
		return e.ID
	}
	return 0
}
