package seo

import (
	"context"
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// The permissions of most routes.
var (
	manage     = rest.Can("manage_options", "seo_manage_options")
	edit       = rest.Can("edit_posts")
	editAny    = rest.Can("edit_posts", "edit_pages")
	publishAny = rest.Can("publish_posts", "publish_pages")
	editOthers = rest.Can("edit_others_posts")
	reader     = rest.Can("read")
	installer  = rest.Can("activate_plugins")
)

// editsType is the permission of those who may write entries of the type that
// post_type names.
func (s *base) editsType(r *rest.Request) error {
	t := s.Types.Get(argPostTypeText.Of(r))
	if t == nil || !headed(t) || !r.Actor.Can(t.Caps.EditOwn) {
		return rest.Forbidden
	}
	return nil
}

// editsEntry is the permission of those who may change the entry that post_id
// names.
func (s *base) editsEntry(r *rest.Request) error {
	e, err := s.entry(r.Context(), argPostID.Of(r))
	if err != nil {
		return err
	}
	if e == nil || !s.Entries.CanEdit(r.Context(), r.Actor, e) {
		return rest.Forbidden
	}
	return nil
}

// entry is an entry, nil when there is none.
func (s *base) entry(ctx context.Context, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	return found[id], err
}

// get makes an endpoint that reads, write one that writes in one transaction.
func get(allow func(*rest.Request) error, handle func(r *rest.Request) (*rest.Response, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
	return rest.Endpoint{Methods: rest.Readable, Args: args, Allow: allow, Handle: handle, Answer: answer, Refusal: refusedAnswer}
}

func write(allow func(*rest.Request) error, handle func(r *rest.Request) (*rest.Response, error), answer *schema.Schema, args ...rest.Arg) rest.Endpoint {
	return rest.Endpoint{Methods: rest.Creatable, Args: args, Allow: allow, Handle: handle, Answer: answer, Refusal: refusedAnswer}
}

// outside makes an endpoint whose handler asks other sites, which opens
// transactions itself.
func outside(e rest.Endpoint) rest.Endpoint {
	e.NoTransaction = true
	return e
}

// status answers a body with a status.
func status(code int, body any) *rest.Response { return &rest.Response{Status: code, Body: body} }

// done is the answer of most writes.
func done() *rest.Response {
	return rest.OK(wire.NewObject("success", true, "status", int64(http.StatusOK)))
}

// inJSON wraps a body as some routes do.
func inJSON(body any) *wire.Object { return wire.NewObject("json", body) }
