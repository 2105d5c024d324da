package datafolder_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"quoin/internal/platform/datafolder"
)

// TestTemporary looks at the files of a process that lives, of one that has ended, and
// of one that was killed before it held its folder.
func TestTemporary(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	open := func() *datafolder.Temporary {
		d, err := datafolder.OpenTemporary(data)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.Path, "upload"), []byte("12345"), 0o600); err != nil {
			t.Fatal(err)
		}
		return d
	}
	folders := func() int {
		list, err := os.ReadDir(filepath.Join(data, datafolder.Incoming))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	lives := open()
	ended := filepath.Join(data, datafolder.Incoming, "ended")
	begun := filepath.Join(data, datafolder.Incoming, "begun")
	for _, path := range []string{ended, begun} {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"held", "upload"} {
		if err := os.WriteFile(filepath.Join(ended, name), []byte("123"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := datafolder.Left(data); err != nil || l != (datafolder.Leftovers{Files: 1, Bytes: 3}) {
		t.Errorf("%+v %v", l, err)
	}
	second := open() // sweeps
	if _, err := os.Stat(ended); !os.IsNotExist(err) || folders() != 3 {
		t.Errorf("%d folders, that of the one which ended: %v", folders(), err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(begun, old, old); err != nil {
		t.Fatal(err)
	}
	if err := datafolder.Sweep(data); err != nil || folders() != 2 {
		t.Errorf("%d folders: %v", folders(), err)
	}
	for _, d := range []*datafolder.Temporary{lives, second} {
		if b, err := os.ReadFile(filepath.Join(d.Path, "upload")); err != nil || string(b) != "12345" {
			t.Errorf("of one that lives: %s %v", b, err)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	if folders() != 0 {
		t.Errorf("%d folders are left", folders())
	}
}
