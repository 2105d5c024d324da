//go:build !linux

package pgtest

import (
	"errors"
	"os"
	"testing"
)

func (s *Server) mount() error {
	if s.Room > 0 {
		return errors.New("file systems of a server's own are made on Linux only")
	}
	return nil
}

func (s *Server) remove() error { return os.RemoveAll(s.dir) }

// Fill is for Linux only.
func (s *Server) Fill(t testing.TB) (empty func()) { return Fill(t, s.dir) }

// Fill is for Linux only.
func Fill(t testing.TB, _ string) (empty func()) {
	t.Helper()
	t.Fatal("file systems of a server's own are made on Linux only")
	return nil
}
