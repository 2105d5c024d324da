// Package services makes the services of the domain and ties them to each other, for servers,
// commands and examinations alike.
package services

import (
	"context"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/app/config"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/preview"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store"
)

// New makes those of a site on an open database.
func New(c config.Config, db *store.DB) *env.Env {
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, Packs: db, Clock: c.Clock, URL: c.URL, Fallback: c.FallbackURL()}
	links := &content.Permalinks{Site: s, Types: types, Store: db}
	taxonomies := taxonomy.NewRegistry(taxonomy.Builtin()...)
	entries := &content.Service{Store: db, Types: types, Site: s, Links: links, Policy: content.Policy{Types: types, Site: s, Entries: db}}
	terms := &taxonomy.Service{Store: db, Entries: entries, Taxonomies: taxonomies, Site: s}
	entries.Terms = terms
	termLinks := &taxonomy.Links{Site: s, Store: db, Taxonomies: taxonomies}
	links.AuthorSlug = func(ctx context.Context, author int64) string { return authorSlug(ctx, db, author) }
	links.Authors = func(ctx context.Context, authors []int64) error {
		_, err := db.UsersByID(ctx, authors)
		return err
	}
	links.Categories = func(ctx context.Context, entries []int64) error {
		_, err := db.EntryTerms(ctx, entries)
		return err
	}
	links.Category = func(ctx context.Context, e *content.Entry) string { return categoryPath(ctx, db, links, termLinks, e) }
	return &env.Env{
		Terms:     terms,
		TermLinks: termLinks,
		Store:     db, Site: s, Types: types, Links: links, Log: c.Log,
		Entries: entries,
		Users: &user.Service{
			Store: db, Entries: entries, Site: s, Hash: auth.HashPassword,
		},
		Previews:    &preview.Links{Secrets: db, Site: s, Types: types, Permalinks: links, Entries: db, Writer: entries, Log: c.Log},
		Taxonomies:  taxonomies,
		Definitions: &definition.Service{Site: s, Entries: db, Terms: db, Index: db, Transact: db.InTx},
		EntryMeta:   MetaSets(types, nil),
		TermMeta:    map[string]*meta.Set{},
		Statuses:    Statuses(),
	}
}
