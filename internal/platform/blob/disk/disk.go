package disk

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
)

const (
	incoming    = ".incoming" // no key can name it: CheckKey refuses leading dots
	abandoned   = 24 * time.Hour
	folderPerms = 0o755
	filePerms   = 0o644
)

// Store is a blob.Store in a directory.
type Store struct{ root *os.Root }

var _ blob.Store = (*Store)(nil)

// Open returns the store in dir, creating the directory if needed and removing temporary files that
// a crash left a day ago or longer.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, folderPerms); err != nil { // #nosec G301 -- other web servers may read uploads
		return nil, unusable(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, unusable(dir, err)
	}
	s := &Store{root: root}
	if err := s.prepare(); err != nil {
		root.Close()
		return nil, unusable(dir, err)
	}
	return s, nil
}

// unusable names the folder once; the system's error may name one above or
// below it.
func unusable(dir string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("the folder %s can't be used: %w", dir, err)
}

func (s *Store) prepare() error {
	if err := s.root.MkdirAll(incoming, folderPerms); err != nil {
		return err
	}
	left, err := fs.ReadDir(s.root.FS(), incoming)
	if err != nil {
		return err
	}
	for _, entry := range left {
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) > abandoned {
			if err := s.root.Remove(path.Join(incoming, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// Close releases the directory. Open objects stay readable.
func (s *Store) Close() error { return s.root.Close() }

// Put implements blob.Store.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, o blob.PutOptions) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	temporary, err := s.receive(ctx, r, o.Size)
	if err != nil {
		return fmt.Errorf("put blob %q: %w", key, fault.Full(err))
	}
	if err := s.publish(temporary, key, o.IfAbsent); err != nil {
		s.root.Remove(temporary)
		return fmt.Errorf("put blob %q: %w", key, fault.Full(err))
	}
	return nil
}

// receive writes all of r to a new temporary file and flushes it. On failure it leaves no file.
func (s *Store) receive(ctx context.Context, r io.Reader, size int64) (_ string, err error) {
	name := path.Join(incoming, rand.Text())
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, filePerms)
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			s.root.Remove(name)
		}
	}()
	n, err := io.Copy(f, &ctxReader{ctx, r})
	if err != nil {
		return "", err
	}
	if size >= 0 && n != size {
		return "", fmt.Errorf("%w: %d bytes instead of %d", blob.ErrSize, n, size)
	}
	return name, f.Sync()
}

// publish moves a temporary file to its key and flushes the folders on the way.
func (s *Store) publish(temporary, key string, ifAbsent bool) error {
	folder := path.Dir(key)
	created, err := s.makeFolders(folder)
	if err != nil {
		return err
	}
	if ifAbsent {
		// A hard link is the only step that both creates the name and fails when it is taken.
		err = s.root.Link(temporary, key)
		if errors.Is(err, fs.ErrExist) {
			return blob.ErrExists
		}
		if err == nil {
			err = s.root.Remove(temporary)
		}
	} else {
		err = s.root.Rename(temporary, key)
	}
	if err != nil {
		return err
	}
	for _, f := range append(created, folder) {
		if err := s.syncFolder(f); err != nil {
			return err
		}
	}
	return nil
}

// makeFolders creates what is missing of folder and returns the parents of what it created, whose
// entries have to be flushed.
func (s *Store) makeFolders(folder string) (parents []string, err error) {
	for f := folder; f != "."; f = path.Dir(f) {
		if _, err := s.root.Stat(f); err == nil {
			break
		}
		parents = append(parents, path.Dir(f))
	}
	return parents, s.root.MkdirAll(folder, folderPerms)
}

func (s *Store) syncFolder(name string) error {
	d, err := s.root.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// ctxReader ends a copy when its context ends.
type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *ctxReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
