package entry

import (
	"context"
	"fmt"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// list answers the collection.
func (res *Resource) list(r *rest.Request) (*rest.Response, error) {
	q, err := res.querying().query(r)
	if err != nil {
		return nil, err
	}
	if r.Method == "HEAD" {
		q.OnlyTotal = true
	}
	page, err := res.find(r, q)
	if err != nil {
		return nil, err
	}
	info := &rest.PageInfo{Total: page.Total, Page: int(rest.Page.Of(r)), PerPage: q.Limit, Path: res.base}
	if rest.Skip.Has(r) && q.Offset >= page.Total {
		info.Total = 0
	}
	pages := (info.Total + q.Limit - 1) / q.Limit
	if info.Page > pages && info.Total > 0 {
		return nil, errPageNumber
	}
	if err := prefetchParents(r.Context(), res.Store, page.Entries); err != nil {
		return nil, err
	}
	entries := make([]*content.Entry, 0, len(page.Entries))
	for _, e := range page.Entries {
		if res.inList(r, e) {
			entries = append(entries, e)
		}
	}
	items, err := res.rest.RepresentAll(r, entries, func(rest []*content.Entry) error { return res.prefetch(r.Context(), r, rest) })
	if err != nil {
		return nil, err
	}
	return &rest.Response{Body: items, Page: info}, nil
}

// prefetchParents loads the entries by which those that inherit may be read.
func prefetchParents(ctx context.Context, store content.Store, entries []*content.Entry) error {
	var parents []int64
	for _, e := range entries {
		if e.Status == content.Inherit && e.Parent != 0 {
			parents = append(parents, e.Parent)
		}
	}
	if len(parents) == 0 {
		return nil
	}
	_, err := store.EntriesByID(ctx, parents)
	return err
}

// inList tells whether a list shows an entry to the caller. Those it doesn't
// show still count in the total.
func (res *Resource) inList(r *rest.Request, e *content.Entry) bool {
	if r.ViewContext() == rest.Edit {
		return res.Entries.CanEdit(r.Context(), r.Actor, e)
	}
	return res.Entries.CanRead(r.Context(), r.Actor, e)
}

// prefetch loads what the fields and links of entries are about to read, each
// kind in one statement.
func (res *Resource) prefetch(ctx context.Context, r *rest.Request, entries []*content.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	ids, media := make([]int64, len(entries)), []int64{}
	for i, e := range entries {
		ids[i] = e.ID
		if m := e.Meta.Int(content.MetaFeaturedMedia); m != 0 {
			media = append(media, m)
		}
		if e.Status == content.Inherit && e.Parent != 0 {
			media = append(media, e.Parent)
		}
	}
	if len(res.Type.Taxonomies) > 0 {
		if _, err := res.Store.EntryTerms(ctx, ids); err != nil {
			return err
		}
	}
	if res.Type.Has("revisions") && r.WantsLinks() {
		if _, err := res.Store.RevisionInfo(ctx, ids); err != nil {
			return err
		}
	}
	if len(media) > 0 {
		if _, err := res.Store.EntriesByID(ctx, media); err != nil {
			return err
		}
	}
	if err := res.Env.Links.Prefetch(ctx, entries); err != nil {
		return err
	}
	if r.Wants("content") || r.Wants("excerpt") {
		res.View.Prefetch(ctx, env.EntryVisit(r), entries)
	}
	if r.ViewContext() == rest.Edit && r.Wants(generatedSlug) {
		wanted := make(map[*content.Entry]string, len(entries))
		for _, e := range entries {
			wanted[e] = res.fields().slugOfTitle(ctx, e)
		}
		if err := res.Entries.PrefetchSlugs(ctx, wanted); err != nil {
			return err
		}
	}
	if err := res.added.Prefetch(ctx, r, entries); err != nil {
		return err
	}
	if res.Prefetch != nil {
		return res.Prefetch(ctx, r, entries)
	}
	return nil
}

// get answers one entry.
func (res *Resource) get(r *rest.Request) (*rest.Response, error) {
	e, err := res.Load(r)
	if err != nil {
		return nil, err
	}
	if r.Actor.MayOpen(e.ID) && !r.Embedded {
		if e, err = content.Proposed(r.Context(), res.Store, e); err != nil {
			return nil, err
		}
	}
	items, err := res.rest.RepresentAll(r, []*content.Entry{e}, nil)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, r.Context().Err()
	}
	response := rest.OK(items[0])
	if res.Type.Public && !r.Embedded {
		response.SetHeader("Link", "<"+res.Env.Links.Link(r.Context(), e)+`>; rel="alternate"; type=text/html`)
	}
	return response, nil
}

// prefetchItems loads the entries that embedded requests name.
func (res *Resource) prefetchItems(ctx context.Context, requests []*rest.Request) error {
	ids := make([]int64, len(requests))
	for i, r := range requests {
		ids[i] = rest.ID.Of(r)
	}
	found, err := res.Store.EntriesByID(ctx, ids)
	if err != nil {
		return err
	}
	entries := make([]*content.Entry, 0, len(found))
	for _, id := range ids {
		if e := found[id]; e != nil {
			entries = append(entries, e)
		}
	}
	return res.prefetch(ctx, requests[0], entries)
}

// relatedKey is where a list of the entries that have one value of a field waits for the
// request that embeds it.
type relatedKey struct{ typ, like, value string }

// relatedOf is the key of a list that asks for one value of one field and else for nothing
// in which embedded lists differ.
func (res *Resource) relatedOf(r *rest.Request, q content.Query) (key relatedKey, ok bool) {
	if !r.Embedded || len(q.Fields) != 1 || q.Fields[0].Op != content.FieldIs || len(q.Fields[0].Values) != 1 || q.Offset != 0 || q.StickyTop ||
		q.Search != nil || q.WithPassword != nil || q.Sticky != nil || q.MenuOrder != nil {
		return key, false
	}
	like := q
	like.Fields, like.Reader = nil, nil
	return relatedKey{res.Type.Name, fmt.Sprintf("%s %+v", q.Fields[0].Field.Key, like), fmt.Sprint(q.Fields[0].Values[0])}, true
}

// find reads the page of a list, unless it was read with others.
func (res *Resource) find(r *rest.Request, q content.Query) (content.Page, error) {
	if key, ok := res.relatedOf(r, q); ok {
		if list, ok := scope.Get[[]*content.Entry](r.Context(), key); ok {
			return content.Page{Entries: list, Total: len(list)}, nil
		}
	}
	page, err := res.Store.ListEntries(r.Context(), q)
	if err != nil || q.Reader == nil || q.Reader.Read.All {
		return page, err
	}
	// Compat (TestTotalsOfOrders): an order leaves out what the caller may not read, but the total has
	// it, as that of any other order.
	all := q
	all.Order = nil
	if all.TellsText() {
		return page, nil
	}
	all.Reader, all.OnlyTotal, all.StickyTop = nil, true, false
	counted, err := res.Store.ListEntries(r.Context(), all)
	page.Total = counted.Total
	return page, err
}

// prefetchLists reads the lists of what leads back along relations, all at once.
func (res *Resource) prefetchLists(ctx context.Context, requests []*rest.Request) error {
	type group struct {
		q    content.Query
		of   []content.FieldFilter
		keys []relatedKey
	}
	groups := map[string]*group{}
	var order []string
	for _, r := range requests {
		q, err := res.querying().query(r)
		if err != nil {
			continue // the request itself will say so
		}
		key, ok := res.relatedOf(r, q)
		if !ok {
			continue
		}
		g := groups[key.like]
		if g == nil {
			g = &group{q: q}
			groups[key.like], order = g, append(order, key.like)
			g.q.Fields = nil
		}
		g.of, g.keys = append(g.of, q.Fields[0]), append(g.keys, key)
	}
	var all []*content.Entry
	for _, like := range order {
		g := groups[like]
		lists, err := res.Store.ListSeveral(ctx, g.q, g.of)
		if err != nil {
			return err
		}
		for i, list := range lists {
			scope.Put(ctx, g.keys[i], list)
			all = append(all, list...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return res.prefetch(ctx, requests[0], all)
}
