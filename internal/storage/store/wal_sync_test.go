package store

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// TestWritersRunWhileTheDiskSyncs holds the sync of one writer, and sees that
// the next one's function runs meanwhile, while neither hears of a commit
// before the disk has it.
func TestWritersRunWhileTheDiskSyncs(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := openAt(t, t.TempDir())
	disk := db.base.Inspect()
	if disk.SyncsItself() {
		t.Fatal("SQLite syncs itself")
	}
	var syncs atomic.Int64
	syncing, release := make(chan struct{}), make(chan struct{})
	disk.Sync(func(f *os.File) error {
		if syncs.Add(1) == 1 {
			close(syncing)
			<-release
		}
		return sqldb.SyncData(f)
	})
	first, second, ran := make(chan error, 1), make(chan error, 1), make(chan struct{})
	go func() { first <- db.SetOption(ctx, "first", true) }()
	<-syncing
	if options, err := db.Options(ctx); err != nil || Stored(options, "first") != true {
		t.Errorf("a reader doesn't see what is committed: %v %v", options, err)
	}
	go func() {
		second <- db.InTx(ctx, func(ctx context.Context) error {
			defer close(ran)
			return db.SetOption(ctx, "second", true)
		})
	}()
	<-ran // while the first waits for the disk
	select {
	case err := <-first:
		t.Fatalf("the first writer was told too early: %v", err)
	case err := <-second:
		t.Fatalf("the second writer was told too early: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	close(release)
	for _, done := range []chan error{first, second} {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if n := syncs.Load(); n != 2 {
		t.Errorf("%d syncs for two commits", n)
	}
}

// TestFailedSync has the disk fail once: the writer hears of it, others see
// what it wrote, and the next commit moves the log into the database first.
func TestFailedSync(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	db := openAt(t, dir)
	var told atomic.Int64
	disk := db.base.Inspect()
	broken := errors.New("the disk is broken")
	disk.Sync(func(*os.File) error { return broken })
	if err := db.SetOption(ctx, "first", true); !errors.Is(err, broken) {
		t.Fatalf("a write whose sync failed: %v", err)
	}
	if options, err := db.Options(ctx); err != nil || Stored(options, "first") != true {
		t.Fatalf("it is committed all the same: %v %v", options, err)
	}
	disk.Sync(func(f *os.File) error {
		told.Add(1)
		return sqldb.SyncData(f)
	})
	if err := db.SetOption(ctx, "second", true); err != nil {
		t.Fatalf("a write after the disk is well again: %v", err)
	}
	if disk.SyncFailed() {
		t.Error("the failure is remembered")
	}
	if info, err := os.Stat(disk.Log()); err != nil || info.Size() != 0 {
		t.Errorf("the log wasn't moved into the database: %v %v", info, err)
	}
	if err := db.SetOption(ctx, "third", true); err != nil || told.Load() != 2 {
		t.Errorf("%v after %d syncs", err, told.Load())
	}
}

// TestCommitIsWaitedForLater has a request go on while the disk syncs what it
// wrote, and hear of it when it asks.
func TestCommitIsWaitedForLater(t *testing.T) {
	t.Parallel()
	db := openAt(t, t.TempDir())
	disk := db.base.Inspect()
	release, broken := make(chan struct{}), errors.New("the disk is broken")
	disk.Sync(func(*os.File) error {
		<-release
		return broken
	})
	ctx, commits := scope.WithCommits(t.Context())
	if err := db.SetOption(ctx, "first", true); err != nil {
		t.Fatal(err)
	}
	if options, err := db.Options(ctx); err != nil || Stored(options, "first") != true {
		t.Errorf("others don't see what is committed: %v %v", options, err)
	}
	waited := make(chan error, 1)
	go func() { waited <- commits.Wait() }()
	select {
	case err := <-waited:
		t.Fatalf("told before the disk was done: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	close(release)
	if err := <-waited; !errors.Is(err, broken) || !errors.Is(err, fault.ErrUncertain) {
		t.Errorf("the sync failed, and told was %v", err)
	}
	if err := commits.Wait(); err != nil {
		t.Errorf("told twice: %v", err)
	}

	disk.Sync(nil)
	failed := errors.New("a function that fails")
	if err := db.InTx(ctx, func(ctx context.Context) error {
		if err := db.SetOption(ctx, "second", true); err != nil {
			return err
		}
		return failed
	}); !errors.Is(err, failed) {
		t.Errorf("a transaction that failed told %v", err)
	}
	if err := commits.Wait(); err != nil {
		t.Errorf("it left something to wait for: %v", err)
	}
}
