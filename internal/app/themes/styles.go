package themes

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// noStyles is what a theme's global styles hold before anybody changes them.
const noStyles = `{"version": 3, "isGlobalStylesUserThemeJSON": true }`

// ensureStyles makes the entry that holds the user's global styles of a
// theme, unless it exists.
func (t *Themes) ensureStyles(ctx context.Context, id string) error {
	slug := "wp-global-styles-" + id
	err := t.with.Store.InTx(ctx, func(ctx context.Context) error {
		page, err := t.with.Store.ListEntries(ctx, content.Query{Types: []string{content.TypeGlobalStyles}, Slugs: []string{slug}, Limit: 1, SkipTotal: true, SkipMeta: true})
		if err != nil || len(page.Entries) > 0 {
			return err
		}
		term, err := t.with.Terms.Ensure(ctx, taxonomy.Theme, id)
		if err != nil {
			return err
		}
		owner, err := user.Owner(ctx, t.with.Store)
		if err != nil {
			return err
		}
		title, text, status, closed := "Custom Styles", noStyles, content.Publish, "closed"
		_, err = t.with.Entries.Create(ctx, access.System(), content.TypeGlobalStyles, content.Change{
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

// Untouched tells of an entry that it holds the global styles of a theme as Prepare made them.
func Untouched(e *content.Entry) bool {
	return e.Type == content.TypeGlobalStyles && e.Content == noStyles
}

// Prepare does what the theme in effect needs before it is shown: it has the entry of its
// global styles.
func (t *Themes) Prepare(ctx context.Context) error { return t.ensureStyles(ctx, t.Active(ctx).ID) }

// defaultStyle is the name of a theme's styles without a variation.
const defaultStyle = "default"

// StyleNames are the names of the style variations of the theme in effect, with that of
// its styles as they are.
func (t *Themes) StyleNames(ctx context.Context) []string {
	names := []string{defaultStyle}
	for _, v := range t.Active(ctx).Variations() {
		names = append(names, v.Text("title"))
	}
	return names
}

// ChooseStyle puts a style variation of the theme in effect into the styles of the site,
// in the place of what was changed of them. Its name is the title, in any case.
func (t *Themes) ChooseStyle(ctx context.Context, name string) error {
	one := t.Active(ctx)
	doc := theme.UserDocument(nil, nil)
	if !strings.EqualFold(name, defaultStyle) {
		all := one.Variations()
		at := slices.IndexFunc(all, func(v *wire.Object) bool { return strings.EqualFold(v.Text("title"), name) })
		if at < 0 {
			return fmt.Errorf("the theme %s has no style %q; it has %s", one.ID, name, strings.Join(t.StyleNames(ctx), ", "))
		}
		doc = theme.UserDocument(all[at].Object("styles"), all[at].Object("settings"))
	}
	if err := t.ensureStyles(ctx, one.ID); err != nil {
		return err
	}
	return t.with.Store.InTx(ctx, func(ctx context.Context) error {
		page, err := t.with.Store.ListEntries(ctx, content.Query{Types: []string{content.TypeGlobalStyles}, Slugs: []string{"wp-global-styles-" + one.ID}, Limit: 1, SkipTotal: true})
		if err != nil {
			return fmt.Errorf("styles of the theme %s: %w", one.ID, err)
		}
		text := string(wire.Append(nil, doc, nil))
		_, err = t.with.Entries.Update(ctx, access.System(), page.Entries[0], content.Change{Content: &text})
		return err
	})
}
