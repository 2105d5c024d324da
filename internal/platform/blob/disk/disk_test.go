package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/blobtest"
)

func openTest(t *testing.T) (*Store, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "uploads")
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, dir
}

func TestContract(t *testing.T) {
	t.Parallel()
	blobtest.Run(t, func(t *testing.T) blob.Store { s, _ := openTest(t); return s })
}

func TestNoTemporaryFilesStay(t *testing.T) {
	t.Parallel()
	s, dir := openTest(t)
	blobtest.Put(t, s, "a/b", []byte("x"))
	if err := s.Put(t.Context(), "a/c", strings.NewReader("x"), blob.PutOptions{Size: 2}); err == nil {
		t.Fatal("wrong size accepted")
	}
	if err := s.Put(t.Context(), "a/b", strings.NewReader("y"), blob.PutOptions{Size: 1, IfAbsent: true}); !errors.Is(err, blob.ErrExists) {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(dir, incoming))
	if err != nil || len(left) != 0 {
		t.Errorf("%v %v", left, err)
	}
}

func TestOpenRemovesAbandonedFiles(t *testing.T) {
	t.Parallel()
	_, dir := openTest(t)
	old, fresh := filepath.Join(dir, incoming, "old"), filepath.Join(dir, incoming, "fresh")
	for _, name := range []string{old, fresh} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(old); err == nil {
		t.Error("abandoned file is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("a file another process may be writing was removed")
	}
}

func TestSymlinksDoNotLeadOut(t *testing.T) {
	t.Parallel()
	s, dir := openTest(t)
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("s"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if o, err := s.Open(t.Context(), "link/secret"); err == nil {
		o.Close()
		t.Error("read through a link that leads out")
	}
	if err := s.Put(t.Context(), "link/new", strings.NewReader("x"), blob.PutOptions{Size: 1}); err == nil {
		t.Error("wrote through a link that leads out")
	}
	if _, err := os.Stat(filepath.Join(outside, "new")); err == nil {
		t.Error("a file appeared outside")
	}
}
