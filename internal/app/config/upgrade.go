package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

// NoUpgradeBackup stands for a folder of copies before upgrades that isn't
// wanted.
const NoUpgradeBackup = "off"

// beforeUpgrade is the folder of copies that were made before upgrades, and
// upgradesKept how many stay.
const (
	beforeUpgrade = "before-upgrade"
	upgradesKept  = 3
)

// KeepBeforeUpgrade makes a copy of a database whose tables are about to be
// changed: of SQLite's file, or of a PostgreSQL database in the form of backups.
// Of several upgrades in one start, of the core and of extensions, the first
// makes it.
func (c *Config) KeepBeforeUpgrade() func(context.Context, *store.DB, string, int) error {
	if c.UpgradeBackup == NoUpgradeBackup {
		return nil
	}
	made := false
	return func(ctx context.Context, db *store.DB, extension string, from int) error {
		if made {
			return nil
		}
		folder := c.UpgradeBackup
		if folder == "" {
			folder = filepath.Join(c.Data, beforeUpgrade)
		}
		of := fmt.Sprint("v", from)
		if extension != "" {
			of = fmt.Sprint(extension, "-v", from)
		}
		path := filepath.Join(folder, "quoin-"+c.Clock().UTC().Format("20060102-150405")+"-"+of)
		err := os.MkdirAll(folder, 0o700)
		if err == nil {
			path, err = copyDatabase(ctx, db, *c, path)
		}
		if err != nil {
			return fmt.Errorf("a copy of the database before the upgrade can't be made: %w"+
				" (QUOIN_UPGRADE_BACKUP names another folder for it; %q makes none)", err, NoUpgradeBackup)
		}
		made = true
		c.Log.Info("made a copy of the database before its upgrade", "file", path)
		return dropOldCopies(folder)
	}
}

// copyDatabase makes the copy, which stands under its name once it is whole.
func copyDatabase(ctx context.Context, db *store.DB, c Config, path string) (string, error) {
	part := path + ".db.part"
	// The copy goes into a file that is there, for its owner alone.
	f, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) // #nosec G304 -- in the operator's data folder
	if err != nil {
		return "", err
	}
	done, err := db.CopyFile(ctx, part)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil && done {
		return path + ".db", os.Rename(part, path+".db")
	}
	if err = errors.Join(err, os.Remove(part)); err != nil {
		return "", err
	}
	path += ".zip"
	_, _, err = backup.WriteFile(ctx, path, true, backup.Site{DB: db}, c.Version, c.Clock(), func(backup.Progress) {})
	return path, err
}

func dropOldCopies(folder string) error {
	list, err := filepath.Glob(filepath.Join(folder, "quoin-*"))
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(path string) bool {
		stamp, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "quoin-"), "-v")
		_, err := time.Parse("20060102-150405", stamp[:min(len(stamp), 15)])
		return err != nil
	})
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(b, a) })
	var errs []error
	for _, old := range list[min(len(list), upgradesKept):] {
		errs = append(errs, os.Remove(old))
	}
	return errors.Join(errs...)
}
