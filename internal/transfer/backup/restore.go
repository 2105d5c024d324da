package backup

import (
	"archive/zip"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"quoin/internal/platform/blob"
	"quoin/internal/storage/store"
)

// ErrNoPlace says that the media of a backup are elsewhere.
var ErrNoPlace = errors.New("the uploaded files of this backup are in a place of their own, which wasn't given")

// ErrDamaged says that a file isn't what was backed up: trying again is of no use.
var ErrDamaged = errors.New("the bytes differ from those that were backed up")

// damage is ErrDamaged for what a ZIP file says of bytes that aren't those which were
// put into it.
func damage(err error) error {
	var flate flate.CorruptInputError
	if errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrAlgorithm) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &flate) {
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// Archive is a backup that can be restored.
type Archive struct {
	*Manifest
	Name string // of the file
	path string
	zip  *zip.ReadCloser
}

// Open reads what a backup has. Its file must be closed. The errors are
// ErrNoBackup and those of the file system.
func Open(path string) (*Archive, error) {
	z, err := zip.OpenReader(path)
	if errors.Is(err, zip.ErrFormat) {
		return nil, ErrNoBackup
	}
	if err != nil {
		return nil, err
	}
	m, err := readManifest(&z.Reader)
	if err != nil {
		return nil, errors.Join(err, z.Close())
	}
	return &Archive{Manifest: m, Name: filepath.Base(path), path: path, zip: z}, nil
}

// Close closes the file.
func (a *Archive) Close() error { return a.zip.Close() }

// Restore brings a backup to an empty site. The uploaded files come first, so
// that a site with rows has its files; what a run that failed has brought is
// found and compared by the next. Until all is there the database says that a
// restore is under way, and no program serves it. It proves what it did: the
// digest of every table and file is that of the backup.
//
// A backup that is damaged is ErrDamaged, and the database says so from then on.
func (a *Archive) Restore(ctx context.Context, s Site, progress func(Progress)) error {
	if a.Apart && s.Place == nil {
		return ErrNoPlace
	}
	if err := s.DB.BeginRestore(ctx, a.Name); err != nil {
		return err
	}
	err := a.bring(ctx, s, progress)
	if errors.Is(err, ErrDamaged) {
		return errors.Join(fmt.Errorf("%w; restore another backup", err), s.DB.RestoreDamaged(ctx, a.Name))
	}
	return err
}

// bring brings everything, the rows last.
func (a *Archive) bring(ctx context.Context, s Site, progress func(Progress)) error {
	if err := a.restoreFolder(s); err != nil {
		return fmt.Errorf("data folder: %w", err)
	}
	var done Progress
	for _, f := range a.Media {
		if err := a.restoreFile(ctx, s, f); err != nil {
			return fmt.Errorf("file %s: %w", f.Key, err)
		}
		done.Files, done.Bytes = done.Files+1, done.Bytes+f.Size
		progress(done)
	}
	loaded := 0
	err := s.DB.Load(ctx, a.Tables, func(table string) (io.ReadCloser, error) {
		r, err := a.zip.Open(rowsName(table))
		return &rowCount{r: r, done: &done, tell: progress}, err
	}, func(store.TableDump) {
		loaded++
		done.Indexing = loaded == len(a.Tables)
		progress(done)
	}, s.Decide)
	if errors.Is(err, store.ErrDumpDamaged) {
		err = fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return nil
}

func (a *Archive) restoreFile(ctx context.Context, s Site, f File) error {
	if there, err := s.Media.Stat(ctx, f.Key); err == nil && there.Size == f.Size {
		if same, err := hasDigest(ctx, s.Media, f.Key, f.SHA256); same || err != nil {
			return err
		}
	} else if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return err
	}
	var r io.ReadCloser
	var err error
	if a.Apart {
		r, err = s.Place.Open(ctx, placeKey(f.SHA256))
	} else {
		r, err = a.zip.Open(fileName(f.Key))
	}
	if err != nil {
		return damage(err)
	}
	defer r.Close()
	return damage(s.Media.Put(ctx, f.Key, &proved{r: r, want: f.SHA256, sum: sha256.New()}, blob.PutOptions{Size: f.Size, ContentType: f.ContentType}))
}

func hasDigest(ctx context.Context, b blob.Store, key, digest string) (bool, error) {
	o, err := b.Open(ctx, key)
	if err != nil {
		return false, err
	}
	defer o.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, o)
	return hex.EncodeToString(sum.Sum(nil)) == digest, err
}
