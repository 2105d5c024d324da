package app

import (
	"context"
	"fmt"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/taxonomy"
)

// noStyles is what a theme's global styles hold before anybody changes them.
const noStyles = `{"version": 3, "isGlobalStylesUserThemeJSON": true }`

// ensureStyles makes the entry that holds the user's global styles of a
// theme, unless it exists.
func (a *App) ensureStyles(ctx context.Context, id string) error {
	slug := "wp-global-styles-" + id
	err := a.DB.InTx(ctx, func(ctx context.Context) error {
		page, err := a.DB.ListEntries(ctx, content.Query{Types: []string{content.TypeGlobalStyles}, Slugs: []string{slug}, Limit: 1, SkipTotal: true, SkipMeta: true})
		if err != nil || len(page.Entries) > 0 {
			return err
		}
		term, err := a.Env.Terms.Ensure(ctx, taxonomy.Theme, id)
		if err != nil {
			return err
		}
		owner, err := a.importer().Owner(ctx)
		if err != nil {
			return err
		}
		title, text, status, closed := "Custom Styles", noStyles, content.Publish, "closed"
		_, err = a.Env.Entries.Create(ctx, access.System(), content.TypeGlobalStyles, content.Change{
			Title: &title, Content: &text, Slug: &slug, Status: &status, Author: &owner, CommentStatus: &closed, PingStatus: &closed,
			Terms: map[string][]int64{taxonomy.Theme: {term.ID}},
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("global styles of theme %s: %w", id, err)
	}
	return nil
}
