// Package backups makes backups of a site while it is served, by command and each night, and
// restores them.
package backups

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"quoin/internal/app/config"
	"quoin/internal/domain/site"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

// Backups are those of one site.
type Backups struct {
	*config.Config
	DB    *store.DB
	Media blob.Store
	Site  *site.Site
	// Try restores one for a trial; its error is ErrBad when anything is wrong with it.
	Try func(ctx context.Context, path, place string) error

	making sync.Mutex // while one is made in the folder of backups
}

// Made tells what a backup has.
type Made struct {
	*backup.Manifest
	// Missing are uploaded files that were deleted while the backup was made.
	Missing []string
}

// Options say how a backup is made.
type Options struct {
	// Place is the address of a blob store that takes the uploaded files; "" puts them
	// into the file.
	Place string
	// Overwrite lets it take the place of a file; without, that is fs.ErrExist.
	Overwrite bool
	Program   string // version, noted in the backup
}

// Make writes the whole site into a file while it is served.
func (b *Backups) Make(ctx context.Context, path string, o Options, progress func(backup.Progress)) (Made, error) {
	s := backup.Site{DB: b.DB, Media: b.Media, Folder: b.Data, Parts: config.BackedUpParts()}
	var err error
	if s.Place, err = openPlace(ctx, o.Place); err != nil {
		return Made{}, err
	}
	end, err := usePlace(o.Place)
	if err != nil {
		return Made{}, err
	}
	m, missing, err := backup.WriteFile(ctx, path, o.Overwrite, s, o.Program, b.Clock(), progress)
	if err == nil {
		err = claimMedia(ctx, path, o.Place, s.Place, m)
	}
	if err = errors.Join(err, end()); err != nil {
		return Made{}, fmt.Errorf("backup %s: %w", path, err)
	}
	if err := b.note(ctx, Last, path); err != nil && !errors.Is(err, fault.ErrReadOnly) {
		return Made{}, err // a site that takes no writes can be backed up all the same
	}
	return Made{m, missing}, nil
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
