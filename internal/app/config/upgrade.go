package config

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

// NoUpgradeBackup stands for a folder of copies before upgrades that isn't
// wanted.
const NoUpgradeBackup = "off"

// beforeUpgrade is the folder of copies that were made before upgrades, upgradesKept how
// many stay, and stampForm how their names begin.
const (
	beforeUpgrade = "before-upgrade"
	upgradesKept  = 3
	stampForm     = "20060102-150405"
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
		path := filepath.Join(folder, "quoin-"+c.Clock().UTC().Format(stampForm)+"-"+of)
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
		return backup.KeepNewest(folder, path, upgradesKept, copiedAt)
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

// copyName is the name of a copy: when it was made, of which extension, and the number of
// the tables that it has, unfinished ones too. A folder may hold other backups, which have
// no such number.
var copyName = regexp.MustCompile(`^quoin-(\d{8}-\d{6})-(?:.+-)?v\d+\.(?:db|zip)(?:\.part)?$`)

// copiedAt tells from the name of a file when it was made as a copy.
func copiedAt(name string) (time.Time, bool) {
	m := copyName.FindStringSubmatch(name)
	if m == nil {
		return time.Time{}, false
	}
	at, err := time.Parse(stampForm, m[1])
	return at, err == nil
}
