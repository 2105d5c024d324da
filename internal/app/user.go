package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/access"
	"quoin/internal/auth"
	"quoin/internal/content"
	"quoin/internal/markup/clean"
	"quoin/internal/site"
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
	hash, err := auth.HashPassword(password)
	if err != nil {
		return "", err
	}
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		if _, err := a.DB.UserByLogin(ctx, n.Login); err == nil {
			return fmt.Errorf("there is a user %q already", n.Login)
		} else if !errors.Is(err, user.ErrNotFound) {
			return err
		}
		if _, err := a.DB.UserByEmail(ctx, n.Email); err == nil {
			return fmt.Errorf("the e-mail address %s is taken", n.Email)
		} else if !errors.Is(err, user.ErrNotFound) {
			return err
		}
		return a.DB.InsertUser(ctx, &user.User{
			Login: n.Login, Slug: clean.Slug(n.Login), Name: n.Login, Email: n.Email, PasswordHash: hash,
			Roles: []string{n.Role}, Registered: a.Clock().UTC().Format(site.DateForm),
			Meta: content.Meta{"nickname": {n.Login}},
		})
	})
	return password, err
}
