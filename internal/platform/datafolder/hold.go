package datafolder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// HoldName is the file that keeps all processes from writing to the database of a data
// folder: while somebody has it locked, and from when it has content until it is removed.
const HoldName = "writes-held"

// ErrHolding says that another process holds the writes of a folder already.
var ErrHolding = errors.New("another process holds the writes to this site")

// Moved tells where a site was moved to, whose former place takes no writes.
type Moved struct {
	To string `json:"to"`
	At string `json:"at"` // UTC
}

// Hold keeps all others from writing.
type Hold struct {
	path string
	lock *flock.Flock
	kept bool
}

// HoldWrites tells all processes that nobody may write to the database of a folder.
// Transactions that have begun go on. The system takes the hold away when this process ends.
func HoldWrites(data string) (*Hold, error) {
	h := &Hold{path: filepath.Join(data, HoldName)}
	h.lock = flock.New(h.path, flock.SetPermissions(0o600))
	ok, err := h.lock.TryLock()
	if err == nil && !ok {
		err = ErrHolding
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", h.path, err), h.lock.Close())
	}
	return h, nil
}

// Keep has the hold outlast this process: the site is somewhere else from now on.
func (h *Hold) Keep(m Moved) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(h.path, os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	h.kept = true // with any part of it
	_, err = f.Write(append(text, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

// Release ends the hold, unless it is kept.
func (h *Hold) Release() error {
	err := h.lock.Close()
	if h.kept {
		return err
	}
	return errors.Join(err, os.Remove(h.path))
}

// Held tells whether the writes of a folder are held, and where the site is if it was
// moved away. That nobody holds them costs one question to the system.
func Held(data string) (held bool, to *Moved, err error) {
	path := filepath.Join(data, HoldName)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	text, err := os.ReadFile(path) // #nosec G304 -- in the operator's data folder
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	if err != nil {
		return true, nil, err
	}
	if len(text) > 0 {
		to = new(Moved)
		if json.Unmarshal(text, to) != nil {
			to.To = "another place" // written by half
		}
		return true, to, nil
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDWR), flock.SetPermissions(0o600))
	free, err := lock.TryRLock()
	err = errors.Join(err, lock.Close())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil, nil
	}
	return !free, nil, err
}

// Reopen lets everybody write again to the database of a folder whose site was moved
// away. What a process left that was killed goes, too.
func Reopen(data string) error {
	h, err := HoldWrites(data)
	if err != nil {
		return err
	}
	return h.Release()
}
