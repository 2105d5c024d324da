package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"quoin/internal/platform/blob"
)

// object is an open file; its bytes stay what they were even when the key is replaced or deleted.
type object struct {
	*os.File
	info blob.Info
}

func (o *object) Info() blob.Info { return o.info }

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, key string) (blob.Object, error) {
	if err := check(ctx, key); err != nil {
		return nil, err
	}
	f, err := s.root.Open(key)
	if err != nil {
		return nil, fmt.Errorf("open blob %q: %w", key, missing(err))
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = blob.ErrNotFound
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("open blob %q: %w", key, err)
	}
	return &object{File: f, info: describe(key, info)}, nil
}

// Stat implements blob.Store.
func (s *Store) Stat(ctx context.Context, key string) (blob.Info, error) {
	if err := check(ctx, key); err != nil {
		return blob.Info{}, err
	}
	info, err := s.root.Stat(key)
	if err == nil && !info.Mode().IsRegular() {
		err = blob.ErrNotFound
	}
	if err != nil {
		return blob.Info{}, fmt.Errorf("stat blob %q: %w", key, missing(err))
	}
	return describe(key, info), nil
}

// Delete implements blob.Store. Folders stay, so that no other Put loses the one it has just made.
func (s *Store) Delete(ctx context.Context, key string) error {
	if _, err := s.Stat(ctx, key); errors.Is(err, blob.ErrNotFound) {
		return nil
	} else if err != nil {
		return fmt.Errorf("delete blob %q: %w", key, err)
	}
	if err := s.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete blob %q: %w", key, err)
	}
	if err := s.syncFolder(path.Dir(key)); err != nil {
		return fmt.Errorf("delete blob %q: %w", key, err)
	}
	return nil
}

// Copy implements blob.Store.
func (s *Store) Copy(ctx context.Context, from, to string) error {
	if err := check(ctx, to); err != nil {
		return err
	}
	source, err := s.Open(ctx, from)
	if err != nil {
		return fmt.Errorf("copy blob to %q: %w", to, err)
	}
	defer source.Close()
	return s.Put(ctx, to, source, blob.PutOptions{Size: source.Info().Size})
}

// URL implements blob.Store: files in a directory are for the site to serve.
func (s *Store) URL(ctx context.Context, key string) (string, error) { return "", check(ctx, key) }

// List implements blob.Store.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		folder := ""
		if at := strings.LastIndexByte(prefix, '/'); at >= 0 {
			folder = prefix[:at]
		}
		if folder != "" && blob.CheckKey(folder) != nil {
			return // no blob can have such a prefix
		}
		s.walk(ctx, folder, prefix, yield)
	}
}

// walk yields the blobs of one folder and reports whether to go on. Entries are ordered as full keys
// are, where a folder counts as its name followed by a slash.
func (s *Store) walk(ctx context.Context, folder, prefix string, yield func(blob.Info, error) bool) bool {
	if err := ctx.Err(); err != nil {
		yield(blob.Info{}, fmt.Errorf("list blobs %q: %w", prefix, err))
		return false
	}
	name := folder
	if name == "" {
		name = "."
	}
	entries, err := s.entries(name)
	if err != nil {
		if errors.Is(missing(err), blob.ErrNotFound) {
			return true
		}
		yield(blob.Info{}, fmt.Errorf("list blobs %q: %w", prefix, err))
		return false
	}
	// A folder may have many that aren't meant, which needn't be put in order.
	entries = slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
		key := path.Join(folder, entry.Name())
		return blob.CheckKey(key) != nil || !strings.HasPrefix(key, prefix) && !(entry.IsDir() && overlaps(key+"/", prefix))
	})
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(sortName(a), sortName(b)) })
	for _, entry := range entries {
		key := path.Join(folder, entry.Name())
		more := true
		switch {
		case entry.IsDir():
			if overlaps(key+"/", prefix) {
				more = s.walk(ctx, key, prefix, yield)
			}
		case entry.Type().IsRegular() && strings.HasPrefix(key, prefix):
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue // deleted meanwhile
			}
			if err != nil {
				yield(blob.Info{}, fmt.Errorf("list blobs %q: %w", prefix, err))
				return false
			}
			more = yield(describe(key, info), nil)
		}
		if !more {
			return false
		}
	}
	return true
}

// entries are those of a folder, in no order.
func (s *Store) entries(folder string) ([]fs.DirEntry, error) {
	d, err := s.root.Open(folder)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.ReadDir(-1)
}

func sortName(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name() + "/"
	}
	return e.Name()
}

// overlaps reports whether keys below folder can begin with prefix.
func overlaps(folder, prefix string) bool {
	return strings.HasPrefix(folder, prefix) || strings.HasPrefix(prefix, folder)
}

func describe(key string, info fs.FileInfo) blob.Info {
	return blob.Info{Key: key, Size: info.Size(), ModTime: info.ModTime().UTC()}
}

func check(ctx context.Context, key string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	return ctx.Err()
}

// missing maps the ways a path can lead nowhere to ErrNotFound: absent, or through a file.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return blob.ErrNotFound
	}
	return err
}
