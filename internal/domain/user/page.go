package user

import (
	"context"

	"quoin/internal/domain/site"
)

// OwnSite stands for the site's own address as that of a user's page, as the
// first user has it, so that it stays right when the site moves.
const OwnSite = "/"

// HomePage is the address of a page about the user, "" without one.
func HomePage(ctx context.Context, s *site.Site, u *User) string {
	if u.URL == OwnSite {
		return s.Base(ctx)
	}
	return u.URL
}
