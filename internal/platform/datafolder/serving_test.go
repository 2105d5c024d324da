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
