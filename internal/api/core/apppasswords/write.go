package apppasswords

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
)

// maxName bounds the name of a password, in characters.
const maxName = 255

var (
	errNoName   = fault.BadRequest("application_password_empty_name", "An application password needs a name.")
	errLongName = fault.BadRequest("application_password_name_too_long", "The name may have at most 255 characters.")
	errPast     = fault.BadRequest("quoin_application_password_past", "The application password would have expired already.")
	errBeyond   = fault.Forbidden("quoin_application_password_beyond", "An application password can't make or widen one beyond its own scope and end.")
	errMoment   = fault.BadRequest("rest_invalid_param", "The end of the application password can't be read.")
	errTooMany  = fault.BadRequest("application_password_limit", "The account has 100 application passwords; revoke one that isn't used any more.")
)

func (res *resource) create(r *rest.Request, u *user.User) (*rest.Response, error) {
	name := clean.TextField(argName.Of(r))
	if name == "" {
		return nil, errNoName
	}
	if utf8.RuneCountInString(name) > maxName {
		return nil, errLongName
	}
	wanted := auth.NewPassword{Name: name, AppID: argAppID.Of(r)}
	if res.bounded {
		wanted.Scope = access.Scope(argScope.Of(r))
		if text := argExpires.Of(r); text != "" {
			var err error
			if wanted.Expires, err = auth.ParseMoment(text); err != nil {
				return nil, errMoment
			}
		}
	}
	p, secret, err := auth.Issue(r.Context(), res.Store, res.Site.Clock(), u.ID, wanted)
	if err != nil {
		return nil, refusal(err)
	}
	rest.Context.Set(r, rest.Edit)
	self := rest.Path("/core/v2/users/", u.ID, "/application-passwords/", p.UUID)
	return rest.Created(self, func(r *rest.Request) (any, error) {
		return res.items.Item(r, password{AppPassword: p, secret: secret}), nil
	}), nil
}

// refusal is what an error of package auth becomes.
func refusal(err error) error {
	for known, f := range map[error]*fault.Error{auth.ErrTooMany: errTooMany, auth.ErrPast: errPast, auth.ErrBeyond: errBeyond} {
		if errors.Is(err, known) {
			return f
		}
	}
	return err
}

// bounds changes scope and end as a request asks.
func (res *resource) bounds(r *rest.Request, p *user.AppPassword) error {
	if !res.bounded {
		return nil
	}
	if scope := argScope.Of(r); scope != "" {
		p.Scope = access.Scope(scope)
	}
	if !argExpires.Present(r) {
		return nil
	}
	p.Expires = ""
	if text := argExpires.Of(r); text != "" {
		t, err := auth.ParseMoment(text)
		if err != nil {
			return errMoment
		}
		p.Expires = t.UTC().Format(site.DateForm)
	}
	return nil
}

// update changes the name and how far the password goes; all else is as it was made.
func (res *resource) update(r *rest.Request, u *user.User) (*rest.Response, error) {
	p, err := res.find(r, u, argUUID.Of(r), errNotFound)
	if err != nil {
		return nil, err
	}
	changed := *p
	if name := clean.TextField(argName.Of(r)); name != "" {
		changed.Name = name
	}
	if err := res.bounds(r, &changed); err != nil {
		return nil, err
	}
	if changed != *p {
		if changed.Name != p.Name && utf8.RuneCountInString(changed.Name) > maxName {
			return nil, errLongName
		}
		if err := auth.Change(r.Context(), res.Store, res.Site.Clock(), &changed); err != nil {
			return nil, refusal(err)
		}
		p = &changed
	}
	rest.Context.Set(r, rest.Edit)
	return rest.OK(res.items.Item(r, password{AppPassword: p})), nil
}

func (res *resource) remove(r *rest.Request, u *user.User) (*rest.Response, error) {
	p, err := res.find(r, u, argUUID.Of(r), errNotFound)
	if err != nil {
		return nil, err
	}
	if _, err := auth.Revoke(r.Context(), res.Store, res.Site.Clock(), u.ID, p.UUID); err != nil {
		return nil, fmt.Errorf("delete application password %s: %w", p.UUID, err)
	}
	rest.Context.Set(r, rest.Edit)
	return rest.OK(res.items.Deleted(r, password{AppPassword: p}, "edit")), nil
}

func (res *resource) removeAll(r *rest.Request, u *user.User) (*rest.Response, error) {
	n, err := auth.Revoke(r.Context(), res.Store, res.Site.Clock(), u.ID, "")
	if err != nil {
		return nil, fmt.Errorf("delete the application passwords of user %d: %w", u.ID, err)
	}
	return rest.OK(wire.NewObject("deleted", true, "count", n)), nil
}
