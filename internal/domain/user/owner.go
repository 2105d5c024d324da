package user

import (
	"context"
	"fmt"

	"quoin/internal/platform/access"
)

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
