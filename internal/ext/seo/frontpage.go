package seo

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

// frontPage is the page that stands at the front of the site, 0 for none.
func (s *base) frontPage(ctx context.Context) int64 {
	if !s.Site.FrontIsPage(ctx) {
		return 0
	}
	return site.PageOnFront.Of(ctx, s.Site)
}

// knownAddress is the address that heads tell of an entry: its own, and of the page at the
// front that which the index knows.
func (s *facts) knownAddress(ctx context.Context, e *content.Entry) (string, error) {
	own := s.Links.Link(ctx, e)
	if e.ID != s.frontPage(ctx) {
		return own, nil
	}
	path, err := s.pathInIndex(ctx, e.ID)
	if err != nil || path == "" {
		return own, err
	}
	return s.Site.Base(ctx) + path, nil
}

// start is where paths to pages begin: at the page that stands at the front, "" without one.
func (s *facts) start(ctx context.Context) (string, error) {
	id := s.frontPage(ctx)
	if id == 0 {
		return "", nil
	}
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if err != nil || found[id] == nil {
		return "", err
	}
	return s.knownAddress(ctx, found[id])
}

// pathKey remembers in a request what the index knows of an entry's address.
type pathKey struct{ id int64 }

type knownPath struct {
	path string
	deps cache.Deps
}

// pathInIndex is the path of an entry's address as the index knows it, "" when it knows none.
func (s *facts) pathInIndex(ctx context.Context, id int64) (string, error) {
	if known, ok := scope.Get[knownPath](ctx, pathKey{id}); ok {
		scope.Include(ctx, known.deps)
		return known.path, nil
	}
	part := scope.Part(ctx)
	s.DB.DependsOn(part, rowTag(ofEntry, id))
	var path string
	if _, err := s.DB.QueryRow(part, "SELECT path FROM seo_row WHERE object_type = ? AND object_id = ?", []any{ofEntry, id}, &path); err != nil {
		return "", err
	}
	deps := scope.From(part).Deps()
	scope.Put(ctx, pathKey{id}, knownPath{path, deps})
	scope.Include(ctx, deps)
	return path, nil
}

// frontSet renews the rows of the pages that stand, or stood, at the front of the site.
//
// Compat (api.TestHeadOfFrontPage): a program that sets the front by the API leaves the rows as
// they are: until the page is saved, or the index is looked over, heads tell the address that it
// had. Who sets it in the administration sees its new one at once.
func (s *index) frontSet(ctx context.Context, name string, before, after any) error {
	if name != site.PageOnFront.Name && name != site.ShowOnFront.Name {
		return nil
	}
	if a, ok := access.FromContext(ctx); ok && a.AppPassword != "" {
		return nil
	}
	ids := []int64{site.PageOnFront.Of(ctx, s.Site)}
	if name == site.PageOnFront.Name {
		ids = append(ids, schema.ToInt(before))
	}
	return s.renew(ctx, ids...)
}

// renew makes the rows of entries anew; there need not be any of them.
func (s *index) renew(ctx context.Context, ids ...int64) error {
	found, err := s.Store.EntriesByID(ctx, ids)
	if err != nil {
		return err
	}
	for _, e := range found {
		if !s.indexed(e) {
			continue
		}
		if err := s.storeRow(ctx, s.entryRow(ctx, e)); err != nil {
			return err
		}
	}
	return nil
}
