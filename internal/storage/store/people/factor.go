package people

import (
	"context"
	"fmt"

	"quoin/internal/domain/user"
)

func (db *Store) factors(ctx context.Context, where string, args ...any) ([]*user.Factor, error) {
	var list []*user.Factor
	err := db.Each(ctx, "SELECT id, account_id, kind, name, COALESCE(lookup, ''), data, counter, created, used FROM account_factor WHERE "+where, args,
		func(scan func(...any) error) error {
			f := new(user.Factor)
			list = append(list, f)
			return scan(&f.ID, &f.User, &f.Kind, &f.Name, &f.Lookup, &f.Data, &f.Counter, &f.Created, &f.Used)
		})
	if err != nil {
		return nil, fmt.Errorf("read factors: %w", err)
	}
	return list, nil
}

// Factors implements user.FactorStore.
func (db *Store) Factors(ctx context.Context, account int64) ([]*user.Factor, error) {
	return db.factors(ctx, "account_id = ? ORDER BY id", account)
}

// FactorByLookup implements user.FactorStore.
func (db *Store) FactorByLookup(ctx context.Context, lookup string) (*user.Factor, error) {
	list, err := db.factors(ctx, "lookup = ?", lookup)
	if err == nil && len(list) == 0 {
		err = user.ErrNoFactor
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// InsertFactor implements user.FactorStore.
func (db *Store) InsertFactor(ctx context.Context, f *user.Factor) error {
	return db.Write(ctx, func(ctx context.Context) error {
		var lookup any // NULLs are never the same
		if f.Lookup != "" {
			lookup = f.Lookup
		}
		id, err := db.Insert(ctx, "account_factor", "account_id, kind, name, lookup, data, counter, created, used", 0,
			f.User, f.Kind, f.Name, lookup, f.Data, f.Counter, f.Created, f.Used)
		if err != nil {
			return fmt.Errorf("store %s of user %d: %w", f.Kind, f.User, err)
		}
		f.ID = id
		return nil
	})
}

// UseFactor implements user.FactorStore.
func (db *Store) UseFactor(ctx context.Context, id, counter int64, data, now string) (used bool, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "UPDATE account_factor SET counter = ?, data = ?, used = ? WHERE id = ? AND counter < ?", counter, data, now, id, counter)
		used = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("note use of factor %d: %w", id, err)
	}
	return used, nil
}

// DeleteFactor implements user.FactorStore.
func (db *Store) DeleteFactor(ctx context.Context, account, id int64) (was bool, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		n, err := db.Exec(ctx, "DELETE FROM account_factor WHERE account_id = ? AND id = ?", account, id)
		was = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("remove factor %d: %w", id, err)
	}
	return was, nil
}

// DeleteFactors implements user.FactorStore.
func (db *Store) DeleteFactors(ctx context.Context, account int64, kinds ...string) error {
	text, args := "DELETE FROM account_factor WHERE account_id = ?", []any{account}
	if len(kinds) > 0 {
		text, args = text+" AND "+db.Engine.TextsIn("kind"), append(args, db.Engine.TextList(kinds))
	}
	return db.ChangeLogin(ctx, "remove factors", text, args...)
}
