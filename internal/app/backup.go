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

	"quoin/internal/app/config"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/platform/blob"
	bloball "quoin/internal/platform/blob/all"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
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
	s := backup.Site{DB: a.DB, Media: a.Media.Blobs, Folder: a.Data, Parts: config.BackedUpParts()}
	var err error
	if s.Place, err = openPlace(ctx, o.Place); err != nil {
		return BackupMade{}, err
	}
	end, err := usePlace(o.Place)
	if err != nil {
		return BackupMade{}, err
	}
	m, missing, err := backup.WriteFile(ctx, path, o.Overwrite, s, o.Program, a.Clock(), progress)
	if err == nil {
		err = claimMedia(ctx, path, o.Place, s.Place, m)
	}
	if err = errors.Join(err, end()); err != nil {
		return BackupMade{}, fmt.Errorf("backup %s: %w", path, err)
	}
	if err := a.noteBackup(ctx, path); err != nil && !errors.Is(err, fault.ErrReadOnly) {
		return BackupMade{}, err // a site that takes no writes can be backed up all the same
	}
	return BackupMade{m, missing}, nil
}

// errPruning refuses a backup while media are removed that it could need.
var errPruning = errors.New("media that no backup has are being removed there at the moment: try again in a minute")

// usePlace keeps the media of a place from being removed until the end.
func usePlace(place string) (end func() error, err error) {
	dir, ok := strings.CutPrefix(place, "file://")
	if !ok {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return nil, err
	}
	end, free, err := backup.LockPlace(dir, false)
	if err == nil && !free {
		err = errPruning
	}
	return end, err
}

// claimMedia notes in a place that a backup has its media which nobody would find beside it.
func claimMedia(ctx context.Context, path, place string, media blob.Store, m *backup.Manifest) error {
	dir, ok := strings.CutPrefix(place, "file://")
	if !ok || media == nil {
		return nil
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if in, err := filepath.Rel(filepath.Dir(filepath.FromSlash(dir)), path); err == nil && filepath.IsLocal(in) {
		return nil
	}
	return backup.Claim(ctx, media, path, m)
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
	list := c.Known()
	made, err := openReadable(path, list)
	if err != nil {
		return nil, fmt.Errorf("restore %s: %w", path, err)
	}
	defer made.Close()
	s := backup.Site{Folder: c.Data, Parts: config.BackedUpParts()}
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

// openReadable opens a backup that this program can restore.
func openReadable(path string, list []ext.Extension) (*backup.Archive, error) {
	made, err := backup.Open(path)
	if err != nil {
		return nil, err
	}
	if err := readable(made.Manifest, list); err != nil {
		return nil, errors.Join(err, made.Close())
	}
	return made, nil
}

// openTried opens a backup and the place of its media, which is beside it unless another
// is named.
func openTried(ctx context.Context, path, place string, more []ext.Extension) (made *backup.Archive, media blob.Store, err error) {
	if made, err = openReadable(path, append(all.List(), more...)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	} else if err != nil {
		return nil, nil, badUnless(ctx, err)
	}
	if made.Apart && place == "" {
		beside, err := filepath.Abs(filepath.Join(filepath.Dir(path), nightlyMedia))
		if err == nil {
			_, err = os.Stat(beside)
		}
		if err != nil {
			return nil, nil, errors.Join(backup.ErrNoPlace, made.Close())
		}
		place = "file://" + filepath.ToSlash(beside)
	}
	if media, err = openPlace(ctx, place); err != nil {
		return nil, nil, errors.Join(err, made.Close())
	}
	return made, media, nil
}

// readable refuses a backup whose tables are newer than those of this program: they
// could have the same columns and mean something else.
func readable(m *backup.Manifest, list []ext.Extension) error {
	if m.Schema == nil {
		return nil // of format 1, which is compared column by column
	}
	known, err := store.KnownSchema(config.MigrationsOf(list))
	if err != nil {
		return err
	}
	if why := m.Schema.Beyond(known); why != "" {
		return fmt.Errorf("the backup is of a newer program: %s; run the version that made it (%s), or a newer one", why, m.Program)
	}
	return nil
}

func restoreTo(ctx context.Context, c Config, made *backup.Archive, s backup.Site, list []ext.Extension, progress func(backup.Progress)) (err error) {
	if _, err := c.OpenFolder(); err != nil {
		return err
	}
	if s.DB, err = store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, Log: c.Log}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	if err := migrateAll(ctx, s.DB, list); err != nil {
		return err
	}
	if s.Media == nil {
		if s.Media, err = bloball.Open(ctx, c.MediaURL, filepath.Join(c.Data, "uploads")); err != nil {
			return fmt.Errorf("uploads: %w", err)
		}
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

// nightly makes a backup in the folder that was given, tries it, and deletes those beyond
// the number to keep.
func (a *App) nightly(ctx context.Context, _ job.Job) error {
	if a.BackupTo == "" {
		return nil
	}
	next := a.nextNight(ctx)
	if err := a.BackupNow(ctx, a.BackupVerify); err != nil {
		if ctx.Err() != nil {
			return err
		}
		a.Log.ErrorContext(ctx, "the nightly backup failed", "error", err)
		if !errors.Is(err, ErrBadBackup) { // which takes long, and would be bad again
			next = a.Clock().Add(backupAgain)
		}
	}
	return a.DB.Enqueue(ctx, jobBackup, periodicKey, nil, next)
}

// BackupNow makes a backup in the folder of the nightly ones, which it makes where it
// isn't there, and deletes those beyond the number to keep, with the media that none has
// any more. With try it is restored first: while a new one is bad no old one goes. While one
// is made there is no second.
func (a *App) BackupNow(ctx context.Context, try bool) error {
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
	if try {
		tried, err := TryBackup(ctx, path, BackupTrial{Place: o.Place, More: a.More})
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		a.Log.Info("restored the backup for a trial", "file", path, "pages", tried.Pages, "dead_links", len(tried.Dead))
		if err := a.noteTrial(ctx, path); err != nil {
			return err
		}
	}
	return errors.Join(a.dropOldBackups(folder, path), a.pruneMedia(ctx, folder, o.Place))
}

// pruneMedia removes the media that no backup in a folder has any more, unless a backup is
// being made.
func (a *App) pruneMedia(ctx context.Context, folder, place string) error {
	end, free, err := backup.LockPlace(strings.TrimPrefix(place, "file://"), true)
	if err != nil || !free {
		return err
	}
	media, err := openPlace(ctx, place)
	if err != nil {
		return errors.Join(err, end())
	}
	done, err := backup.Prune(ctx, folder, media, a.Clock())
	if err = errors.Join(err, end()); err != nil {
		return fmt.Errorf("remove media that no backup has: %w", err)
	}
	if done.Files > 0 {
		a.Log.Info("removed media that no backup has any more", "files", done.Files, "bytes", done.Bytes)
	}
	return nil
}

// dropOldBackups keeps the newest backups, made among them. Those that a clock has dated
// which was ahead count as older than all others.
func (a *App) dropOldBackups(folder, made string) error {
	list, err := filepath.Glob(filepath.Join(folder, "quoin-*.zip"))
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(path string) bool {
		_, err := time.Parse(nightlyName, filepath.Base(path))
		return err != nil
	})
	slices.SortFunc(list, func(x, y string) int {
		if ahead := x > made; ahead != (y > made) {
			return map[bool]int{true: 1, false: -1}[ahead]
		}
		return strings.Compare(y, x)
	})
	var errs []error
	for _, old := range list[min(len(list), max(1, a.BackupKeep)):] {
		errs = append(errs, os.Remove(old))
	}
	return errors.Join(errs...)
}
