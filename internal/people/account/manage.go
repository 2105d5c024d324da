package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
)

// Manager manages accounts for whoever runs the site, from the command line.
type Manager struct {
	Store interface {
		user.Store
		user.SessionStore
		content.Store
	}
	Users *user.Service
	Types *content.Types
	// Pages are where a new user sets a password.
	Pages *Pages
	// Grants are how the roles of the site differ from the usual ones.
	Grants func(context.Context) access.Grants
}

// CheckRole refuses roles that the site hasn't got.
func (m *Manager) CheckRole(ctx context.Context, role string) error {
	return CheckRole(m.Grants(ctx), role)
}

// CheckRole refuses roles that a site with these grants hasn't got.
func CheckRole(grants access.Grants, role string) error {
	if !grants.Is(role) {
		return fmt.Errorf("there is no role %q; there are %s", role, strings.Join(grants.Roles(), ", "))
	}
	return nil
}

// NewUser is what a user is created with on the command line.
type NewUser struct{ Login, Email, Role, Password string }

// Check refuses what no site can have. The site knows which roles there are.
func (n NewUser) Check() error {
	switch {
	case n.Login == "" || clean.Username("", n.Login, true) != n.Login:
		return fmt.Errorf("the log-in name %q has characters that names can't have", n.Login)
	case !clean.IsEmail(n.Email):
		return fmt.Errorf("%q is no e-mail address", n.Email)
	}
	return nil
}

// Create makes a user. Without a password it returns the address at which
// the user can set one, once and for a week; it is mailed to the user too.
func (m *Manager) Create(ctx context.Context, n NewUser) (link string, err error) {
	if err := errors.Join(n.Check(), m.CheckRole(ctx, n.Role)); err != nil {
		return "", err
	}
	roles := []string{n.Role}
	c, err := m.Users.Prepare(ctx, user.Change{Login: &n.Login, Email: &n.Email, Password: &n.Password, Roles: &roles})
	if err != nil {
		return "", err
	}
	err = m.Store.InTx(ctx, func(ctx context.Context) error {
		users := *m.Users
		users.Notify = nil // who made it knows, and the owner gets this link
		u, err := users.Create(ctx, c)
		if err != nil || n.Password != "" {
			return err
		}
		link, err = m.Pages.InviteByHand(ctx, u)
		return err
	})
	switch {
	case errors.Is(err, user.ErrLoginTaken):
		return "", fmt.Errorf("there is a user %q already", n.Login)
	case errors.Is(err, user.ErrEmailTaken):
		return "", fmt.Errorf("the e-mail address %s is taken", n.Email)
	}
	return link, err
}

// usersAtOnce is how many accounts are read at a time.
const usersAtOnce = 200

// Each tells each account in the order of ids, or those with a role.
func (m *Manager) Each(ctx context.Context, role string, tell func(*user.User) error) error {
	q := user.Query{Order: "id", Limit: usersAtOnce}
	if role != "" {
		q.Roles = []string{role}
	}
	for {
		page, err := m.Store.ListUsers(ctx, q)
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
func (m *Manager) CountOwned(ctx context.Context, u *user.User) (int, error) {
	var types []string
	for _, t := range m.Types.All() {
		if t.Has("author") {
			types = append(types, t.Name)
		}
	}
	page, err := m.Store.ListEntries(ctx, content.Query{
		Types: types, Authors: []int64{u.ID}, SkipMeta: true, OnlyIDs: true, Limit: 1, Order: []content.Order{{By: content.ByID}},
	})
	return page.Total, err
}

// Change changes an account. One with a new password is logged out everywhere.
func (m *Manager) Change(ctx context.Context, u *user.User, c user.Change) error {
	if c.Roles != nil {
		for _, role := range *c.Roles {
			if err := m.CheckRole(ctx, role); err != nil {
				return err
			}
		}
	}
	c, err := m.Users.Prepare(ctx, c)
	if err != nil {
		return err
	}
	return m.Store.InTx(ctx, func(ctx context.Context) error {
		before, err := m.Store.UserByID(ctx, u.ID)
		if err != nil {
			return err
		}
		if _, err := m.Users.Update(ctx, before, c); err != nil || c.Password == nil {
			return err
		}
		return m.Store.DeleteOtherSessions(ctx, u.ID, "")
	})
}

// Delete deletes an account; heir gets what it wrote, and without one that goes to
// the trash, or altogether where there is none.
func (m *Manager) Delete(ctx context.Context, u, heir *user.User) error {
	var to *int64
	if heir != nil {
		if heir.ID == u.ID {
			return errors.New("the content can't go to the user who is deleted")
		}
		to = &heir.ID
	}
	return m.Store.InTx(ctx, func(ctx context.Context) error {
		return m.Users.Delete(ctx, access.System(), u, to)
	})
}
