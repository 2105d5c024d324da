package dump

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/storage/store/sqldb"
)

// ErrRestoring says that a restore was begun on a database and didn't end.
var ErrRestoring = errors.New("a restore was begun here and isn't finished")

// restoreMark is the secret that tells of a restore under way. The rows of the
// backup take its place when they come, in the same transaction.
const restoreMark = "restore under way"

// damagedMark takes its place when the backup turned out to be damaged.
const damagedMark = "restore of a damaged backup"

// BeginRestore notes that a backup is being brought to an empty database by a command, or
// from a file for quoin restore. It is ErrNotEmpty for one that has a site.
func (db *Store) BeginRestore(ctx context.Context, name string) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		if err := db.Use(ctx, func(ex sqldb.Executor) error { return checkEmpty(ctx, ex) }); err != nil {
			return err
		}
		return db.markRestore(ctx, restoreMark, name)
	})
}

// RestoreDamaged notes that the backup of a restore which was begun is damaged, so that
// nobody is asked to try it again.
func (db *Store) RestoreDamaged(ctx context.Context, name string) error {
	return db.InTx(ctx, func(ctx context.Context) error { return db.markRestore(ctx, damagedMark, name) })
}

func (db *Store) markRestore(ctx context.Context, mark, name string) error {
	if _, err := db.Exec(ctx, "DELETE FROM secret WHERE name IN (?, ?)", restoreMark, damagedMark); err != nil {
		return err
	}
	_, err := db.Exec(ctx, "INSERT INTO secret (name, value) VALUES (?, ?)", mark, name)
	return err
}

// RestoreUnfinished is ErrRestoring for a database whose restore isn't finished.
func (db *Store) RestoreUnfinished(ctx context.Context) error {
	var mark, name string
	ok, err := db.One(ctx, "SELECT name, value FROM secret WHERE name IN (?, ?)", []any{restoreMark, damagedMark}, &mark, &name)
	if err != nil || !ok {
		return err
	}
	if mark == damagedMark {
		return fmt.Errorf("%w: %s is damaged; restore another backup, or delete the database", ErrRestoring, name)
	}
	if !strings.HasPrefix(name, "quoin ") {
		name = "quoin restore " + name
	}
	return fmt.Errorf("%w: run %s again, or delete the database", ErrRestoring, name)
}
