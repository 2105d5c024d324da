package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/access"
	"quoin/internal/markup/clean"
	"quoin/internal/user"
)

// NewUser is what a user is created with on the command line.
type NewUser struct{ Login, Email, Role, Password string }

// Check refuses what no site can have.
func (n NewUser) Check() error {
	switch {
	case n.Login == "" || clean.Username("", n.Login, true) != n.Login:
		return fmt.Errorf("the log-in name %q has characters that names can't have", n.Login)
	case !clean.IsEmail(n.Email):
		return fmt.Errorf("%q is no e-mail address", n.Email)
	case !access.IsRole(n.Role):
		return fmt.Errorf("there is no role %q; there are %s", n.Role, strings.Join(access.Roles(), ", "))
	}
	return nil
}

// CreateUser makes a user. Without a password it returns the address at which
// the user can set one, once and for a week; it is mailed to the user too.
func (a *App) CreateUser(ctx context.Context, n NewUser) (link string, err error) {
	if err := n.Check(); err != nil {
		return "", err
	}
	roles := []string{n.Role}
	c, err := a.Env.Users.Prepare(ctx, user.Change{Login: &n.Login, Email: &n.Email, Password: &n.Password, Roles: &roles})
	if err != nil {
		return "", err
	}
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		users := *a.Env.Users
		users.Notify = nil // who made it knows, and the owner gets this link
		u, err := users.Create(ctx, c)
		if err != nil || n.Password != "" {
			return err
		}
		link, err = a.Accounts.InviteByHand(ctx, u)
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
