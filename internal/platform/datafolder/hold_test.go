package datafolder_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"quoin/internal/platform/datafolder"
)

// TestHold holds writes, ends it, keeps it, and looks at what a killed process leaves.
func TestHold(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	tells := func(when string, want bool, to string) {
		t.Helper()
		held, moved, err := datafolder.Held(data)
		if err != nil || held != want || (moved == nil) != (to == "") || moved != nil && moved.To != to {
			t.Errorf("%s: %v %+v %v", when, held, moved, err)
		}
	}
	tells("at first", false, "")
	h, err := datafolder.HoldWrites(data)
	if err != nil {
		t.Fatal(err)
	}
	tells("held", true, "")
	if _, err := datafolder.HoldWrites(data); !errors.Is(err, datafolder.ErrHolding) {
		t.Errorf("twice: %v", err)
	}
	if err := h.Release(); err != nil {
		t.Fatal(err)
	}
	tells("released", false, "")
	if err := os.WriteFile(filepath.Join(data, datafolder.HoldName), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tells("after a kill", false, "")
	if h, err = datafolder.HoldWrites(data); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.Keep(datafolder.Moved{To: "there"}), h.Release()); err != nil {
		t.Fatal(err)
	}
	tells("kept", true, "there")
	if err := os.WriteFile(filepath.Join(data, datafolder.HoldName), []byte(`{"to":`), 0o600); err != nil {
		t.Fatal(err)
	}
	tells("written by half", true, "another place")
	if err := datafolder.Reopen(data); err != nil {
		t.Fatal(err)
	}
	tells("opened again", false, "")
}
