package duplicatepost

import (
	"context"
	"errors"
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errUnknown    = fault.NotFound("rest_post_not_found", "There is no entry with this id.")
	errMayNotEdit = fault.Forbidden("rest_forbidden", "You may not edit this entry.")
	errIsRewrite  = fault.Forbidden("rest_forbidden", "A copy that is going to replace its original can't forget it.")
	errNoOriginal = fault.New(http.StatusInternalServerError, "rest_cannot_delete", "The entry has no original that it could forget.")
)

// forgetRoute lets a copy forget what it was copied from.
func (s *service) forgetRoute() rest.Route {
	return rest.Route{
		Namespace: namespace, Pattern: "/" + namespace + `/original/(?P<post_id>\d+)`,
		Endpoints: []rest.Endpoint{{
			Methods: rest.Deletable, Allow: s.mayForget, Handle: s.forget,
			Answer: schema.Of(schema.Prop("success", schema.Bool("Whether it was done.")), schema.Prop("message", schema.Str("What was done."))),
			Args: []rest.Arg{{
				Name: argPostID.Name, Required: true, Schema: schema.Int("Id of the copy."),
				Validate: func(_ *rest.Request, v any, _ string) *fault.Error {
					if schema.ToInt(v) <= 0 {
						return rest.Invalid()
					}
					return nil
				},
			}},
		}},
	}
}

// copyOf is the entry that a request names.
func (s *service) copyOf(ctx context.Context, r *rest.Request) (*content.Entry, error) {
	e, err := s.Store.EntryByID(ctx, argPostID.Of(r))
	if errors.Is(err, content.ErrNotFound) {
		return nil, errUnknown
	}
	return e, err
}

// mayForget tells whether the caller may.
//
// Compat (api.TestDuplicatePostForgetsOriginal): anonymous callers are told 403,
// and 404 of what isn't there, like those who are logged in.
func (s *service) mayForget(r *rest.Request) error {
	e, err := s.copyOf(r.Context(), r)
	switch {
	case err != nil:
		return err
	case !s.Entries.CanEdit(r.Context(), r.Actor, e):
		return errMayNotEdit
	case isRewrite(e):
		return errIsRewrite
	}
	return nil
}

func (s *service) forget(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	e, err := s.copyOf(ctx, r)
	if err != nil {
		return nil, err
	}
	if len(e.Meta[metaOriginal]) == 0 {
		return nil, errNoOriginal
	}
	if _, err := s.Entries.SetMeta(ctx, e, content.Meta{metaOriginal: nil}); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("success", true, "message", "The entry doesn't refer to its original any more.")), nil
}
