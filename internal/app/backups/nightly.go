package backups

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/transfer/backup"
)

// Job is the kind of job that makes the backup of a night.
const Job = "backup"

// JobKey makes it the only one of its kind.
const JobKey = "next"

// Names of the backups that the server makes by itself, and of the folder
// beside them that has the uploaded files of all.
const (
	NameForm    = "quoin-20060102-150405.zip"
	mediaFolder = "media"
)

// again is how soon a backup that failed is tried again.
const again = time.Hour

// ErrBusy refuses what somebody else does already.
var ErrBusy = fault.New(409, "busy", "This is being done already. Wait a moment.")

// NextNight is the next time for a backup: half past three in the zone of the
// site.
func (b *Backups) NextNight(ctx context.Context) time.Time {
	now := b.Site.Now(ctx)
	at := time.Date(now.Year(), now.Month(), now.Day(), 3, 30, 0, 0, now.Location())
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// Nightly makes a backup in the folder that was given, tries it, and deletes those beyond
// the number to keep.
func (b *Backups) Nightly(ctx context.Context, _ job.Job) error {
	if b.BackupTo == "" {
		return nil
	}
	next := b.NextNight(ctx)
	if err := b.Now(ctx, b.BackupVerify); err != nil {
		if ctx.Err() != nil {
			return err
		}
		b.Log.ErrorContext(ctx, "the nightly backup failed", "error", err)
		if !errors.Is(err, ErrBad) { // which takes long, and would be bad again
			next = b.Clock().Add(again)
		}
	}
	return b.DB.Enqueue(ctx, Job, JobKey, nil, next)
}

// Now makes a backup in the folder of the nightly ones, which it makes where it
// isn't there, and deletes those beyond the number to keep, with the media that none has
// any more. With try it is restored first: while a new one is bad no old one goes. While one
// is made there is no second.
func (b *Backups) Now(ctx context.Context, try bool) error {
	if !b.making.TryLock() {
		return ErrBusy
	}
	defer b.making.Unlock()
	folder, err := filepath.Abs(b.BackupTo)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(folder, b.Clock().UTC().Format(NameForm))
	// Two in one second are the same night's.
	o := Options{Place: "file://" + filepath.Join(folder, mediaFolder), Overwrite: true, Program: b.Version}
	made, err := b.Make(ctx, path, o, func(backup.Progress) {})
	if err != nil {
		return err
	}
	b.Log.Info("made a backup", "file", path, "rows", made.Rows(), "files", len(made.Media))
	if try {
		if err := b.Try(ctx, path, o.Place); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := b.note(ctx, LastTrial, path); err != nil {
			return err
		}
	}
	return errors.Join(backup.KeepNewest(folder, path, b.BackupKeep, madeAt), b.pruneMedia(ctx, folder, o.Place))
}

// pruneMedia removes the media that no backup in a folder has any more, unless a backup is
// being made.
func (b *Backups) pruneMedia(ctx context.Context, folder, place string) error {
	end, free, err := backup.LockPlace(strings.TrimPrefix(place, "file://"), true)
	if err != nil || !free {
		return err
	}
	media, err := openPlace(ctx, place)
	if err != nil {
		return errors.Join(err, end())
	}
	done, err := backup.Prune(ctx, folder, media, b.Clock())
	if err = errors.Join(err, end()); err != nil {
		return fmt.Errorf("remove media that no backup has: %w", err)
	}
	if done.Files > 0 {
		b.Log.Info("removed media that no backup has any more", "files", done.Files, "bytes", done.Bytes)
	}
	return nil
}

// madeAt tells from the name of a file when it was made as a backup.
func madeAt(name string) (time.Time, bool) {
	at, err := time.Parse(NameForm, name)
	return at, err == nil
}
