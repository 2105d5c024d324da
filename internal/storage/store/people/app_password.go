package people

import (
	"context"
	"fmt"
	"strconv"

	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

var appPasswordRow = rowmap.Of(
	rowmap.Field("uuid", func(p *user.AppPassword) any { return &p.UUID }),
	rowmap.Field("account_id", func(p *user.AppPassword) any { return &p.User }),
	rowmap.Field("app_id", func(p *user.AppPassword) any { return &p.AppID }),
	rowmap.Field("name", func(p *user.AppPassword) any { return &p.Name }),
	rowmap.Field("hash", func(p *user.AppPassword) any { return &p.Hash }),
	rowmap.Field("created", func(p *user.AppPassword) any { return &p.Created }),
	rowmap.Field("last_used", func(p *user.AppPassword) any { return &p.LastUsed }),
	rowmap.Field("last_ip", func(p *user.AppPassword) any { return &p.LastIP }),
	rowmap.Field("scope", func(p *user.AppPassword) any { return &p.Scope }),
	rowmap.Field("expires", func(p *user.AppPassword) any { return &p.Expires }),
)

// appPasswordChange are the columns that an update changes.
var appPasswordChange = appPasswordRow.Without("uuid", "account_id")

// AppPasswords implements user.Store.
func (db *Store) AppPasswords(ctx context.Context, id int64) ([]*user.AppPassword, error) {
	scope.DependsOn(ctx, cache.User(id))
	list := []*user.AppPassword{}
	err := db.Each(ctx, "SELECT "+appPasswordRow.Read("")+" FROM app_password WHERE account_id = ? ORDER BY id", []any{id}, func(scan func(...any) error) error {
		p, err := appPasswordRow.Scan(scan)
		list = append(list, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("application passwords of user %d: %w", id, err)
	}
	return list, nil
}

// AppPasswordsByHash implements user.Store.
func (db *Store) AppPasswordsByHash(ctx context.Context, hash, old, login string) ([]*user.AppPassword, error) {
	fold := sqldb.FoldColumn(sqldb.Clean(login))
	list := []*user.AppPassword{}
	err := db.Each(ctx, "SELECT "+appPasswordRow.Read("")+" FROM app_password WHERE hash = ? OR substr(hash, 1, "+strconv.Itoa(len(old))+") = ?"+
		" AND account_id IN (SELECT id FROM account WHERE login_fold = ? UNION SELECT id FROM account WHERE email_fold = ? AND email_fold <> '')",
		[]any{hash, old, fold, fold}, func(scan func(...any) error) error {
			p, err := appPasswordRow.Scan(scan)
			list = append(list, p)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("application passwords by hash: %w", err)
	}
	return list, nil
}

// MostAppPasswords implements user.Store.
func (db *Store) MostAppPasswords(ctx context.Context, begins, without string) ([]*user.AppPassword, error) {
	n := strconv.Itoa(len(begins))
	which := "substr(hash, 1, " + n + ") = ? AND substr(hash, " + n + " + 1, " + strconv.Itoa(len(without)) + ") <> ?"
	list := []*user.AppPassword{}
	err := db.Each(ctx, "SELECT "+appPasswordRow.Read("")+" FROM app_password WHERE "+which+
		" AND account_id = (SELECT account_id FROM app_password WHERE "+which+" GROUP BY account_id ORDER BY COUNT(*) DESC, account_id LIMIT 1) ORDER BY uuid",
		[]any{begins, without, begins, without}, func(scan func(...any) error) error {
			p, err := appPasswordRow.Scan(scan)
			list = append(list, p)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("account with the most application passwords: %w", err)
	}
	return list, nil
}

// appPasswordKey is where an application password is remembered.
type appPasswordKey struct {
	user int64
	uuid string
}

// AppPassword implements user.Store.
func (db *Store) AppPassword(ctx context.Context, id int64, uuid string) (*user.AppPassword, error) {
	scope.DependsOn(ctx, cache.User(id))
	size := func(*user.AppPassword) int { return 512 }
	return sqldb.Remembered(ctx, db.DB, appPasswordKey{id, uuid}, size, func() (p *user.AppPassword, err error) {
		err = db.Each(sqldb.Quick(ctx), "SELECT "+appPasswordRow.Read("")+" FROM app_password WHERE account_id = ? AND uuid = ?", []any{id, uuid}, func(scan func(...any) error) error {
			var err error
			p, err = appPasswordRow.Scan(scan)
			return err
		})
		if err == nil && p == nil {
			err = user.ErrNoPassword
		}
		if err != nil {
			return nil, fmt.Errorf("application password %q of user %d: %w", uuid, id, err)
		}
		return p, nil
	}, cache.User(id))
}

// InsertAppPassword implements user.Store.
func (db *Store) InsertAppPassword(ctx context.Context, p *user.AppPassword) error {
	return db.Write(ctx, func(ctx context.Context) error {
		_, err := db.Exec(ctx, appPasswordRow.Insert("app_password"), appPasswordRow.Values(p)...)
		if err != nil {
			return fmt.Errorf("insert application password of user %d: %w", p.User, err)
		}
		db.Changed(ctx, cache.User(p.User))
		return nil
	})
}

// UpdateAppPassword implements user.Store.
func (db *Store) UpdateAppPassword(ctx context.Context, p *user.AppPassword) error {
	return db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, appPasswordChange.Update("app_password")+" WHERE account_id = ? AND uuid = ?",
			append(appPasswordChange.Values(p), p.User, p.UUID)...)
		if err != nil {
			return fmt.Errorf("update application password %q of user %d: %w", p.UUID, p.User, err)
		}
		if n == 0 {
			return fmt.Errorf("application password %q of user %d: %w", p.UUID, p.User, user.ErrNoPassword)
		}
		db.Changed(ctx, cache.User(p.User))
		return nil
	})
}

// DeleteAppPasswords implements user.Store.
func (db *Store) DeleteAppPasswords(ctx context.Context, id int64, uuid string) (int, error) {
	var n int64
	err := db.Write(ctx, func(ctx context.Context) error {
		text, args := "DELETE FROM app_password WHERE account_id = ?", []any{id}
		if uuid != "" {
			text, args = text+" AND uuid = ?", append(args, uuid)
		}
		var err error
		if n, err = db.Exec(ctx, text, args...); err != nil {
			return fmt.Errorf("delete application passwords of user %d: %w", id, err)
		}
		if n > 0 {
			db.Changed(ctx, cache.User(id))
		}
		return nil
	})
	return int(n), err
}
