package store_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"quoin/internal/storage/store"
)

// TestFullDisk fills a real file system. Only who may mount one can run it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("no file system can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	db := open(t, store.Config{Dir: dir})
	filler, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer filler.Close()
	if _, err := io.Copy(filler, endless{}); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	// A little room stays, which small writes share.
	if err := filler.Truncate(size(t, filler) - 1<<20); err != nil {
		t.Fatal(err)
	}
	writeWhenFull(t, db)
	if err := filler.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if err := db.InTx(t.Context(), func(ctx context.Context) error { return keep(ctx, db, "later", large) }); err != nil {
		t.Error(err)
	}
	if flaws, err := db.CheckIntegrity(t.Context()); err != nil || flaws.Count != 0 {
		t.Errorf("%+v %v", flaws, err)
	}
}

func size(t *testing.T, f *os.File) int64 {
	t.Helper()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
