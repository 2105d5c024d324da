package users

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/user"
	"quoin/internal/platform/scope"
)

// orders are the store's names of what lists can be ordered by, where they
// differ from the API's.
var orders = map[string]string{"registered_date": "registered"}

// columns are the store's names of what can be searched, where they differ
// from the API's.
var columns = map[string]string{"username": "login"}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	q := res.query(r)
	if err := res.Added.Users.Filter(r, &q); err != nil {
		return nil, err
	}
	page, err := res.Store.ListUsers(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	users := page.Users
	if slices.Equal(q.Published, res.public) {
		// Their links ask next whether the caller may see them.
		for _, u := range users {
			scope.Put(ctx, publicKey{u.ID}, true)
		}
	}
	if r.ViewContext() == rest.Edit {
		users = slices.DeleteFunc(users, func(u *user.User) bool { return !canEdit(r.Actor, u) })
	}
	if err := res.Added.Users.Prefetch(ctx, r, users); err != nil {
		return nil, err
	}
	offset := int64(q.Offset)
	if skip := rest.Skip.Of(r); skip < 0 {
		users, offset = nil, skip // Compat (TestListByRole): nobody stands before the first
	}
	return &rest.Response{
		Body: res.items.Items(r, users),
		Page: &rest.PageInfo{Total: page.Total, Page: rest.OffsetPage(offset, q.Limit), PerPage: q.Limit, Path: base},
	}, nil
}

// query is what a list request asks of the store.
func (res *resource) query(r *rest.Request) user.Query {
	q := user.Query{
		IDs: rest.Include.Of(r), Slugs: res.slugs(r), Order: rest.OrderBy.Of(r),
		Desc: rest.Order.Of(r) == "desc", Limit: int(rest.PerPage.Of(r)),
	}
	if q.IDs == nil {
		q.NotIDs = rest.Exclude.Of(r)
	}
	if name, ok := orders[q.Order]; ok {
		q.Order = name
	}
	q.Offset = int(min(rest.Page.Of(r)-1, maxOffset/100)) * q.Limit
	if offset := rest.Skip.Of(r); offset != 0 {
		q.Offset = int(min(max(offset, 0), maxOffset))
	}
	res.onlyPublished(r, &q)
	if search := rest.Search.Of(r); search != "0" {
		q.Search = search
	}
	if q.Search != "" {
		q.SearchColumns = searchColumns(r, q.Search)
		// Compat (TestListByRole): the texts are found anywhere, also without the asterisks that
		// say so; of nothing but asterisks all is found.
		if q.Search = strings.Trim(q.Search, "*"); q.Search == "" {
			q.SearchColumns = nil
		}
	}
	res.onlyRoles(r, &q)
	return q
}

// maxOffset is beyond any list.
const maxOffset = 1 << 40

func (res *resource) slugs(r *rest.Request) []string {
	var out []string
	for _, s := range argSlugList.Of(r) {
		out = append(out, res.Site.Slug(r.Context(), s))
	}
	return out
}

// onlyPublished restricts a list to those with published entries: whoever may
// not list users sees no others, unless they decide on who wrote an entry and ask who writes.
func (res *resource) onlyPublished(r *rest.Request, q *user.Query) {
	types := res.types
	if !r.Actor.Can("list_users") {
		types = res.public
		// Who may make others the authors of entries is told who they may be.
		if argWho.Of(r) != "authors" || !r.Actor.Can("edit_others_posts") && !r.Actor.Can("edit_others_pages") {
			q.Published = types
		}
	}
	switch v := argHasPublishedPosts.Value(r).(type) {
	case bool:
		if v {
			q.Published = types
		}
	case []any:
		if len(v) > 0 {
			asked := argHasPublishedPosts.Of(r)
			q.Published = slices.DeleteFunc(asked, func(t string) bool { return !slices.Contains(types, t) })
		}
	}
}

// searchColumns are the columns to search: those that were asked for as far
// as the caller may search them, or else all that the caller may. Whoever sees
// all of an account searches where such a text can stand.
func searchColumns(r *rest.Request, text string) []string {
	may := []string{"id", "login", "slug", "name"}
	all := r.Actor.Can("list_users")
	if all {
		may = append(may, "email")
	}
	var asked []string
	for _, c := range argSearchColumns.Of(r) {
		if name, ok := columns[c]; ok {
			c = name
		}
		if slices.Contains(may, c) {
			asked = append(asked, c)
		}
	}
	text = strings.Trim(text, "*")
	switch {
	case asked != nil:
		return asked
	case !all:
		return may
	case strings.Contains(text, "@"):
		return []string{"email"}
	case isNumber(text):
		return []string{"login", "id"}
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		return []string{"url"}
	}
	return []string{"login", "url", "email", "slug", "name"}
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// onlyRoles restricts a list to roles, or to those that allow something, or to
// those who write.
//
// Compat (TestListByRole): roles and capabilities together are alternatives, and neither counts
// where the question is who writes.
func (res *resource) onlyRoles(r *rest.Request, q *user.Query) {
	if argWho.Of(r) == "authors" {
		q.Roles = res.rolesWith([]string{"level_1"})
		return
	}
	if roles := argRoles.Of(r); len(roles) > 0 {
		q.Roles = roles
	}
	if caps := argCapabilitiesList.Of(r); len(caps) > 0 {
		q.Roles = append(slices.Clone(q.Roles), res.rolesWith(caps)...)
	}
}

// rolesWith are the roles that have one of the capabilities. The name of a
// role is a capability of whoever has it.
func (res *resource) rolesWith(caps []string) []string {
	out := []string{}
	for _, c := range caps {
		out = append(append(out, res.Grants.RolesWith(c)...), c)
	}
	return out
}

func (res *resource) get(r *rest.Request, u *user.User) (*rest.Response, error) {
	return rest.OK(res.items.Item(r, u)), nil
}

func (res *resource) me(r *rest.Request) (*rest.Response, error) {
	if r.Actor.ID == 0 {
		return nil, errNotLoggedIn
	}
	u, err := res.find(r.Context(), r.Actor.ID)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.items.Item(r, u)), nil
}

// prefetch loads the accounts that embedded requests are about.
func (res *resource) prefetch(ctx context.Context, requests []*rest.Request) error {
	ids := make([]int64, len(requests))
	for i, r := range requests {
		ids[i] = rest.ID.Of(r)
	}
	found, err := res.Store.UsersByID(ctx, ids)
	if err != nil {
		return err
	}
	return res.Added.Users.Prefetch(ctx, requests[0], slices.Collect(maps.Values(found)))
}
