package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/access"
	"quoin/internal/markup/clean"
	"quoin/internal/user"
)

// NewUser is what a user is created with on the command line.
type NewUser struct{ Login, Email, Role, Password string }

// CreateUser makes a user and returns the password, which is made up when none
// is given.
func (a *App) CreateUser(ctx context.Context, n NewUser) (password string, err error) {
	switch {
	case n.Login == "" || clean.Username(n.Login, true) != n.Login:
		return "", fmt.Errorf("the log-in name %q has characters that names can't have", n.Login)
	case !clean.IsEmail(n.Email):
		return "", fmt.Errorf("%q is no e-mail address", n.Email)
	case !access.IsRole(n.Role):
		return "", fmt.Errorf("there is no role %q; there are %s", n.Role, strings.Join(access.Roles(), ", "))
	}
	if password = n.Password; password == "" {
		password = rand.Text()[:20]
	}
	roles := []string{n.Role}
	c, err := a.Env.Users.Prepare(user.Change{Login: &n.Login, Email: &n.Email, Password: &password, Roles: &roles})
	if err != nil {
		return "", err
	}
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		_, err := a.Env.Users.Create(ctx, c)
		return err
	})
	switch {
	case errors.Is(err, user.ErrLoginTaken):
		return "", fmt.Errorf("there is a user %q already", n.Login)
	case errors.Is(err, user.ErrEmailTaken):
		return "", fmt.Errorf("the e-mail address %s is taken", n.Email)
	}
	return password, err
}
