package people

import (
	"context"
	"fmt"

	"quoin/internal/domain/user"
)

// Try implements user.TryStore. The count is raised and held against its bound
// by one statement, so that of any number at once no more than that get through.
func (db *Store) Try(ctx context.Context, t user.Tries, now string) (ok bool, err error) {
	err = db.Write(ctx, func(ctx context.Context) error {
		if err := db.Queue(ctx, "DELETE FROM account_try WHERE expires <= ?", now); err != nil {
			return err
		}
		n, err := db.Exec(ctx, "INSERT INTO account_try (subject, account_id, tries, expires) VALUES (?, ?, 1, ?)"+
			" ON CONFLICT (subject) DO UPDATE SET tries = account_try.tries + 1 WHERE account_try.tries < ?", t.Subject, t.User, t.Until, t.Most)
		ok = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("count a try of user %d: %w", t.User, err)
	}
	return ok, nil
}

// GiveBack implements user.TryStore.
func (db *Store) GiveBack(ctx context.Context, subject string, all bool) error {
	if all {
		return db.ChangeLogin(ctx, "give tries back", "DELETE FROM account_try WHERE subject = ?", subject)
	}
	return db.ChangeLogin(ctx, "give a try back", "UPDATE account_try SET tries = tries - 1 WHERE subject = ? AND tries > 0", subject)
}

// ForgetTries implements user.TryStore.
func (db *Store) ForgetTries(ctx context.Context, account int64) error {
	return db.ChangeLogin(ctx, "forget tries", "DELETE FROM account_try WHERE account_id = ?", account)
}
