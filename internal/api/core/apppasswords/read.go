package apppasswords

import (
	"errors"
	"fmt"

	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

var (
	errNotFound        = fault.NotFound("rest_application_password_not_found", "There is no such application password.")
	errNotByPassword   = fault.NotFound("rest_no_authenticated_app_password", "The request was made without an application password.")
	errIntrospectedOff = fault.New(500, "rest_application_password_not_found", "The application password of this request is gone.")
)

func (res *resource) list(r *rest.Request, u *user.User) (*rest.Response, error) {
	list, err := res.Store.AppPasswords(r.Context(), u.ID)
	if err != nil {
		return nil, fmt.Errorf("application passwords of user %d: %w", u.ID, err)
	}
	items := make([]password, len(list))
	for i, p := range list {
		items[i] = password{AppPassword: p}
	}
	return rest.OK(res.items.Items(r, items)), nil
}

func (res *resource) get(r *rest.Request, u *user.User) (*rest.Response, error) {
	p, err := res.find(r, u, argUUID.Of(r), errNotFound)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.items.Item(r, password{AppPassword: p})), nil
}

func (res *resource) introspect(r *rest.Request, u *user.User) (*rest.Response, error) {
	if r.Actor.AppPassword == "" {
		return nil, errNotByPassword
	}
	p, err := res.find(r, u, r.Actor.AppPassword, errIntrospectedOff)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.items.Item(r, password{AppPassword: p})), nil
}

func (res *resource) find(r *rest.Request, u *user.User, uuid string, missing *fault.Error) (*user.AppPassword, error) {
	p, err := res.Store.AppPassword(r.Context(), u.ID, uuid)
	switch {
	case errors.Is(err, user.ErrNoPassword):
		return nil, missing
	case err != nil:
		return nil, fmt.Errorf("application password %s of user %d: %w", uuid, u.ID, err)
	}
	return p, nil
}
