package store

import (
	"context"
	"errors"
	"fmt"
)

// ErrRestoring says that a restore was begun on a database and didn't end.
var ErrRestoring = errors.New("a restore was begun here and isn't finished")

// restoreMark is the secret that tells of a restore under way. The rows of the
// backup take its place when they come, in the same transaction.
const restoreMark = "restore under way"

// BeginRestore notes that a backup is being brought to an empty database. It is
// ErrNotEmpty for one that has a site.
func (db *DB) BeginRestore(ctx context.Context, name string) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		if err := db.use(ctx, func(ex executor) error { return checkEmpty(ctx, ex) }); err != nil {
			return err
		}
		_, err := db.exec(ctx, "INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", restoreMark, name)
		return err
	})
}

// RestoreUnfinished is ErrRestoring for a database whose restore isn't finished.
func (db *DB) RestoreUnfinished(ctx context.Context) error {
	var name string
	ok, err := db.one(ctx, "SELECT value FROM secret WHERE name = ?", []any{restoreMark}, &name)
	if err != nil || !ok {
		return err
	}
	return fmt.Errorf("%w: run quoin restore %s again, or delete the database", ErrRestoring, name)
}
