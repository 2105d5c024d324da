package pgtest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// mount gives the server's folder a file system of its own, where it is to have one.
func (s *Server) mount() error {
	if s.Room == 0 {
		return nil
	}
	if err := syscall.Mount("tmpfs", s.dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", s.Room)); err != nil {
		return fmt.Errorf("a file system for the server: %w", err)
	}
	return nil
}

// remove removes the server's folder.
func (s *Server) remove() error {
	if s.Room > 0 {
		if err := syscall.Unmount(s.dir, syscall.MNT_DETACH); err != nil && !errors.Is(err, syscall.EINVAL) {
			return fmt.Errorf("unmount %s: %w", s.dir, err)
		}
	}
	return os.RemoveAll(s.dir)
}

// Fill leaves nothing of the server's Room. empty gives it back and may be called twice.
func (s *Server) Fill(t testing.TB) (empty func()) {
	t.Helper()
	return Fill(t, s.dir)
}

// Fill leaves no room on the file system of a folder, until empty is called.
func Fill(t testing.TB, dir string) (empty func()) {
	t.Helper()
	path := filepath.Join(dir, "filler")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.Copy(f, endless{}); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill %s: %v", dir, err)
	}
	return func() { os.Remove(path) }
}

type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }
