package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"quoin/internal/backup"
	"quoin/internal/blob"
	bloball "quoin/internal/blob/all"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/job"
	"quoin/internal/store"
)

// BackupMade tells what a backup has.
type BackupMade struct {
	*backup.Manifest
	// Missing are uploaded files that were deleted while the backup was made.
	Missing []string
}

// BackupOptions say how a backup is made.
type BackupOptions struct {
	// Place is the address of a blob store that takes the uploaded files; "" puts them
	// into the file.
	Place string
	// Overwrite lets it take the place of a file; without, that is fs.ErrExist.
	Overwrite bool
	Program   string // version, noted in the backup
}

// Backup writes the whole site into a file while it is served.
func (a *App) Backup(ctx context.Context, path string, o BackupOptions, progress func(backup.Progress)) (BackupMade, error) {
	s := backup.Site{DB: a.DB, Media: a.Media.Blobs, Folder: a.Data, Parts: backedUpParts()}
	var err error
	if s.Place, err = openPlace(ctx, o.Place); err != nil {
		return BackupMade{}, err
	}
	m, missing, err := backup.WriteFile(ctx, path, o.Overwrite, s, o.Program, a.Clock(), progress)
	if err != nil {
		return BackupMade{}, fmt.Errorf("backup %s: %w", path, err)
	}
	return BackupMade{m, missing}, a.noteBackup(ctx, path)
}

func openPlace(ctx context.Context, place string) (blob.Store, error) {
	if place == "" {
		return nil, nil
	}
	b, err := bloball.Open(ctx, place, "")
	if err != nil {
		return nil, fmt.Errorf("place of the backup's media: %w", err)
	}
	return b, nil
}

// Restore brings a backup to a site that is empty: a data folder without a
// database, or an empty PostgreSQL database. What is no backup makes no site.
func Restore(ctx context.Context, c Config, path, place string, progress func(backup.Progress)) (*backup.Manifest, error) {
	made, err := backup.Open(path)
	if err != nil {
		return nil, fmt.Errorf("restore %s: %w", path, err)
	}
	defer made.Close()
	list := c.Extensions
	if list == nil {
		list = all.List()
	}
	if err := readable(made.Manifest, list); err != nil {
		return nil, fmt.Errorf("restore %s: %w", path, err)
	}
	s := backup.Site{Folder: c.Data, Parts: backedUpParts()}
	if s.Place, err = openPlace(ctx, place); err != nil {
		return nil, err
	}
	if made.Apart && s.Place == nil {
		return nil, fmt.Errorf("restore %s: %w", path, backup.ErrNoPlace)
	}
	if err := restoreTo(ctx, c, made, s, list, progress); err != nil {
		return nil, err
	}
	return made.Manifest, nil
}

// readable refuses a backup whose tables are newer than those of this program: they
// could have the same columns and mean something else.
func readable(m *backup.Manifest, list []ext.Extension) error {
	if m.Schema == nil {
		return nil // of format 1, which is compared column by column
	}
	known, err := store.KnownSchema(migrationsOf(list))
	if err != nil {
		return err
	}
	if why := m.Schema.Beyond(known); why != "" {
		return fmt.Errorf("the backup is of a newer program: %s; run the version that made it (%s), or a newer one", why, m.Program)
	}
	return nil
}

// migrationsOf are the migrations of the extensions that have tables.
func migrationsOf(list []ext.Extension) map[string]fs.FS {
	files := map[string]fs.FS{}
	for _, x := range list {
		if x.Migrations != nil {
			files[x.ID] = x.Migrations
		}
	}
	return files
}

func restoreTo(ctx context.Context, c Config, made *backup.Archive, s backup.Site, list []ext.Extension, progress func(backup.Progress)) (err error) {
	if _, err := openFolder(c); err != nil {
		return err
	}
	if s.DB, err = store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, Log: c.Log}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	if err := migrateAll(ctx, s.DB, list); err != nil {
		return err
	}
	if s.Media, err = bloball.Open(ctx, c.MediaURL, filepath.Join(c.Data, "uploads")); err != nil {
		return fmt.Errorf("uploads: %w", err)
	}
	if err := made.Restore(ctx, s, progress); err != nil {
		return fmt.Errorf("restore %s: %w", made.Name, err)
	}
	return nil
}

func migrateAll(ctx context.Context, db *store.DB, list []ext.Extension) error {
	for _, x := range list {
		if x.Migrations == nil {
			continue
		}
		if err := db.Migrate(ctx, x.ID, x.Migrations); err != nil {
			return fmt.Errorf("tables of the extension %s: %w", x.ID, err)
		}
	}
	return nil
}

// jobBackup makes the backup of a night.
const jobBackup = "backup"

// Names of the backups that the server makes by itself, and of the folder
// beside them that has the uploaded files of all.
const (
	nightlyName  = "quoin-20060102-150405.zip"
	nightlyMedia = "media"
)

// backupAgain is how soon a backup that failed is tried again.
const backupAgain = time.Hour

// nextNight is the next time for a backup: half past three in the zone of the
// site.
func (a *App) nextNight(ctx context.Context) time.Time {
	now := a.Env.Site.Now(ctx)
	at := time.Date(now.Year(), now.Month(), now.Day(), 3, 30, 0, 0, now.Location())
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// nightly makes a backup in the folder that was given, and deletes those beyond
// the number to keep.
func (a *App) nightly(ctx context.Context, _ job.Job) error {
	if a.BackupTo == "" {
		return nil
	}
	next := a.nextNight(ctx)
	if err := a.BackupNow(ctx); err != nil {
		if ctx.Err() != nil {
			return err
		}
		a.Log.ErrorContext(ctx, "the nightly backup failed", "error", err)
		next = a.Clock().Add(backupAgain)
	}
	return a.DB.Enqueue(ctx, jobBackup, periodicKey, nil, next)
}

// BackupNow makes a backup in the folder of the nightly ones, which it makes where it
// isn't there, and deletes those beyond the number to keep. While one is made there is no
// second.
func (a *App) BackupNow(ctx context.Context) error {
	if !a.backing.TryLock() {
		return errBusy
	}
	defer a.backing.Unlock()
	folder, err := filepath.Abs(a.BackupTo)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(folder, a.Clock().UTC().Format(nightlyName))
	// Two in one second are the same night's.
	o := BackupOptions{Place: "file://" + filepath.Join(folder, nightlyMedia), Overwrite: true, Program: a.Version}
	made, err := a.Backup(ctx, path, o, func(backup.Progress) {})
	if err != nil {
		return err
	}
	a.Log.Info("made a backup", "file", path, "rows", made.Rows(), "files", len(made.Media))
	return a.dropOldBackups(folder)
}

// dropOldBackups keeps the newest backups. What only older ones had of the
// uploaded files stays: telling would mean to read all that are kept.
func (a *App) dropOldBackups(folder string) error {
	list, err := filepath.Glob(filepath.Join(folder, "quoin-*.zip"))
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(path string) bool {
		_, err := time.Parse(nightlyName, filepath.Base(path))
		return err != nil
	})
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(b, a) })
	var errs []error
	for _, old := range list[min(len(list), max(1, a.BackupKeep)):] {
		errs = append(errs, os.Remove(old))
	}
	return errors.Join(errs...)
}
