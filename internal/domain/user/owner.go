package user

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/platform/access"
)

// ErrLastAdministrator refuses what would leave a site without an administrator: nobody could give
// themselves the role again.
var ErrLastAdministrator = errors.New("the site would be left without an administrator")

// KeepsOwner refuses, with ErrLastAdministrator, to give the last administrator other roles, or none with the account.
func (s *Service) KeepsOwner(ctx context.Context, u *User, roles []string) error {
	if !slices.Contains(u.Roles, access.Administrator) || slices.Contains(roles, access.Administrator) {
		return nil
	}
	page, err := s.Store.ListUsers(ctx, Query{Roles: []string{access.Administrator}, NotIDs: []int64{u.ID}, Order: "id", Limit: 1})
	if err != nil {
		return fmt.Errorf("look for another administrator than %d: %w", u.ID, err)
	}
	if len(page.Users) == 0 {
		return ErrLastAdministrator
	}
	return nil
}

// Lister looks for accounts.
type Lister interface {
	ListUsers(ctx context.Context, q Query) (Page, error)
}

// Owner is the account that gets what nobody else owns: the first
// administrator, 0 when there is none.
func Owner(ctx context.Context, in Lister) (int64, error) {
	page, err := in.ListUsers(ctx, Query{Roles: []string{access.Administrator}, Order: "id", Limit: 1})
	if err != nil {
		return 0, fmt.Errorf("look for an administrator: %w", err)
	}
	if len(page.Users) == 0 {
		return 0, nil
	}
	return page.Users[0].ID, nil
}
