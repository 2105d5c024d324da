package apppasswords

import (
	"errors"
	"fmt"

	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/auth"
)

var (
	errOff         = fault.New(501, "application_passwords_disabled", "This site takes no application passwords.")
	errOffForUser  = fault.New(501, "application_passwords_disabled_for_user", "This account may have no application passwords.")
	errNotLoggedIn = fault.New(401, "rest_not_logged_in", "You aren't logged in.")
	errInvalidID   = fault.NotFound("rest_user_invalid_id", "There is no account with this id.")

	errList       = fault.Denied("rest_cannot_list_application_passwords", "You aren't allowed to list the application passwords of this user.")
	errRead       = fault.Denied("rest_cannot_read_application_password", "You aren't allowed to see this application password.")
	errCreate     = fault.Denied("rest_cannot_create_application_passwords", "You aren't allowed to make application passwords for this user.")
	errEdit       = fault.Denied("rest_cannot_edit_application_password", "You aren't allowed to change this application password.")
	errDelete     = fault.Denied("rest_cannot_delete_application_password", "You aren't allowed to delete this application password.")
	errDeleteAll  = fault.Denied("rest_cannot_delete_application_passwords", "You aren't allowed to delete the application passwords of this user.")
	errIntrospect = fault.Denied("rest_cannot_introspect_app_password_for_non_authenticated_user", "Only the user who makes the request can be asked for.")
)

// owner is the account that a request is about.
func (res *resource) owner(r *rest.Request) (*user.User, error) {
	ctx := r.Context()
	if !auth.AppPasswordsOn(ctx, res.Site) {
		return nil, errOff
	}
	id := schema.ToInt(argUserID.Value(r))
	if argUserID.Of(r) == "me" {
		if id = r.Actor.ID; id == 0 {
			return nil, errNotLoggedIn
		}
	}
	if id <= 0 {
		return nil, errInvalidID
	}
	u, err := res.Store.UserByID(ctx, id)
	switch {
	case errors.Is(err, user.ErrNotFound):
		return nil, errInvalidID
	case err != nil:
		return nil, fmt.Errorf("find user %d: %w", id, err)
	case !auth.AppPasswordsOnFor(u):
		return nil, errOffForUser
	}
	return u, nil
}

// unless is the permission of endpoints: the right to edit the account, or the
// refusal.
func (res *resource) unless(refusal *fault.Error) func(*rest.Request) error {
	return func(r *rest.Request) error {
		u, err := res.owner(r)
		switch {
		case err != nil:
			return err
		case r.Actor.ID != u.ID && !r.Actor.Can("edit_users"):
			return refusal
		}
		return nil
	}
}

func (res *resource) allowIntrospect(r *rest.Request) error {
	u, err := res.owner(r)
	switch {
	case err != nil:
		return err
	case r.Actor.ID != u.ID:
		return errIntrospect
	}
	return nil
}
