package app

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"quoin/internal/site"
	"quoin/internal/store"
	"quoin/internal/taxonomy"
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
// of the oldest, or of that which entries without one have.
func categoryPath(ctx context.Context, db *store.DB, links *taxonomy.Links, entry int64) string {
	var first *taxonomy.Term
	if found, err := db.EntryTerms(ctx, []int64{entry}); err == nil {
		for _, t := range found[entry] {
			if t.Taxonomy == taxonomy.Category && (first == nil || t.ID < first.ID) {
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

// Addresses are the ones that a site may be known by.
type Addresses struct {
	Given  string `json:"given,omitempty"` // what this process was started with
	Stored string `json:"stored,omitempty"`
	Used   string `json:"used"`
	// Kept is set when KeepAddress has just stored the given one.
	Kept bool `json:"-"`
}

// Disagree tells that a server shows the site at another address than that which
// commands, and so mails and links of theirs, know.
func (d Addresses) Disagree() bool { return d.Given != "" && d.Given != d.Stored }

// Addresses are those of the site.
func (a *App) Addresses(ctx context.Context) Addresses {
	return Addresses{Given: a.URL, Stored: strings.TrimRight(site.URL.Of(ctx, a.Env.Site), "/"), Used: a.Env.Site.Base(ctx)}
}

// KeepAddress stores the address that the server was started with where none is, so that
// commands know it too, which are told none. One that is stored stays: two servers may
// show one site.
func (a *App) KeepAddress(ctx context.Context) (known Addresses, err error) {
	err = a.DB.InTx(ctx, func(ctx context.Context) error {
		known = a.Addresses(ctx)
		if known.Given == "" || known.Stored != "" {
			return nil
		}
		known.Stored, known.Kept = known.Given, true
		return a.Env.Site.SetAddress(ctx, known.Given)
	})
	if err != nil {
		return known, fmt.Errorf("keep the address of the site: %w", err)
	}
	return known, nil
}

// encodeAddresses makes a database of an earlier version one whose texts don't
// say what the address of the site is. On others it does nothing.
func (a *App) encodeAddresses(ctx context.Context) error {
	old := site.FilesBase.Of(ctx, a.Env.Site)
	if err := a.DB.EncodeAddresses(ctx, cmp.Or(old, a.Env.Site.Base(ctx))); err != nil {
		return err
	}
	if old == "" {
		return nil
	}
	if err := a.DB.SetOption(ctx, site.FilesBase.Name, site.Unset); err != nil {
		return fmt.Errorf("forget the address of files: %w", err)
	}
	return nil
}
