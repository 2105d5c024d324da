// Package bootstrap gives a new database what every site has.
package bootstrap

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"os"
	"slices"

	"quoin/internal/app/config"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store"
)

// Site makes a site in a database that has none: its options, the
// administrator and the first category. It does nothing on an existing one, and
// tells which it was. With Existing, a new one is config.ErrNoSite. The password is the
// administrator's when it was made up here; it can't be had again.
func Site(ctx context.Context, c *config.Config, db *store.DB) (isNew bool, madeUp string, err error) {
	b := &bootstrap{c, db}
	isMade := func(ctx context.Context) (bool, error) {
		options, err := b.DB.Options(ctx)
		if err != nil {
			return false, fmt.Errorf("read options: %w", err)
		}
		_, made := options.Get(site.Created.Name)
		return made, nil
	}
	if made, err := isMade(ctx); err != nil || made {
		return false, "", err
	}
	if err := b.DB.RestoreUnfinished(ctx); err != nil {
		return false, "", err
	}
	if b.Existing {
		return false, "", fmt.Errorf("%w in %s", config.ErrNoSite, b.Location())
	}
	password, hash, err := firstPassword(ctx)
	if err != nil {
		return false, "", fmt.Errorf("create administrator: %w", err)
	}
	err = b.DB.InTx(ctx, func(ctx context.Context) error {
		// Another node may have been faster.
		made, err := isMade(ctx)
		if isNew = err == nil && !made; !isNew {
			return err
		}
		if err := b.DB.RestoreUnfinished(ctx); err != nil {
			isNew = false
			return err
		}
		if err := b.firstOptions(ctx); err != nil {
			return fmt.Errorf("create site: %w", err)
		}
		if err := b.DB.SetAddressesEncoded(ctx); err != nil {
			return fmt.Errorf("create site: %w", err)
		}
		if err := b.createAdmin(ctx, hash); err != nil {
			return fmt.Errorf("create administrator: %w", err)
		}
		first := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Uncategorized", Slug: "uncategorized"}
		if err := b.DB.InsertTerm(ctx, first); err != nil {
			return fmt.Errorf("create first category: %w", err)
		}
		return nil
	})
	if !isNew || err != nil {
		return isNew, "", err
	}
	return true, password, nil
}

// bootstrap is one that is under way.
type bootstrap struct {
	*config.Config
	DB *store.DB
}

// firstOptions stores the options that a new site has.
func (b *bootstrap) firstOptions(ctx context.Context) error {
	values := map[string]any{
		site.Created.Name: b.Clock().UTC().Format(site.DateForm), site.URL.Name: b.URL, site.Home.Name: b.URL,
		site.Title.Name: "Quoin", site.AdminEmail.Name: "admin@example.org",
	}
	for _, o := range site.Options() {
		if d := o.Declaration(); d.New {
			values[d.Name] = d.Default
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := b.DB.SetOption(ctx, name, values[name]); err != nil {
			return err
		}
	}
	return nil
}

// firstPassword is the hash of the first user's password. It comes from the
// environment, or is made up and told once.
func firstPassword(ctx context.Context) (madeUp, hash string, err error) {
	password := os.Getenv("QUOIN_ADMIN_PASSWORD")
	if password == "" {
		madeUp = rand.Text()[:20]
		password = madeUp
	}
	hash, err = auth.HashPassword(ctx, password)
	return madeUp, hash, err
}

// createAdmin makes the first user.
func (b *bootstrap) createAdmin(ctx context.Context, hash string) error {
	return b.DB.InsertUser(ctx, &user.User{
		Login: "admin", Slug: "admin", Name: "admin", Email: "admin@example.org", URL: user.OwnSite, PasswordHash: hash,
		Roles: []string{access.Administrator}, Registered: b.Clock().UTC().Format(site.DateForm),
		Meta: content.Meta{"nickname": {"admin"}},
	})
}
