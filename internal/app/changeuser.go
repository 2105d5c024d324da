package app

import (
	"context"
	"errors"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/user"
)

// usersAtOnce is how many accounts are read at a time.
const usersAtOnce = 200

// EachUser tells each account in the order of ids, or those with a role.
func (a *App) EachUser(ctx context.Context, role string, tell func(*user.User) error) error {
	q := user.Query{Order: "id", Limit: usersAtOnce}
	if role != "" {
		q.Roles = []string{role}
	}
	for {
		page, err := a.DB.ListUsers(ctx, q)
		if err != nil {
			return err
		}
		for _, u := range page.Users {
			if err := tell(u); err != nil {
				return err
			}
		}
		if len(page.Users) < q.Limit {
			return nil
		}
		q.Offset += q.Limit
	}
}

// CountOwned is how many entries of types that have authors an account wrote.
func (a *App) CountOwned(ctx context.Context, u *user.User) (int, error) {
	var types []string
	for _, t := range a.Env.Types.All() {
		if t.Has("author") {
			types = append(types, t.Name)
		}
	}
	page, err := a.DB.ListEntries(ctx, content.Query{
		Types: types, Authors: []int64{u.ID}, SkipMeta: true, OnlyIDs: true, Limit: 1, Order: []content.Order{{By: content.ByID}},
	})
	return page.Total, err
}

// ChangeUser changes an account. One with a new password is logged out everywhere.
func (a *App) ChangeUser(ctx context.Context, u *user.User, c user.Change) error {
	c, err := a.Env.Users.Prepare(ctx, c)
	if err != nil {
		return err
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		before, err := a.DB.UserByID(ctx, u.ID)
		if err != nil {
			return err
		}
		if _, err := a.Env.Users.Update(ctx, before, c); err != nil || c.Password == nil {
			return err
		}
		return a.DB.DeleteOtherSessions(ctx, u.ID, "")
	})
}

// DeleteUser deletes an account; heir gets what it wrote, and without one that goes to
// the trash, or altogether where there is none.
func (a *App) DeleteUser(ctx context.Context, u, heir *user.User) error {
	var to *int64
	if heir != nil {
		if heir.ID == u.ID {
			return errors.New("the content can't go to the user who is deleted")
		}
		to = &heir.ID
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		return a.Env.Users.Delete(ctx, access.System(), u, to)
	})
}
