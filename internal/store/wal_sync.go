package store

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// walSync brings commits of a SQLite file to the disk. SQLite itself, told to
// do so (synchronous=FULL), would wait within COMMIT, and the next writer with
// it. Here COMMIT only writes to the log (synchronous=NORMAL), and the file of
// the log is synced after the turn was passed on: the next functions run
// meanwhile, and whoever wrote hears of it when the disk has it, as before.
//
// One sync is under way at a time. A nil walSync leaves it to SQLite.
type walSync struct {
	path string
	file *os.File
	// flush syncs the file; a test may have it fail.
	flush func(*os.File) error

	mu     sync.Mutex
	busy   chan struct{} // closed when the sync is over
	failed bool          // the last one did: what the log has may never reach the disk
}

func newWALSync(path string) *walSync {
	return &walSync{path: path, flush: syncData, busy: over()}
}

// over is a channel that is closed.
func over() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

// free is closed when no sync is under way.
func (d *walSync) free() <-chan struct{} {
	if d == nil {
		return over()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.busy
}

// begin says that a sync follows; end runs it. In between the turn may be
// passed on. checkpoint moves the log into the database, syncing both: after
// a sync that failed nothing less helps.
func (d *walSync) begin(checkpoint func() error) error {
	if d == nil {
		return nil
	}
	d.mu.Lock()
	d.busy = make(chan struct{})
	failed := d.failed
	d.mu.Unlock()
	if !failed {
		return nil
	}
	if err := checkpoint(); err != nil {
		return fmt.Errorf("move the log into the database after a failed sync: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = false
	return nil
}

// end syncs the log. Only who called begin may call it, once.
func (d *walSync) end() error {
	if d == nil {
		return nil
	}
	err := d.sync()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed = d.failed || err != nil
	close(d.busy)
	return err
}

func (d *walSync) sync() error {
	if d.file == nil {
		// SQLite takes no lock on this file, so that another handle does no harm.
		f, err := os.OpenFile(d.path, os.O_RDWR, 0) // #nosec G304 -- the log of the operator's database
		if err != nil {
			return fmt.Errorf("sync the log: %w", err)
		}
		d.file = f
	}
	if err := d.flush(d.file); err != nil {
		return fmt.Errorf("sync the log: %w", err)
	}
	return nil
}

// close waits for a sync that is under way.
func (d *walSync) close() error {
	if d == nil {
		return nil
	}
	<-d.free()
	if d.file == nil {
		return nil
	}
	if err := d.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("close the log: %w", err)
	}
	return nil
}
