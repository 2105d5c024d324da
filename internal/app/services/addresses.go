package services

import (
	"cmp"
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store"
)

// authorSlug is what addresses show of an author; "" for nobody.
func authorSlug(ctx context.Context, db *store.DB, author int64) string {
	found, err := db.UsersByID(ctx, []int64{author})
	if err != nil || found[author] == nil {
		return ""
	}
	return found[author].Slug
}

// categoryPath is what addresses show of the categories of an entry: the path
// of the main one, of the oldest, or of that which entries without one have.
func categoryPath(ctx context.Context, db *store.DB, entries *content.Permalinks, links *taxonomy.Links, e *content.Entry) string {
	var first *taxonomy.Term
	if found, err := db.EntryTerms(ctx, []int64{e.ID}); err == nil {
		var main int64
		if entries.MainCategory != nil {
			main = entries.MainCategory(ctx, e)
		}
		for _, t := range found[e.ID] {
			switch {
			case t.Taxonomy != taxonomy.Category:
			case t.ID == main:
				return links.Path(ctx, t)
			case first == nil || t.ID < first.ID:
				first = t
			}
		}
	}
	if first == nil {
		id := site.DefaultCategory.Of(ctx, links.Site)
		if found, err := db.TermsByID(ctx, []int64{id}); err == nil {
			first = found[id]
		}
	}
	if first == nil {
		return "uncategorized"
	}
	return links.Path(ctx, first)
}

// EncodeAddresses makes a database of an earlier version one whose texts don't
// say what the address of the site is. On others it does nothing.
func EncodeAddresses(ctx context.Context, db *store.DB, s *site.Site) error {
	old := site.FilesBase.Of(ctx, s)
	if err := db.EncodeAddresses(ctx, cmp.Or(old, s.Base(ctx))); err != nil {
		return err
	}
	if old == "" {
		return nil
	}
	if err := db.SetOption(ctx, site.FilesBase.Name, site.Unset); err != nil {
		return fmt.Errorf("forget the address of files: %w", err)
	}
	return nil
}
