package users

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/access"
	"quoin/internal/markup/clean"
	"quoin/internal/rest"
	"quoin/internal/scope"
	"quoin/internal/user"
)

// orders are the store's names of what lists can be ordered by, where they
// differ from the API's.
var orders = map[string]string{"registered_date": "registered"}

// columns are the store's names of what can be searched, where they differ
// from the API's.
var columns = map[string]string{"username": "login"}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	q, err := res.query(r)
	if err != nil {
		return nil, err
	}
	page, err := res.Store.ListUsers(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("list users: %w", err)
	}
	users := page.Users
	if len(q.Published) == len(res.types) {
		// Their links ask next whether the caller may see them.
		for _, u := range users {
			scope.Put(ctx, publicKey{u.ID}, true)
		}
	}
	if r.ViewContext() == "edit" {
		users = slices.DeleteFunc(users, func(u *user.User) bool { return !canEdit(r.Actor, u) })
	}
	return &rest.Response{
		Body: res.items.Items(r, users),
		Page: &rest.PageInfo{Total: page.Total, Page: (q.Offset+q.Limit-1)/q.Limit + 1, PerPage: q.Limit, Path: base},
	}, nil
}

// query is what a list request asks of the store.
func (res *resource) query(r *rest.Request) (user.Query, error) {
	q := user.Query{
		IDs: r.IDs("include"), NotIDs: r.IDs("exclude"), Slugs: slugs(r), Order: r.Text("orderby"),
		Desc: r.Text("order") == "desc", Limit: int(r.Int("per_page")),
	}
	if name, ok := orders[q.Order]; ok {
		q.Order = name
	}
	q.Offset = int(min(r.Int("page")-1, maxOffset/100)) * q.Limit
	if offset := r.Int("offset"); offset != 0 {
		q.Offset = int(min(max(offset, 0), maxOffset))
	}
	res.onlyPublished(r, &q)
	if q.Search = r.Text("search"); q.Search == "0" {
		q.Search = ""
	}
	if q.Search != "" {
		q.SearchColumns = searchColumns(r)
	}
	return q, res.onlyRoles(r, &q)
}

// maxOffset is beyond any list.
const maxOffset = 1 << 40

func slugs(r *rest.Request) []string {
	var out []string
	for _, s := range r.Texts("slug") {
		out = append(out, clean.Slug(s))
	}
	return out
}

// onlyPublished restricts a list to those with published entries: whoever may
// not list users sees no others, unless the question is who writes.
func (res *resource) onlyPublished(r *rest.Request, q *user.Query) {
	if r.Text("who") != "authors" && !r.Actor.Can("list_users") {
		q.Published = res.types
	}
	switch v := r.Param("has_published_posts").(type) {
	case bool:
		if v {
			q.Published = res.types
		}
	case []any:
		if len(v) > 0 {
			q.Published = r.Texts("has_published_posts")
		}
	}
}

// searchColumns are the columns to search: those that were asked for as far
// as the caller may search them, or else all that the caller may.
func searchColumns(r *rest.Request) []string {
	may := []string{"id", "login", "slug", "name"}
	if r.Actor.Can("list_users") {
		may = append(may, "email")
	}
	var asked []string
	for _, c := range r.Texts("search_columns") {
		if name, ok := columns[c]; ok {
			c = name
		}
		if slices.Contains(may, c) {
			asked = append(asked, c)
		}
	}
	if asked == nil {
		return may
	}
	return asked
}

// onlyRoles restricts a list by roles, by what roles allow and to those who
// write. The store knows one such condition, so of several all but the last
// are looked up first.
func (res *resource) onlyRoles(r *rest.Request, q *user.Query) error {
	var conditions [][]string
	if roles := r.Texts("roles"); len(roles) > 0 {
		conditions = append(conditions, roles)
	}
	if caps := r.Texts("capabilities"); len(caps) > 0 {
		conditions = append(conditions, rolesWith(caps))
	}
	if r.Text("who") == "authors" {
		conditions = append(conditions, rolesWith([]string{"level_1"}))
	}
	for i, roles := range conditions {
		if i == len(conditions)-1 {
			q.Roles = roles
			break
		}
		ids, err := res.idsWith(r.Context(), roles)
		if err != nil {
			return err
		}
		if q.IDs != nil {
			ids = slices.DeleteFunc(slices.Clone(q.IDs), func(id int64) bool { return !slices.Contains(ids, id) })
		}
		q.IDs = ids
	}
	return nil
}

// rolesWith are the roles that have one of the capabilities. The name of a
// role is a capability of whoever has it.
func rolesWith(caps []string) []string {
	out := []string{}
	for _, c := range caps {
		out = append(append(out, access.RolesWith(c)...), c)
	}
	return out
}

func (res *resource) idsWith(ctx context.Context, roles []string) ([]int64, error) {
	page, err := res.Store.ListUsers(ctx, user.Query{Roles: roles, Order: "id"})
	if err != nil {
		return nil, fmt.Errorf("users with roles %v: %w", roles, err)
	}
	ids := make([]int64, len(page.Users))
	for i, u := range page.Users {
		ids[i] = u.ID
	}
	return ids, nil
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
		ids[i] = r.Int("id")
	}
	_, err := res.Store.UsersByID(ctx, ids)
	return err
}
