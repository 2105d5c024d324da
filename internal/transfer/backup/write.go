package backup

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"time"

	"quoin/internal/platform/blob"
	"quoin/internal/storage/store"
)

// Site is what a backup is made of, or brought back to.
type Site struct {
	DB *store.DB
	// Media are the uploaded files; nil makes a backup of the database alone.
	Media blob.Store
	// Place takes or has the media, apart from the file of the backup; nil puts
	// them into it.
	Place blob.Store
	// Folder is the data folder, of which the folders Parts are in the backup, file by
	// file; "" backs up none.
	Folder string
	Parts  []string
	// Decide is called when a restore has brought and compared everything, before it
	// counts: with an error the database stays empty. It may be nil.
	Decide func(ctx context.Context) error
}

// Progress tells what was done.
type Progress struct {
	Rows  int64
	Files int
	Bytes int64 // of files
	// Indexing is set when a restore has brought everything, and makes the index
	// of the texts.
	Indexing bool
}

// Write makes a backup while the site is served: the database as it is at one
// moment, then the uploaded files. A file that is deleted meanwhile is left out
// and named in missing.
func Write(ctx context.Context, w io.Writer, s Site, program string, now time.Time, progress func(Progress)) (m *Manifest, missing []string, err error) {
	z := zip.NewWriter(w)
	m = &Manifest{Format: format, Program: program, Made: now.UTC().Format(time.RFC3339), Apart: s.Place != nil}
	var done Progress
	m.Tables, err = s.DB.Dump(ctx, func(table string) (io.Writer, error) {
		w, err := z.Create(rowsName(table))
		return &rowCount{w: w, done: &done, tell: progress}, err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("database: %w", err)
	}
	if m.Schema, err = s.DB.Schema(ctx); err != nil {
		return nil, nil, err
	}
	done.Rows = m.Rows()
	progress(done)
	if m.Folder, err = writeFolder(z, s); err != nil {
		return nil, nil, fmt.Errorf("data folder: %w", err)
	}
	for info, err := range s.files(ctx) {
		if err != nil {
			return nil, nil, fmt.Errorf("list the uploaded files: %w", err)
		}
		f, err := writeFile(ctx, z, s, info.Key)
		switch {
		case errors.Is(err, blob.ErrNotFound):
			missing = append(missing, info.Key)
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("file %s: %w", info.Key, err)
		}
		m.Media = append(m.Media, f)
		done.Files, done.Bytes = done.Files+1, done.Bytes+f.Size
		progress(done)
	}
	last, err := z.Create(manifestName)
	if err != nil {
		return nil, nil, err
	}
	e := json.NewEncoder(last)
	e.SetIndent("", " ")
	if err := e.Encode(m); err != nil {
		return nil, nil, err
	}
	return m, missing, z.Close()
}

func (s Site) files(ctx context.Context) iter.Seq2[blob.Info, error] {
	if s.Media == nil {
		return func(func(blob.Info, error) bool) {}
	}
	return s.Media.List(ctx, "")
}

// writeFile copies an uploaded file into the backup, or to its place unless it
// is there.
func writeFile(ctx context.Context, z *zip.Writer, s Site, key string) (File, error) {
	o, err := s.Media.Open(ctx, key)
	if err != nil {
		return File{}, err
	}
	defer o.Close()
	f := File{Key: key, ContentType: o.Info().ContentType}
	sum := sha256.New()
	if s.Place == nil {
		// Pictures and films don't get smaller.
		w, err := z.CreateHeader(&zip.FileHeader{Name: fileName(key), Method: zip.Store})
		if err != nil {
			return f, err
		}
		f.Size, err = io.Copy(io.MultiWriter(w, sum), o)
		f.SHA256 = hex.EncodeToString(sum.Sum(nil))
		return f, err
	}
	if f.Size, err = io.Copy(sum, o); err != nil {
		return f, err
	}
	f.SHA256 = hex.EncodeToString(sum.Sum(nil))
	if there, err := s.Place.Stat(ctx, placeKey(f.SHA256)); err == nil && there.Size == f.Size {
		return f, nil
	} else if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return f, err
	}
	if _, err := o.Seek(0, io.SeekStart); err != nil {
		return f, err
	}
	return f, s.Place.Put(ctx, placeKey(f.SHA256), o, blob.PutOptions{Size: f.Size})
}

// WriteFile is Write into a file that only the user of the server may read. It
// stands under its name once it is whole. One that is there is fs.ErrExist, unless
// overwrite is set; then it stays until the new one is whole.
func WriteFile(ctx context.Context, path string, overwrite bool, s Site, program string, now time.Time, progress func(Progress)) (m *Manifest, missing []string, err error) {
	free := func() error {
		if _, err := os.Lstat(path); overwrite || errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return fs.ErrExist
	}
	if err := free(); err != nil {
		return nil, nil, err
	}
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) // #nosec G304 -- the operator names the file
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			out.Close()
			os.Remove(part)
		}
	}()
	if m, missing, err = Write(ctx, out, s, program, now, progress); err != nil {
		return nil, nil, err
	}
	if err := errors.Join(out.Sync(), out.Close(), free()); err != nil {
		return nil, nil, err
	}
	return m, missing, os.Rename(part, path)
}
