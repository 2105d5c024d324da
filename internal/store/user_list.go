package store

import (
	"context"
	"fmt"

	"quoin/internal/cache"
	"quoin/internal/scope"
	"quoin/internal/user"
	"quoin/internal/wire"
)

// ListUsers implements user.Store.
func (db *DB) ListUsers(ctx context.Context, q user.Query) (user.Page, error) {
	tags := []cache.Tag{cache.AllUsers()}
	for _, typ := range q.Published {
		tags = append(tags, cache.Entries(typ))
	}
	for _, c := range q.Conditions {
		tags = append(tags, c.Tag())
	}
	scope.DependsOn(ctx, tags...)
	if empty(q.IDs) || empty(q.Slugs) || empty(q.Roles) || empty(q.Published) {
		return user.Page{}, nil
	}
	if q.Search != "" {
		own, err := db.address(ctx)
		if err != nil {
			return user.Page{}, err
		}
		q.Search = own.Encode(q.Search)
	}
	c := db.userFilter(q)
	countText, countArgs := "SELECT COUNT(*) FROM account u"+c.where(), append([]any{}, c.args...)
	total, err := db.total(ctx, queryKey(countText, countArgs), tags, func() (int, error) {
		var n int
		_, err := db.one(ctx, countText, countArgs, &n)
		return n, err
	})
	if err != nil {
		return user.Page{}, fmt.Errorf("count users: %w", err)
	}
	from, orderBy, args := db.userOrder(q, c.args)
	limits, limitArgs := window(q.Limit, q.Offset)
	list, err := db.users(ctx, "SELECT "+userColumns+" FROM "+from+c.where()+orderBy+limits, append(args, limitArgs...)...)
	if err != nil {
		return user.Page{}, fmt.Errorf("list users: %w", err)
	}
	found := make(map[int64]*user.User, len(list))
	ids := make([]int64, len(list))
	for i, u := range list {
		ids[i], found[u.ID] = u.ID, u
	}
	userKind.remember(ctx, db, ids, found)
	return user.Page{Users: list, Total: total}, nil
}

func (db *DB) userFilter(q user.Query) clause {
	eng := db.engine
	var c clause
	for _, added := range q.Conditions {
		test, args := conditionOn("u.id", added)
		c.and(test, args...)
	}
	if q.IDs != nil {
		c.and(eng.intsIn("u.id"), eng.intList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		c.and("NOT "+paren(eng.intsIn(eng.keep("u.id"))), eng.intList(q.NotIDs))
	}
	if q.Slugs != nil {
		c.and(eng.textsIn("u.slug"), eng.textList(q.Slugs))
	}
	if q.Roles != nil {
		// The stored list quotes each role, so the quoted one is found whole.
		var tests []string
		var args []any
		for _, role := range q.Roles {
			tests = append(tests, eng.contains("u.roles"))
			args = append(args, string(wire.Encode(role, nil)))
		}
		c.and(anyOf(tests), args...)
	}
	if q.Published != nil {
		c.and("u.id IN (SELECT c.author FROM entry_count c WHERE c.status = 'publish' AND c.n > 0 AND "+eng.textsIn("c.type")+")",
			eng.textList(q.Published))
	}
	if q.Search != "" {
		columns := map[string]string{"id": "CAST(u.id AS TEXT)", "login": "u.login_fold", "slug": "u.slug", "email": "u.email_fold", "name": "u.name_fold", "url": "LOWER(u.url)"}
		asked := q.SearchColumns
		if len(asked) == 0 {
			asked = []string{"login", "slug", "email", "name"}
		}
		var tests []string
		var args []any
		term := foldColumn(clean(q.Search))
		for _, name := range asked {
			switch column := columns[name]; {
			case column == "":
			case name == "id":
				tests, args = append(tests, column+" = ?"), append(args, term)
			default:
				tests, args = append(tests, eng.contains(column)), append(args, term)
			}
		}
		if len(tests) == 0 {
			tests = []string{"1 = 0"}
		}
		c.and(anyOf(tests), args...)
	}
	return c
}

func (db *DB) userOrder(q user.Query, where []any) (from, orderBy string, args []any) {
	from = "account u"
	args = append([]any{}, where...)
	expr := map[string]string{"name": "u.name_key", "id": "u.id", "registered": "u.registered", "slug": "u.slug",
		"email": "u.email_fold", "url": "u.url"}[q.Order]
	switch {
	case q.Order == "include" && len(q.IDs) > 0:
		from = db.engine.intTable() + " i JOIN account u ON u.id = i.value"
		args = append([]any{db.engine.intList(distinct(q.IDs))}, args...)
		expr = "i.place"
	case q.Order == "include_slugs" && len(q.Slugs) > 0:
		place, slugs := placeIn("u.slug", q.Slugs)
		return from, " ORDER BY " + place, append(args, slugs...)
	case q.Order == "include":
		expr = "u.login_fold"
	case q.Order == "include_slugs":
		return from, " ORDER BY u.id", args
	case expr == "":
		expr = "u.name_key"
	}
	orderBy = " ORDER BY " + expr + direction(q.Desc)
	if expr != "u.id" {
		orderBy += ", u.id" + direction(q.Desc)
	}
	return from, orderBy, args
}
