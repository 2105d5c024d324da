package datafolder_test

import (
	"errors"
	"strings"
	"testing"

	"quoin/internal/platform/datafolder"
)

// TestServe begins to serve a folder twice, and again after the first has ended.
func TestServe(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	end, err := datafolder.Serve(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := datafolder.Serve(data); !errors.Is(err, datafolder.ErrServed) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("a second server: %v", err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	if end, err = datafolder.Serve(data); err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

// TestImport holds imports apart, and not from a server.
func TestImport(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endServing, err := datafolder.Serve(data)
	if err != nil {
		t.Fatal(err)
	}
	end, err := datafolder.Import(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := datafolder.Import(data); !errors.Is(err, datafolder.ErrImporting) {
		t.Errorf("a second import: %v", err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	if end, err = datafolder.Import(data); err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	if err := errors.Join(end(), endServing()); err != nil {
		t.Error(err)
	}
}
