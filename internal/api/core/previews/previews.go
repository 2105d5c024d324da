// Package previews is where editors get links that open one entry to whoever
// has them; see package preview.
package previews

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/preview"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errInvalidID = fault.NotFound("rest_post_invalid_id", "There is no entry with this id.")
	errEdit      = fault.Denied("rest_cannot_edit", "You aren't allowed to edit this entry.")
	errNoPage    = fault.BadRequest("rest_preview_no_page", "Entries of this type have no page that a link could open.")
	errTrashed   = fault.BadRequest("rest_preview_trashed", "The entry is in the trash, or was never saved.")
)

type resource struct{ *env.Env }

// Routes are the routes of the resource. The reference has none of them, so they
// aren't in the index.
func Routes(e *env.Env) []rest.Route {
	res := &resource{e}
	seconds := func(d time.Duration) int64 { return int64(d / time.Second) }
	return []rest.Route{{
		Pattern: "/quoin/v1/previews", Hidden: true, Schema: describe,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Creatable, Allow: res.allow, Handle: res.create,
			Args: []rest.Arg{
				entry("Id of the entry that the link opens."),
				argExpiresIn.Arg(schema.Int("For how many seconds the link is good.",
					schema.Default(seconds(preview.Usual)), schema.Min(float64(seconds(preview.Shortest))), schema.Max(float64(seconds(preview.Longest))))),
			},
		}, {
			Methods: rest.Deletable, Allow: res.allow, Handle: res.revoke,
			Answer: schema.Of(schema.Prop("entry", schema.Int("Id of the entry.")), schema.Prop("revoked", schema.Bool("That its links have ended."))),
			Args:   []rest.Arg{entry("Id of the entry whose links end.")},
		}},
	}}
}

func entry(description string) rest.Arg {
	return rest.Arg{Name: argEntry.Name, Required: true, Schema: schema.Int(description, schema.Min(1))}
}

func describe() *schema.Schema {
	text := func(name, description string, options ...schema.Option) schema.Property {
		return schema.Property{Name: name, Schema: schema.Str(description, append(options, schema.Readonly())...)}
	}
	s := schema.Obj([]schema.Property{
		{Name: "entry", Schema: schema.Int("Id of the entry.", schema.Readonly())},
		text("link", "Address of its page.", schema.Format(schema.URI)),
		text("record", "Address of it in the API, empty for types that the API doesn't show.", schema.Format(schema.URI)),
		text("token", "What both addresses have as "+preview.Parameter+"."),
		text("expires_gmt", "When the link ends, in UTC.", schema.Format(schema.DateTime)),
	}, "")
	s.Title = "preview"
	return s
}

func (res *resource) load(r *rest.Request) (*content.Entry, error) {
	e, err := res.Store.EntryByID(r.Context(), argEntry.Of(r))
	if errors.Is(err, content.ErrNotFound) || err == nil && e.Type == content.TypeRevision {
		return nil, errInvalidID
	}
	return e, err
}

func (res *resource) allow(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errEdit // who may edit nothing isn't told what there is
	}
	e, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errEdit
	}
	return nil
}

func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	e, err := res.load(r)
	if err != nil {
		return nil, err
	}
	link, err := res.Previews.Make(r.Context(), e, time.Duration(argExpiresIn.Of(r))*time.Second)
	switch {
	case errors.Is(err, preview.ErrNoPage):
		return nil, errNoPage
	case errors.Is(err, preview.ErrTrashed):
		return nil, errTrashed
	case err != nil:
		return nil, err
	}
	out := wire.NewObject("entry", e.ID, "link", link.Page, "record", "", "token", link.Token, "expires_gmt", link.Expires.Format(site.DateForm))
	if t := res.Types.Get(e.Type); t != nil && t.REST {
		ref := rest.Path(t.RESTRoot(), "/", e.ID)
		ref.Query = "?" + preview.Parameter + "=" + url.QueryEscape(link.Token)
		out.Set("record", ref)
	}
	return &rest.Response{Status: http.StatusCreated, Body: out}, nil
}

// revoke ends all links to an entry that were made until now.
func (res *resource) revoke(r *rest.Request) (*rest.Response, error) {
	e, err := res.load(r)
	if err != nil {
		return nil, err
	}
	if _, err := res.Entries.SetMeta(r.Context(), e, preview.Revoked(e)); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("revoked", true, "entry", e.ID)), nil
}
