package disk

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/platform/fault"
)

// TestFullDisk fills a file system: what doesn't fit leaves nothing, and what is there
// stays. Only who may mount one can run it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no file system can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	blobtest.Put(t, s, "a/b", []byte("before"))
	for _, key := range []string{"a/b", "a/c", "new/d"} {
		err := s.Put(t.Context(), key, strings.NewReader(strings.Repeat("x", 2<<20)), blob.PutOptions{Size: 2 << 20})
		if !errors.Is(err, fault.ErrFull) {
			t.Errorf("%s: %v", key, err)
		}
	}
	var files []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, strings.TrimPrefix(path, dir))
		}
		return err
	})
	if info, stat := s.Stat(t.Context(), "a/b"); err != nil || len(files) != 1 || stat != nil || info.Size != int64(len("before")) {
		t.Errorf("%v %v %v", files, err, stat)
	}
	blobtest.Put(t, s, "a/c", []byte("after"))
}
