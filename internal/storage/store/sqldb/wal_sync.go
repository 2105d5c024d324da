package sqldb

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"quoin/internal/platform/fault"
)

// walSync brings commits of a SQLite file to the disk. SQLite itself, told to
// do so (synchronous=FULL), would wait within COMMIT, and the next writer with
// it. Here COMMIT only writes to the log (synchronous=NORMAL), and the file of
// the log is synced after the write lock was passed on: the next functions run
// meanwhile, and whoever wrote hears of it when the disk has it, as before.
//
// One sync is under way at a time. Commits that come meanwhile share the next
// one. A nil walSync leaves it to SQLite.
type walSync struct {
	path string
	file *os.File
	// flush syncs the file; a test may have it fail.
	flush func(*os.File) error

	mu      sync.Mutex
	running *syncRound // nil when no sync is under way
	next    *syncRound // of commits that came since it began; nil without any
	failed  bool       // the last one did: what the log has may never reach the disk
}

// syncRound is one sync, of all that was committed before it began.
type syncRound struct {
	done chan struct{} // closed when it is over
	err  error         // set when done is closed
}

// errSyncFailed is of commits that waited behind a sync that failed.
var errSyncFailed = errors.New("sync the log: the sync before failed")

func newWALSync(path string) *walSync { return &walSync{path: path, flush: syncData} }

func newSyncRound() *syncRound { return &syncRound{done: make(chan struct{})} }

// wait returns when the sync is over: fault.ErrUncertain when it failed.
func (r *syncRound) wait() error {
	<-r.done
	if r.err != nil {
		return fmt.Errorf("%w: %w", fault.ErrUncertain, r.err)
	}
	return nil
}

// syncedRound is one that is over.
func syncedRound(err error) *syncRound {
	r := &syncRound{done: make(chan struct{}), err: err}
	close(r.done)
	return r
}

// free is closed when the sync that is under way now is over.
func (d *walSync) free() <-chan struct{} {
	if d != nil {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.running != nil {
			return d.running.done
		}
	}
	return syncedRound(nil).done
}

// committed has the log synced, to which a commit was written just now, and says
// which sync that is. Only who has the write lock may call it. checkpoint moves the log
// into the database, syncing both: after a sync that failed nothing less helps.
func (d *walSync) committed(checkpoint func() error) *syncRound {
	if d == nil {
		return syncedRound(nil)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed {
		if err := checkpoint(); err != nil {
			return syncedRound(fmt.Errorf("move the log into the database after a failed sync: %w", err))
		}
		d.failed = false
	}
	if d.running == nil {
		d.running = newSyncRound()
		go d.run(d.running)
		return d.running
	}
	if d.next == nil {
		d.next = newSyncRound()
	}
	return d.next
}

// run runs a round, and those that are asked for meanwhile.
func (d *walSync) run(r *syncRound) {
	for r != nil {
		r.err = d.sync()
		d.mu.Lock()
		next := d.next
		d.next = nil
		if r.err != nil {
			d.failed = true
			if next != nil {
				next.err = errSyncFailed
				close(next.done)
				next = nil
			}
		}
		d.running = next
		d.mu.Unlock()
		close(r.done)
		r = next
	}
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
