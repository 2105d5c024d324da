package users

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/auth"
)

var (
	errExists      = fault.BadRequest("rest_user_exists", "The account exists already.")
	errNoRole      = fault.BadRequest("rest_user_invalid_role", "There is no such role.")
	errRole        = fault.Denied("rest_user_invalid_role", "You aren't allowed to give this role.")
	errEmail       = fault.BadRequest("rest_user_invalid_email", "This e-mail address is already registered.")
	errMailedCodes = fault.Denied("rest_cannot_edit", "Codes for logging in are mailed to your address: change it on your account page, which asks for your password.")
	errChangeLogin = fault.BadRequest("rest_user_invalid_argument", "The log-in name can't be changed.")
	errSlug        = fault.BadRequest("rest_user_invalid_slug", "Another account has this slug.")
	errTrash       = fault.New(501, "rest_trash_not_supported", "Accounts have no trash; set force=true to delete.")
	errReassign    = fault.BadRequest("rest_user_invalid_reassign", "The entries can't go to this account.")
)

func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	if !schema.Empty(rest.ID.Value(r)) {
		return nil, errExists
	}
	if err := res.checkRoles(r, nil); err != nil {
		return nil, err
	}
	c, err := res.Users.Prepare(auth.PaidBy(r.Context(), r.Actor), change(r))
	if err != nil {
		return nil, err
	}
	var u *user.User
	err = res.inTx(r.Context(), func(ctx context.Context) (err error) {
		var bad error
		c.Meta, bad = res.metaOf(r, &user.User{})
		if u, err = res.Users.Create(ctx, c); err != nil {
			return err
		}
		return cmp.Or(res.Added.Users.Write(r.WithContext(ctx), u), bad)
	})
	if err != nil {
		return nil, err
	}
	return rest.Created(rest.Path(base+"/", u.ID), res.edited(u.ID)), nil
}

func (res *resource) update(r *rest.Request, u *user.User) (*rest.Response, error) {
	if err := res.checkRoles(r, u); err != nil {
		return nil, err
	}
	c, err := res.Users.Prepare(auth.PaidBy(r.Context(), r.Actor), change(r))
	if err != nil {
		return nil, err
	}
	err = res.inTx(r.Context(), func(ctx context.Context) error {
		u, err := res.find(ctx, u.ID)
		if err != nil {
			return err
		}
		if err := res.checkUpdate(ctx, r, u); err != nil {
			return err
		}
		var bad error
		c.Meta, bad = res.metaOf(r, u)
		if _, err = res.Users.Update(ctx, u, c); err != nil {
			return err
		}
		return cmp.Or(res.Added.Users.Write(r.WithContext(ctx), u), bad)
	})
	if err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: res.edited(u.ID)}, nil
}

// inTx runs a write in a transaction. The endpoints that use it open it
// themselves, since hashing a password takes longer than others should wait.
func (res *resource) inTx(ctx context.Context, fn func(ctx context.Context) error) error {
	var kept error
	err := res.Store.InTx(ctx, func(ctx context.Context) error {
		err := fn(ctx)
		if f := fault.As(err); f != nil && f.CommitAnyway {
			kept = err
			return nil
		}
		return err
	})
	if err == nil {
		err = kept
	}
	return err
}

// edited is the answer to a write: the account for editing.
func (res *resource) edited(id int64) func(*rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		u, err := res.find(r.Context(), id)
		if err != nil {
			return nil, err
		}
		rest.Context.Set(r, rest.Edit)
		return res.items.Item(r, u), nil
	}
}

// change is what a write asks for.
func change(r *rest.Request) user.Change {
	// Compat (TestUpdate): a lone zero says nothing about a person.
	about := func(text *string) *string {
		if text != nil && *text == "0" {
			*text = ""
		}
		return text
	}
	c := user.Change{
		Login: argUsername.OrNil(r), Email: argEmail.OrNil(r), Password: argPassword.OrNil(r), Name: about(argName.OrNil(r)),
		FirstName: about(argFirstName.OrNil(r)), LastName: about(argLastName.OrNil(r)), Nickname: about(argNickname.OrNil(r)), URL: argURL.OrNil(r),
		Description: about(argDescription.OrNil(r)), Locale: argLocale.OrNil(r), Slug: about(argSlug.OrNil(r)),
	}
	if argRoles.Has(r) {
		roles := argRoles.Of(r)
		c.Roles = &roles
	}
	return c
}

// checkRoles refuses roles that don't exist, and those with which callers
// would lose the right to edit users themselves.
func (res *resource) checkRoles(r *rest.Request, u *user.User) error {
	for _, role := range argRoles.Of(r) {
		switch {
		case !res.Grants.Is(role):
			return errNoRole
		case u != nil && u.ID == r.Actor.ID && !access.NewActor(0, "", []string{role}).With(res.Grants).Can("edit_users"):
			return errRole
		}
	}
	return nil
}

// checkUpdate refuses what belongs to other accounts, and another log-in name.
func (res *resource) checkUpdate(ctx context.Context, r *rest.Request, u *user.User) error {
	taken := func(other *user.User, err error) (bool, error) {
		if errors.Is(err, user.ErrNotFound) {
			return false, nil
		}
		return err == nil && other.ID != u.ID, err
	}
	if email := argEmail.Of(r); email != "" {
		if is, err := taken(res.Store.UserByEmail(ctx, email)); err != nil {
			return fmt.Errorf("look for e-mail %q: %w", email, err)
		} else if is {
			return errEmail
		}
		if err := res.checkMailedCodes(ctx, r, u, email); err != nil {
			return err
		}
	}
	if login := argUsername.Of(r); login != "" && login != u.Login {
		return errChangeLogin
	}
	if slug := argSlug.Of(r); slug != "" && slug != u.Slug {
		if is, err := taken(res.Store.UserBySlug(ctx, slug)); err != nil {
			return fmt.Errorf("look for slug %q: %w", slug, err)
		} else if is {
			return errSlug
		}
	}
	return nil
}

// checkMailedCodes keeps programs and borrowed sessions from taking an account whose second
// factor is its mail: its owner has to confirm another address.
func (res *resource) checkMailedCodes(ctx context.Context, r *rest.Request, u *user.User, email string) error {
	if r.Actor.ID != u.ID || email == u.Email {
		return nil
	}
	factors, err := res.Store.Factors(ctx, u.ID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(factors, func(f *user.Factor) bool { return f.Kind == user.FactorMail }) {
		return errMailedCodes
	}
	return nil
}

func (res *resource) remove(r *rest.Request, u *user.User) (*rest.Response, error) {
	ctx := r.Context()
	if !rest.Force.Of(r) {
		return nil, errTrash
	}
	var to *int64
	if v := argReassign.Value(r); v != false {
		id := schema.ToInt(v)
		id = max(id, -id)
		to = &id
		if id != 0 {
			_, err := res.Store.UserByID(ctx, id)
			switch {
			case id == u.ID, errors.Is(err, user.ErrNotFound):
				return nil, errReassign
			case err != nil:
				return nil, fmt.Errorf("user %d who gets the entries: %w", id, err)
			}
		}
	}
	rest.Context.Set(r, rest.Edit)
	previous := res.items.Deleted(r, u, "edit")
	if err := res.Users.Delete(ctx, r.Actor, u, to); err != nil {
		return nil, err
	}
	return rest.OK(previous), nil
}
