package apppasswords

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"quoin/internal/auth"
	"quoin/internal/fault"
	"quoin/internal/markup/clean"
	"quoin/internal/rest"
	"quoin/internal/user"
	"quoin/internal/wire"
)

// maxName bounds the name of a password, in characters.
const maxName = 255

var (
	errNoName   = fault.BadRequest("application_password_empty_name", "An application password needs a name.")
	errLongName = fault.BadRequest("application_password_name_too_long", "The name may have at most 255 characters.")
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
	p, secret, err := auth.Issue(r.Context(), res.Store, res.Site.Clock(), u.ID, name, argAppID.Of(r))
	if errors.Is(err, auth.ErrTooMany) {
		return nil, errTooMany
	}
	if err != nil {
		return nil, err
	}
	rest.Context.Set(r, rest.Edit)
	self := rest.Path("/core/v2/users/", u.ID, "/application-passwords/", p.UUID)
	return rest.Created(self, func(r *rest.Request) (any, error) {
		return res.items.Item(r, password{AppPassword: p, secret: secret}), nil
	}), nil
}

// update changes the name; all else is as it was made.
func (res *resource) update(r *rest.Request, u *user.User) (*rest.Response, error) {
	p, err := res.find(r, u, argUUID.Of(r), errNotFound)
	if err != nil {
		return nil, err
	}
	if name := clean.TextField(argName.Of(r)); name != "" && name != p.Name {
		if utf8.RuneCountInString(name) > maxName {
			return nil, errLongName
		}
		renamed := *p
		renamed.Name = name
		if err := res.Store.UpdateAppPassword(r.Context(), &renamed); err != nil {
			return nil, fmt.Errorf("rename application password %s: %w", p.UUID, err)
		}
		p = &renamed
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
