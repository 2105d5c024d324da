package users

import (
	"context"
	"errors"
	"fmt"

	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

var (
	errInvalidID   = fault.NotFound("rest_user_invalid_id", "There is no account with this id.")
	errNotLoggedIn = fault.New(401, "rest_not_logged_in", "You aren't logged in.")
	errFilterRole  = fault.Denied("rest_user_cannot_view", "You aren't allowed to look for users by role.")
	errFilterCap   = fault.Denied("rest_user_cannot_view", "You aren't allowed to look for users by capability.")
	errView        = fault.Denied("rest_user_cannot_view", "You aren't allowed to see this user.")
	errContext     = fault.Denied("rest_forbidden_context", "You aren't allowed to edit users.")
	errOrderBy     = fault.Denied("rest_forbidden_orderby", "You aren't allowed to sort accounts by this.")
	errWho         = fault.Denied("rest_forbidden_who", "You aren't allowed to look for authors.")
	errCreate      = fault.Denied("rest_cannot_create_user", "You aren't allowed to make accounts.")
	errEditRoles   = fault.Denied("rest_cannot_edit_roles", "You aren't allowed to change the roles of this user.")
	errEdit        = fault.Denied("rest_cannot_edit", "You aren't allowed to edit this user.")
	errDelete      = fault.Denied("rest_user_cannot_delete", "You aren't allowed to delete this user.")
)

// find is an account, or the fault that there is none.
func (res *resource) find(ctx context.Context, id int64) (*user.User, error) {
	if id <= 0 {
		return nil, errInvalidID
	}
	u, err := res.Store.UserByID(ctx, id)
	switch {
	case errors.Is(err, user.ErrNotFound):
		return nil, errInvalidID
	case err != nil:
		return nil, fmt.Errorf("find user %d: %w", id, err)
	}
	return u, nil
}

// canEdit is the right to change an account: its owner has it always.
func canEdit(a access.Actor, u *user.User) bool { return a.ID == u.ID || a.Can("edit_users") }

func (res *resource) allowList(r *rest.Request) error {
	lists := r.Actor.Can("list_users")
	switch {
	case !lists && !schema.Empty(argRolesItems.Value(r)):
		return errFilterRole
	case !lists && !schema.Empty(argCapabilities.Value(r)):
		return errFilterCap
	case !lists && r.ViewContext() == rest.Edit:
		return errContext
	case !lists && (rest.OrderBy.Of(r) == "email" || rest.OrderBy.Of(r) == "registered_date"):
		return errOrderBy
	case argWho.Of(r) == "authors" && !res.writesAny(r.Actor):
		return errWho
	}
	return nil
}

// writesAny is the right to write entries of a type that has authors.
func (res *resource) writesAny(a access.Actor) bool {
	for _, t := range res.Types.REST() {
		if t.Has("author") && a.Can(t.Caps.EditOwn) {
			return true
		}
	}
	return false
}

func (res *resource) allowGet(r *rest.Request, u *user.User) error {
	switch {
	case r.Actor.ID == u.ID:
		return nil
	case r.ViewContext() == rest.Edit && !canEdit(r.Actor, u):
		return errContext
	case canEdit(r.Actor, u), r.Actor.Can("list_users"):
		return nil
	}
	public, err := res.isPublic(r.Context(), r.Actor, u.ID)
	if err != nil {
		return err
	}
	if !public {
		return errView
	}
	return nil
}

// publicKey remembers for the rest of a request whether a user is public.
type publicKey struct{ id int64 }

// isPublic tells whether the caller may know of a user.
func (res *resource) isPublic(ctx context.Context, a access.Actor, id int64) (bool, error) {
	if public, ok := scope.Get[bool](ctx, publicKey{id}); ok {
		return public, nil
	}
	public, err := res.Users.Policy().MayKnow(ctx, a, id)
	if err == nil {
		scope.Put(ctx, publicKey{id}, public)
	}
	return public, err
}

func (res *resource) allowCreate(r *rest.Request) error {
	if !r.Actor.Can("create_users") {
		return errCreate
	}
	return nil
}

func (res *resource) allowUpdate(r *rest.Request, u *user.User) error {
	switch {
	case len(argRolesItems.Of(r)) > 0 && !r.Actor.Can("promote_users"):
		return errEditRoles
	case !canEdit(r.Actor, u):
		return errEdit
	}
	return nil
}

func (res *resource) allowDelete(r *rest.Request, _ *user.User) error {
	if !r.Actor.Can("delete_users") {
		return errDelete
	}
	return nil
}
