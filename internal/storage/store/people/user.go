package people

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/address"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/meta"
	"quoin/internal/storage/store/sqldb"
)

var userRow = rowmap.Of(
	rowmap.Key("id", func(u *user.User) any { return &u.ID }),
	rowmap.Field("login", func(u *user.User) any { return &u.Login }),
	rowmap.Derived("login_fold", func(u *user.User) any { return sqldb.FoldColumn(sqldb.Clean(u.Login)) }),
	rowmap.Field("password_hash", func(u *user.User) any { return &u.PasswordHash }),
	rowmap.Field("slug", func(u *user.User) any { return &u.Slug }),
	rowmap.Field("email", func(u *user.User) any { return &u.Email }),
	rowmap.Derived("email_fold", func(u *user.User) any { return sqldb.FoldColumn(sqldb.Clean(u.Email)) }),
	rowmap.Field("url", func(u *user.User) any { return &u.URL }),
	rowmap.Field("name", func(u *user.User) any { return &u.Name }),
	rowmap.Derived("name_key", func(u *user.User) any { return sqldb.SortKey(u.Name) }),
	rowmap.Derived("name_fold", func(u *user.User) any { return sqldb.FoldColumn(sqldb.Clean(u.Name)) }),
	rowmap.Field("registered", func(u *user.User) any { return &u.Registered }),
	rowmap.JSON("roles", func(u *user.User) any { return &u.Roles }),
	rowmap.JSON("rights", func(u *user.User) any { return &u.Rights }),
)

// userColumns are what scanUser reads, from a table or alias u.
var userColumns = userRow.Read("u")

func scanUser(own *address.Codec, scan func(...any) error) (*user.User, error) {
	u, err := userRow.Scan(scan)
	u.URL = own.Decode(u.URL)
	if len(u.Roles) == 0 {
		u.Roles = nil
	}
	if len(u.Rights) == 0 {
		u.Rights = nil
	}
	return u, err
}

func userArgs(own *address.Codec, u *user.User) []any {
	stored := *u
	stored.URL = own.Encode(u.URL)
	if stored.Rights == nil {
		stored.Rights = access.Own{}
	}
	return userRow.Values(&stored)
}

type userKey struct{ id int64 }

var userKind = sqldb.Kind[user.User]{
	Name: "user", Column: "u.id", ID: func(u *user.User) int64 { return u.ID },
	Key: func(id int64) any { return userKey{id} }, Tag: cache.User,
	Size: func(u *user.User) int { return 512 + meta.MetaSize(u.Meta) },
}

// UserByID implements user.Store.
func (db *Store) UserByID(ctx context.Context, id int64) (*user.User, error) {
	return userKind.One(ctx, db.DB, db.UsersByID, id, "user", user.ErrNotFound)
}

// UsersByID implements user.Store.
func (db *Store) UsersByID(ctx context.Context, ids []int64) (map[int64]*user.User, error) {
	t := db.userTx(ctx)
	kept, rest := t.known(ids)
	found, err := userKind.ByID(ctx, db.DB, rest, func(where string, arg any) ([]*user.User, error) {
		db.meta.Expect(ctx, meta.UserMeta, rest)
		return db.users(sqldb.Quick(ctx), "SELECT "+userColumns+" FROM account u WHERE "+where, arg)
	})
	if err != nil {
		return nil, err
	}
	t.keep(found)
	for id, u := range kept {
		scope.DependsOn(ctx, cache.User(id))
		found[id] = u
	}
	return found, nil
}

// users reads users with their meta.
func (db *Store) users(ctx context.Context, text string, args ...any) ([]*user.User, error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, err
	}
	var list []*user.User
	var ids []int64
	err = db.Each(ctx, text, args, func(scan func(...any) error) error {
		u, err := scanUser(own, scan)
		if err == nil {
			list, ids = append(list, u), append(ids, u.ID)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	meta, err := db.meta.LoadMeta(ctx, meta.UserMeta, ids)
	if err != nil {
		return nil, err
	}
	for _, u := range list {
		u.Meta = meta[u.ID]
		if u.Meta == nil {
			u.Meta = content.Meta{}
		}
	}
	return list, nil
}

// UserByLogin implements user.Store. Case and accents make no difference.
func (db *Store) UserByLogin(ctx context.Context, login string) (*user.User, error) {
	return db.userBy(ctx, "login_fold = ?", sqldb.FoldColumn(sqldb.Clean(login)))
}

// UserByEmail implements user.Store. Case and accents make no difference.
func (db *Store) UserByEmail(ctx context.Context, email string) (*user.User, error) {
	if email == "" {
		return nil, fmt.Errorf("user without e-mail: %w", user.ErrNotFound)
	}
	// The index has no accounts without address, which the statement must say to use it.
	return db.userBy(ctx, "email_fold = ? AND email_fold <> ''", sqldb.FoldColumn(sqldb.Clean(email)))
}

// UserBySlug implements user.Store.
func (db *Store) UserBySlug(ctx context.Context, slug string) (*user.User, error) {
	return db.userBy(ctx, "slug = ?", slug)
}

func (db *Store) userBy(ctx context.Context, which, value string) (*user.User, error) {
	scope.DependsOn(ctx, cache.AllUsers())
	var id int64
	ok, err := db.One(ctx, "SELECT id FROM account WHERE "+which+" ORDER BY id LIMIT 1", []any{value}, &id)
	if err != nil {
		return nil, fmt.Errorf("user where %s (%q): %w", which, value, err)
	}
	if !ok {
		return nil, fmt.Errorf("user where %s (%q): %w", which, value, user.ErrNotFound)
	}
	return db.UserByID(ctx, id)
}

// Authors implements user.Store.
func (db *Store) Authors(ctx context.Context, ids []int64, types []string, status content.Status) (map[int64]bool, error) {
	for _, typ := range types {
		scope.DependsOn(ctx, cache.Entries(typ))
	}
	having, err := db.entries.AuthorTypes(ctx, ids, status)
	if err != nil {
		return nil, fmt.Errorf("entries of users: %w", err)
	}
	found := map[int64]bool{}
	for id, list := range having {
		if slices.ContainsFunc(types, func(typ string) bool { return slices.Contains(list, typ) }) {
			found[id] = true
		}
	}
	return found, nil
}

func (db *Store) userChanged(ctx context.Context, id int64) {
	db.Changed(ctx, cache.User(id))
}

// InsertUser implements user.Store.
func (db *Store) InsertUser(ctx context.Context, u *user.User) error {
	return db.Write(ctx, func(ctx context.Context) error {
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		id, err := db.Insert(ctx, "account", userRow.Written(), u.ID, userArgs(own, u)...)
		if err != nil {
			return fmt.Errorf("insert user %q: %w", u.Login, db.Taken(err, user.ErrTaken))
		}
		u.ID = id
		db.userChanged(ctx, id)
		return db.meta.AddMeta(ctx, meta.UserMeta, id, u.Meta)
	})
}

// UpdateUser implements user.Store.
func (db *Store) UpdateUser(ctx context.Context, u *user.User) error {
	return db.Write(ctx, func(ctx context.Context) error {
		own, err := db.options.Address(ctx)
		if err != nil {
			return err
		}
		n, err := db.Exec(ctx, userRow.Update("account")+" WHERE id = ?", append(userArgs(own, u), u.ID)...)
		if err != nil {
			return fmt.Errorf("update user %d: %w", u.ID, db.Taken(err, user.ErrTaken))
		}
		if n == 0 {
			return fmt.Errorf("user %d: %w", u.ID, user.ErrNotFound)
		}
		db.userChanged(ctx, u.ID)
		return nil
	})
}

// DeleteUser implements user.Store. Meta and application passwords go too.
func (db *Store) DeleteUser(ctx context.Context, id int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "DELETE FROM account WHERE id = ?", id)
		if err != nil {
			return fmt.Errorf("delete user %d: %w", id, err)
		}
		if n == 0 {
			return fmt.Errorf("user %d: %w", id, user.ErrNotFound)
		}
		db.userChanged(ctx, id)
		return nil
	})
}

// SetUserMeta implements user.Store.
func (db *Store) SetUserMeta(ctx context.Context, id int64, key string, values ...any) error {
	return db.Write(ctx, func(ctx context.Context) error {
		var one int
		ok, err := db.One(ctx, "SELECT 1 FROM account WHERE id = ?"+db.Engine.ForUpdate(), []any{id}, &one)
		if err != nil {
			return fmt.Errorf("read user %d: %w", id, err)
		}
		if !ok {
			return fmt.Errorf("user %d: %w", id, user.ErrNotFound)
		}
		db.userChanged(ctx, id)
		return db.meta.SetMeta(ctx, meta.UserMeta, id, key, values)
	})
}
