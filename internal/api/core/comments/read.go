package comments

import (
	"context"
	"net/http"
	"slices"

	"golang.org/x/net/http/httpguts"

	"quoin/internal/api/rest"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// maxOffset is beyond any list.
const maxOffset = 1 << 40

// nothing is a status that no comment has.
const nothing comment.Status = "-"

func statuses(word string) []comment.Status {
	switch word {
	case "any":
		return nil
	case "all", "":
		return []comment.Status{comment.Hold, comment.Approved}
	case "approve", "1":
		return []comment.Status{comment.Approved}
	case "hold", "0":
		return []comment.Status{comment.Hold}
	case string(comment.Approved):
		return []comment.Status{nothing}
	}
	return []comment.Status{comment.Status(word)}
}

// types are the types that a list shows; notes only when they are asked for.
func types(word string) (only, not []string) {
	switch word {
	case "all":
		return nil, nil
	case "":
		return nil, []string{comment.TypeNote}
	case comment.TypeComment, "comments":
		return []string{comment.TypeComment, ""}, nil
	case "pings":
		return []string{comment.TypePingback, comment.TypeTrackback}, nil
	}
	return []string{word}, nil
}

// query turns the arguments of a list into a query.
func (res *resource) query(r *rest.Request) comment.Query {
	q := comment.Query{
		Entries: argPostIDs.Of(r), Parents: argParent.Of(r), NotParents: argParentExclude.Of(r),
		IDs: rest.Include.Of(r), NotIDs: rest.Exclude.Of(r), Authors: argAuthorIDs.Of(r), NotAuthors: argAuthorExclude.Of(r),
		AuthorEmail: argAuthorEmail.Of(r), Search: rest.Search.Of(r), Statuses: statuses(argStatus.Of(r)),
		Order: rest.OrderBy.Of(r), Desc: rest.Order.Of(r) == "desc", Limit: int(rest.PerPage.Of(r)),
	}
	q.Types, q.NotTypes = types(argType.Of(r))
	if q.Order == "include" {
		q.Desc = false // the order of the ids is the order asked for
	}
	q.After, q.Before = res.Site.Bound(r.Context(), argAfter.Of(r)), res.Site.Bound(r.Context(), argBefore.Of(r))
	q.Offset = int(min(rest.Page.Of(r)-1, maxOffset/100)) * q.Limit
	if n := rest.Skip.Of(r); n != 0 {
		q.Offset = int(min(max(n, -n), maxOffset))
	}
	if q.TellsText() || countsExactly(r) {
		q.Reader = res.policy().Reader(r.Context(), r.Actor, res.opened(r))
	}
	return q
}

// The preference (RFC 7240) with which whoever doesn't moderate asks for a list of what they may read:
// without it pages have gaps where others' comments wait, which are counted too, as in the
// reference.
const exactCount = "count=exact"

func countsExactly(r *rest.Request) bool {
	return r.Actor.LoggedIn() && !moderates(r) && httpguts.HeaderValuesContainsToken(r.Header.Values("Prefer"), exactCount)
}

// opened is the entry whose password the request has; 0 for none.
func (res *resource) opened(r *rest.Request) int64 {
	posts := argPostList.Of(r)
	if len(posts) != 1 || argPassword.Of(r) == "" {
		return 0
	}
	e, err := res.entryByID(r.Context(), posts[0])
	if err != nil || e == nil || e.Password != argPassword.Of(r) {
		return 0
	}
	return e.ID
}

// pageKey is where the comments of one entry, or the answers to one comment,
// wait for the request that lists them.
type pageKey struct {
	entry, parent int64
	status, typ   string
	limit         int
}

// keyOf is the key of a list that asks for nothing else, as embedded ones do.
func keyOf(r *rest.Request) (pageKey, bool) {
	posts, parents := argPostIDs.Of(r), argParent.Of(r)
	key := pageKey{status: argStatus.Of(r), typ: argType.Of(r), limit: int(rest.PerPage.Of(r))}
	switch {
	case len(posts) == 1 && parents == nil:
		key.entry = posts[0]
	case len(parents) == 1 && posts == nil:
		key.parent = parents[0]
	default:
		return key, false
	}
	for _, p := range []interface{ Given(r *rest.Request) bool }{
		rest.Search, argAfter, argBefore, argAuthor, argAuthorExclude, argAuthorEmail, argParentExclude, rest.Skip,
	} {
		if p.Given(r) {
			return key, false
		}
	}
	plain := r.Embedded && rest.Page.Of(r) == 1 && rest.Include.Of(r) == nil && rest.Exclude.Of(r) == nil &&
		rest.OrderBy.Of(r) == "date_gmt" && rest.Order.Of(r) == "desc"
	return key, plain
}

func (res *resource) find(r *rest.Request) (comment.Page, comment.Query, error) {
	q := res.query(r)
	if key, ok := keyOf(r); ok {
		if page, ok := scope.Get[comment.Page](r.Context(), key); ok {
			return page, q, nil
		}
	}
	q.OnlyTotal = r.Method == "HEAD"
	page, err := res.Store.ListComments(r.Context(), q)
	return page, q, err
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	page, q, err := res.find(r)
	if err != nil {
		return nil, err
	}
	if q.Order == "include" && q.IDs == nil {
		page.Comments = nil // Compat (TestListRights): without ids all are counted and none is shown.
	}
	if err := res.prefetch(r.Context(), page.Comments); err != nil {
		return nil, err
	}
	shown := slices.DeleteFunc(slices.Clone(page.Comments), func(c *comment.Comment) bool { return !res.reads(r, c) })
	answer := &rest.Response{
		Body: res.items.Items(r, shown),
		Page: &rest.PageInfo{Total: page.Total, Page: int(min(rest.Page.Of(r), maxOffset)), PerPage: q.Limit, TextTotals: true},
	}
	if countsExactly(r) {
		answer.Header = http.Header{"Preference-Applied": {exactCount}}
	}
	return answer, nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	c, err := res.load(r)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.items.Item(r, c)), nil
}

// prefetch loads what the rights, fields and links of comments are about to
// read, each kind in one statement.
func (res *resource) prefetch(ctx context.Context, list []*comment.Comment) error {
	var entries, users, unknown []int64
	add := func(ids []int64, id int64) []int64 {
		if id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		return ids
	}
	for _, c := range list {
		entries, users = add(entries, c.Entry), add(users, c.User)
		if _, known := scope.Get[bool](ctx, answersKey{c.ID}); !known {
			unknown = append(unknown, c.ID)
		}
	}
	if len(unknown) > 0 {
		has, err := res.Store.HasChildren(ctx, unknown)
		if err != nil {
			return err
		}
		for _, id := range unknown {
			scope.Put(ctx, answersKey{id}, has[id])
		}
	}
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i] = c.ID
	}
	pages, err := comment.Pages(ctx, res.Site, res.Store, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		scope.Put(ctx, placeKey{id}, pages[id])
	}
	if len(users) > 0 {
		if _, err := res.Store.UsersByID(ctx, users); err != nil {
			return err
		}
	}
	return res.prefetchEntries(ctx, entries)
}

func (res *resource) prefetchEntries(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	found, err := res.Store.EntriesByID(ctx, ids)
	if err != nil {
		return err
	}
	list, parents := make([]*content.Entry, 0, len(found)), []int64{}
	for _, e := range found {
		list = append(list, e)
		if e.Status == content.Inherit && e.Parent != 0 {
			parents = append(parents, e.Parent)
		}
	}
	if len(parents) > 0 {
		if _, err := res.Store.EntriesByID(ctx, parents); err != nil {
			return err
		}
	}
	return res.Env.Links.Prefetch(ctx, list)
}

// prefetchItems loads the comments that embedded requests name.
func (res *resource) prefetchItems(ctx context.Context, requests []*rest.Request) error {
	ids := make([]int64, len(requests))
	for i, r := range requests {
		ids[i] = rest.ID.Of(r)
	}
	found, err := res.Store.CommentsByID(ctx, ids)
	if err != nil {
		return err
	}
	list := make([]*comment.Comment, 0, len(found))
	for _, c := range found {
		list = append(list, c)
	}
	return res.prefetch(ctx, list)
}

// prefetchLists loads the comments of many entries, and the answers to many
// comments, at once.
func (res *resource) prefetchLists(ctx context.Context, requests []*rest.Request) error {
	groups, queries := map[pageKey][]pageKey{}, map[pageKey]comment.Query{}
	var entries []int64
	for _, r := range requests {
		key, ok := keyOf(r)
		if !ok {
			continue
		}
		kind := key
		kind.entry, kind.parent = min(key.entry, 1), min(key.parent, 1)
		groups[kind] = append(groups[kind], key)
		q := res.query(r)
		q.Entries, q.Parents, q.Offset, q.Limit = nil, nil, 0, 0
		queries[kind] = q
		if key.entry != 0 {
			entries = append(entries, key.entry)
		}
	}
	if err := res.prefetchEntries(ctx, entries); err != nil {
		return err
	}
	var all []*comment.Comment
	for kind, keys := range groups {
		ids, fetch := make([]int64, len(keys)), res.Store.ListCommentsByParent
		if kind.entry != 0 {
			fetch = res.Store.ListCommentsByEntry
		}
		for i, key := range keys {
			ids[i] = key.entry + key.parent
		}
		pages, err := fetch(ctx, queries[kind], ids, kind.limit)
		if err != nil {
			return err
		}
		for _, key := range keys {
			page := pages[key.entry+key.parent]
			scope.Put(ctx, key, page)
			all = append(all, page.Comments...)
		}
	}
	return res.prefetch(ctx, all)
}
