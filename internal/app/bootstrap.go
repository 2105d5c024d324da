package app

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
)

// bootstrap gives a new database what every site has: its options, the
// administrator and the first category. It does nothing on an existing one, and
// tells which it was. With Config.Existing, a new one is config.ErrNoSite.
func (a *App) bootstrap(ctx context.Context) (isNew bool, err error) {
	isMade := func(ctx context.Context) (bool, error) {
		options, err := a.DB.Options(ctx)
		if err != nil {
			return false, fmt.Errorf("read options: %w", err)
		}
		_, made := options.Get(site.Created.Name)
		return made, nil
	}
	if made, err := isMade(ctx); err != nil || made {
		return false, err
	}
	if err := a.DB.RestoreUnfinished(ctx); err != nil {
		return false, err
	}
	if a.Existing {
		return false, fmt.Errorf("%w in %s", config.ErrNoSite, a.Location())
	}
	password, hash, err := firstPassword(ctx)
	if err != nil {
		return false, fmt.Errorf("create administrator: %w", err)
	}
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		// Another node may have been faster.
		made, err := isMade(ctx)
		if isNew = err == nil && !made; !isNew {
			return err
		}
		if err := a.DB.RestoreUnfinished(ctx); err != nil {
			isNew = false
			return err
		}
		if err := a.firstOptions(ctx); err != nil {
			return fmt.Errorf("create site: %w", err)
		}
		if err := a.DB.SetAddressesEncoded(ctx); err != nil {
			return fmt.Errorf("create site: %w", err)
		}
		if err := a.createAdmin(ctx, hash); err != nil {
			return fmt.Errorf("create administrator: %w", err)
		}
		first := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Uncategorized", Slug: "uncategorized"}
		if err := a.DB.InsertTerm(ctx, first); err != nil {
			return fmt.Errorf("create first category: %w", err)
		}
		return nil
	})
	if isNew && err == nil {
		a.FirstPassword = password
	}
	return isNew, err
}

// firstOptions stores the options that a new site has.
func (a *App) firstOptions(ctx context.Context) error {
	values := map[string]any{
		site.Created.Name: a.Clock().UTC().Format(site.DateForm), site.URL.Name: a.URL, site.Home.Name: a.URL,
		site.Title.Name: "Quoin", site.AdminEmail.Name: "admin@example.org",
	}
	for _, o := range site.Options() {
		if d := o.Declaration(); d.New {
			values[d.Name] = d.Default
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := a.DB.SetOption(ctx, name, values[name]); err != nil {
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
func (a *App) createAdmin(ctx context.Context, hash string) error {
	return a.DB.InsertUser(ctx, &user.User{
		Login: "admin", Slug: "admin", Name: "admin", Email: "admin@example.org", URL: user.OwnSite, PasswordHash: hash,
		Roles: []string{access.Administrator}, Registered: a.Clock().UTC().Format(site.DateForm),
		Meta: content.Meta{"nickname": {"admin"}},
	})
}
