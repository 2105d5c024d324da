package people

import (
	"context"
	"fmt"

	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store/sqldb"
)

// ListUsers implements user.Store.
func (db *Store) ListUsers(ctx context.Context, q user.Query) (user.Page, error) {
	tags := []cache.Tag{cache.AllUsers()}
	for _, typ := range q.Published {
		tags = append(tags, cache.Entries(typ))
	}
	for _, c := range q.Conditions {
		tags = append(tags, c.Tag())
	}
	scope.DependsOn(ctx, tags...)
	if sqldb.Empty(q.IDs) || sqldb.Empty(q.Slugs) || sqldb.Empty(q.Roles) || sqldb.Empty(q.Published) {
		return user.Page{}, nil
	}
	if q.Search != "" {
		own, err := db.options.Address(ctx)
		if err != nil {
			return user.Page{}, err
		}
		q.Search = own.Encode(q.Search)
	}
	c := db.userFilter(q)
	countText, countArgs := "SELECT COUNT(*) FROM account u"+c.Where(), append([]any{}, c.Args...)
	total, err := db.Total(ctx, sqldb.QueryKey(countText, countArgs), tags, func() (int, error) {
		var n int
		_, err := db.One(ctx, countText, countArgs, &n)
		return n, err
	})
	if err != nil {
		return user.Page{}, fmt.Errorf("count users: %w", err)
	}
	from, orderBy, args := db.userOrder(q, c.Args)
	limits, limitArgs := sqldb.Window(q.Limit, q.Offset)
	list, err := db.users(ctx, "SELECT "+userColumns+" FROM "+from+c.Where()+orderBy+limits, append(args, limitArgs...)...)
	if err != nil {
		return user.Page{}, fmt.Errorf("list users: %w", err)
	}
	found := make(map[int64]*user.User, len(list))
	ids := make([]int64, len(list))
	for i, u := range list {
		ids[i], found[u.ID] = u.ID, u
	}
	userKind.Remember(ctx, db.DB, ids, found)
	return user.Page{Users: list, Total: total}, nil
}

func (db *Store) userFilter(q user.Query) sqldb.Clause {
	eng := db.Engine
	var c sqldb.Clause
	for _, added := range q.Conditions {
		test, args := sqldb.ConditionOn("u.id", added)
		c.And(test, args...)
	}
	if q.IDs != nil {
		c.And(eng.IntsIn("u.id"), eng.IntList(q.IDs))
	}
	if len(q.NotIDs) > 0 {
		c.And("NOT "+sqldb.Paren(eng.IntsIn(eng.Keep("u.id"))), eng.IntList(q.NotIDs))
	}
	if q.Slugs != nil {
		c.And(eng.TextsIn("u.slug"), eng.TextList(q.Slugs))
	}
	if q.Roles != nil {
		// What is stored quotes each role and right, so the quoted one is found whole.
		var tests []string
		var args []any
		for _, role := range q.Roles {
			quoted := string(wire.Encode(role, nil))
			tests = append(tests, eng.Contains("u.roles"), eng.Contains("u.rights"))
			args = append(args, quoted, quoted)
		}
		c.And(sqldb.AnyOf(tests), args...)
	}
	if q.Published != nil {
		c.And("u.id IN (SELECT c.author FROM entry_count c WHERE c.status = 'publish' AND c.n > 0 AND "+eng.TextsIn("c.type")+")",
			eng.TextList(q.Published))
	}
	if q.Search != "" {
		columns := map[string]string{"id": "CAST(u.id AS TEXT)", "login": "u.login_fold", "slug": "u.slug", "email": "u.email_fold", "name": "u.name_fold", "url": "LOWER(u.url)"}
		asked := q.SearchColumns
		if len(asked) == 0 {
			asked = []string{"login", "slug", "email", "name"}
		}
		var tests []string
		var args []any
		term := sqldb.FoldColumn(sqldb.Clean(q.Search))
		for _, name := range asked {
			switch column := columns[name]; {
			case column == "":
			case name == "id":
				tests, args = append(tests, column+" = ?"), append(args, term)
			default:
				tests, args = append(tests, eng.Contains(column)), append(args, term)
			}
		}
		if len(tests) == 0 {
			tests = []string{"1 = 0"}
		}
		c.And(sqldb.AnyOf(tests), args...)
	}
	return c
}

func (db *Store) userOrder(q user.Query, where []any) (from, orderBy string, args []any) {
	from = "account u"
	args = append([]any{}, where...)
	expr := map[string]string{"name": "u.name_key", "id": "u.id", "registered": "u.registered", "slug": "u.slug",
		"email": "u.email_fold", "url": "u.url"}[q.Order]
	switch {
	case q.Order == "include" && len(q.IDs) > 0:
		from = db.Engine.IntTable() + " i JOIN account u ON u.id = i.value"
		args = append([]any{db.Engine.IntList(sqldb.Distinct(q.IDs))}, args...)
		expr = "i.place"
	case q.Order == "include_slugs" && len(q.Slugs) > 0:
		place, slugs := sqldb.PlaceIn("u.slug", q.Slugs)
		return from, " ORDER BY " + place, append(args, slugs...)
	case q.Order == "include":
		expr = "u.login_fold"
	case q.Order == "include_slugs":
		return from, " ORDER BY u.id", args
	case expr == "":
		expr = "u.name_key"
	}
	orderBy = " ORDER BY " + expr + sqldb.Direction(q.Desc)
	if expr != "u.id" {
		orderBy += ", u.id" + sqldb.Direction(q.Desc)
	}
	return from, orderBy, args
}
