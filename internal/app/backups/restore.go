package backups

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"quoin/internal/app/config"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/platform/blob"
	bloball "quoin/internal/platform/blob/all"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

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
func Restore(ctx context.Context, c config.Config, path, place string, progress func(backup.Progress)) (*backup.Manifest, error) {
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
	if err := RestoreTo(ctx, c, made, s, list, progress); err != nil {
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

// OpenTried opens a backup and the place of its media, which is beside it unless another
// is named.
func OpenTried(ctx context.Context, path, place string, more []ext.Extension) (made *backup.Archive, media blob.Store, err error) {
	if made, err = openReadable(path, append(all.List(), more...)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	} else if err != nil {
		return nil, nil, BadUnless(ctx, err)
	}
	if made.Apart && place == "" {
		beside, err := filepath.Abs(filepath.Join(filepath.Dir(path), mediaFolder))
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

// RestoreTo restores an open backup.
func RestoreTo(ctx context.Context, c config.Config, made *backup.Archive, s backup.Site, list []ext.Extension, progress func(backup.Progress)) (err error) {
	if _, err := c.OpenFolder(); err != nil {
		return err
	}
	if s.DB, err = store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, Log: c.Log}); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.DB.Close()) }()
	if err := config.MigrateAll(ctx, s.DB, list); err != nil {
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

// ErrBad says that a backup can't be restored, or that the copy isn't as it should be.
var ErrBad = errors.New("the backup is bad")

// BadUnless says that a backup is bad, unless whoever asked went away.
func BadUnless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrBad, err)
}
