package datafolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Incoming is the name of the folder that has the temporary files of all processes.
const Incoming = "incoming"

// heldName is the file that a process keeps locked beside its temporary files.
const heldName = "held"

// begunWithin is longer than a process takes from making its folder to holding it.
const begunWithin = time.Minute

// Temporary is the folder for temporary files of this process.
type Temporary struct {
	Path string
	held *flock.Flock
}

// OpenTemporary makes a folder for temporary files of this process, and removes those
// that processes which have ended left.
func OpenTemporary(data string) (*Temporary, error) {
	all := filepath.Join(data, Incoming)
	if err := os.MkdirAll(all, 0o700); err != nil {
		return nil, err
	}
	if err := Sweep(data); err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(all, "")
	if err != nil {
		return nil, err
	}
	held := flock.New(filepath.Join(path, heldName), flock.SetPermissions(0o600))
	if ok, err := held.TryLock(); err != nil || !ok {
		return nil, errors.Join(fmt.Errorf("hold %s: %w", path, errors.Join(err, held.Close())), os.RemoveAll(path))
	}
	return &Temporary{path, held}, nil
}

// Close removes the folder with all that is in it.
func (t *Temporary) Close() error {
	return errors.Join(t.held.Close(), os.RemoveAll(t.Path))
}

// Leftovers is what processes that have ended left of their temporary files.
type Leftovers struct {
	Files int
	Bytes int64
}

// Left tells what Sweep would remove.
func Left(data string) (l Leftovers, err error) {
	err = eachLeft(data, func(path string) error {
		return filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Name() == heldName {
				return err
			}
			info, err := d.Info()
			if err == nil {
				l.Files, l.Bytes = l.Files+1, l.Bytes+info.Size()
			}
			return err
		})
	})
	return l, err
}

// Sweep removes the temporary files of processes that have ended.
func Sweep(data string) error { return eachLeft(data, os.RemoveAll) }

// eachLeft calls do with the folders of processes that have ended.
func eachLeft(data string, do func(path string) error) error {
	all := filepath.Join(data, Incoming)
	list, err := os.ReadDir(all)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var errs []error
	for _, d := range list {
		path := filepath.Join(all, d.Name())
		ended, err := hasEnded(path)
		if err == nil && ended {
			err = do(path)
		}
		if !errors.Is(err, fs.ErrNotExist) { // another process may sweep, too
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// hasEnded tells whether the process that a folder belongs to has ended.
func hasEnded(path string) (bool, error) {
	name := filepath.Join(path, heldName)
	if _, err := os.Stat(name); err != nil {
		// It may be about to hold it, or have been killed before it did.
		info, err := os.Stat(path)
		return err == nil && time.Since(info.ModTime()) > begunWithin, err
	}
	held := flock.New(name, flock.SetFlag(os.O_RDWR), flock.SetPermissions(0o600))
	ok, err := held.TryLock()
	return ok, errors.Join(err, held.Close())
}
