package globalstyles

import (
	"errors"
	"net/url"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errNotFound  = fault.NotFound("rest_global_styles_not_found", "There are no global styles with this id.")
	errContext   = fault.Denied("rest_forbidden_context", "You aren't allowed to edit these global styles.")
	errView      = fault.Denied("rest_cannot_view", "You aren't allowed to see these global styles.")
	errEdit      = fault.Denied("rest_cannot_edit", "You aren't allowed to edit these global styles.")
	errRead      = fault.Denied("rest_cannot_read_global_styles", "You aren't allowed to see the global styles of this site.")
	errTheme     = fault.NotFound("rest_theme_not_found", "There is no such theme in use.")
	errParent    = fault.NotFound("rest_post_invalid_parent", "There are no global styles with this id.")
	errRevisions = fault.Denied("rest_cannot_read", "You aren't allowed to see revisions of these global styles.")
	errCSSType   = fault.BadRequest("rest_custom_css_invalid_type", "The CSS must be a text.")
)

// Routes are the routes of global styles.
func Routes(e *env.Env) []rest.Route { return newResource(e).routes() }

type resource struct {
	*env.Env
	typ  *content.Type
	base string
	rest *rest.Resource[*styles]
	kept *rest.Resource[*styles] // revisions
	// What the theme says doesn't change while the server runs.
	settings, styles *wire.Object
}

// styles is an entry with the document that it stores.
type styles struct {
	entry *content.Entry
	data  *theme.Data // nil when the entry stores no user styles
	// changes tells whether it stores any, also such that the theme doesn't know.
	changes bool
}

func newResource(e *env.Env) *resource {
	t := e.Types.Get(content.TypeGlobalStyles)
	res := &resource{Env: e, typ: t, base: t.RESTRoot()}
	res.rest = &rest.Resource[*styles]{Title: t.Name, Fields: res.fields(), Links: res.links}
	res.kept = &rest.Resource[*styles]{Title: t.Name + "-revision", Fields: res.revisionFields(), Links: res.fileLinks}
	res.settings, res.styles = loose(e.Theme.Base().Settings()), loose(e.Theme.Base().Styles())
	return res
}

func (res *resource) routes() []rest.Route {
	id := rest.Arg{Name: "id", Schema: schema.Int("Id of the global styles.")}
	parent := argParent.Arg(schema.Int("Id of the global styles that the revisions belong to."))
	number := rest.Arg{Name: "id", Schema: schema.Int("Id of the revision.")}
	context := res.kept.ContextArg(rest.View)
	var list []rest.Arg
	for _, a := range entry.RevisionListArgs() {
		if a.Name == rest.Page.Name || a.Name == rest.PerPage.Name || a.Name == rest.Skip.Name {
			list = append(list, a)
		}
	}
	stylesheet := rest.Arg{
		Name: argStylesheet.Name, Schema: schema.Str("Id of the theme."),
		Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) {
			if plain, err := url.QueryUnescape(schema.ToText(v)); err == nil {
				return plain, nil
			}
			return v, nil
		},
	}
	ofTheme := schema.Obj([]schema.Property{
		schema.Prop("settings", schema.Obj(nil, "Settings of the theme.", schema.Open())), schema.Prop("styles", schema.Obj(nil, "Styles of the theme.", schema.Open())),
	}, "", schema.Titled("theme-styles"))
	revisions := res.base + `/(?P<parent>[\d]+)/revisions`
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: revisions, Schema: res.kept.Schema,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: append([]rest.Arg{parent, context}, list...), Allow: res.allowRevisions, Handle: res.listRevisions, Unlisted: []string{rest.OrderBy.Name}}},
		},
		{
			Namespace: "core/v2", Pattern: revisions + `/(?P<id>[\d]+)`, Schema: res.kept.Schema,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{parent, number, context}, Allow: res.allowRevisions, Handle: res.getRevision}},
		},
		{
			Namespace: "core/v2", Pattern: res.base + `/themes/(?P<stylesheet>[\/\s%\w\.\(\)\[\]\@_\-]+)/variations`, Batch: rest.BatchNo,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{stylesheet}, Allow: res.allowTheme, Handle: res.variations, Answer: schema.List(schema.Obj(nil, "Settings and styles as the theme's file has them.", schema.Open()), "")}},
		},
		{
			Namespace: "core/v2", Pattern: res.base + `/themes/(?P<stylesheet>[^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)`, Batch: rest.BatchNo,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{stylesheet}, Allow: res.allowTheme, Handle: res.ofTheme, Answer: ofTheme}},
		},
		{
			Namespace: "core/v2", Pattern: res.base + `/(?P<id>[\/\d+]+)`, Schema: res.rest.Schema, Batch: rest.BatchNo,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{id}, Allow: res.allowGet, Handle: res.get},
				{Methods: rest.Editable, Args: res.rest.WriteArgs(false), Allow: res.allowUpdate, Handle: res.update},
			},
		},
	}
}

// load is the entry that a request names, or the fault that there is none.
func (res *resource) load(r *rest.Request, arg rest.Param[int64], missing error) (*content.Entry, error) {
	id := arg.Of(r)
	if id <= 0 {
		return nil, missing
	}
	e, err := res.Store.EntryByID(r.Context(), id)
	if errors.Is(err, content.ErrNotFound) || err == nil && e.Type != res.typ.Name {
		return nil, missing
	}
	return e, err
}

func (res *resource) allowGet(r *rest.Request) error {
	e, err := res.load(r, rest.ID, errNotFound)
	switch {
	case err != nil:
		return err
	case r.ViewContext() == rest.Edit && !res.Entries.CanEdit(r.Context(), r.Actor, e):
		return errContext
	case !r.Actor.Can(res.typ.Caps.Read):
		return errView
	}
	return nil
}

func (res *resource) allowUpdate(r *rest.Request) error {
	e, err := res.load(r, rest.ID, errNotFound)
	if err != nil {
		return err
	}
	if !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errEdit
	}
	return nil
}

func (res *resource) allowTheme(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) && !r.Actor.Can("edit_theme_options") {
		return errRead
	}
	return nil
}

func (res *resource) allowRevisions(r *rest.Request) error {
	e, err := res.load(r, argParent, errParent)
	if err != nil {
		return err
	}
	if !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errRevisions
	}
	return nil
}
