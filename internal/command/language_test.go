//go:build unix

package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"quoin/internal/platform/language"
)

// TestPacksThatAreNoFiles leaves out what would never end or is no file.
func TestPacksThatAreNoFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe := filepath.Join(dir, "de_DE.mo")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "ar.po"), []byte("msgid \"Search\"\nmsgstr \"x\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readPacks([]string{pipe}, &strings.Builder{}); !errors.Is(err, language.ErrNoPack) {
		t.Errorf("a pipe: %v", err)
	}
	var said strings.Builder
	packs, err := readPacks([]string{dir}, &said)
	if err != nil || len(packs) != 1 || packs["ar.po"] == nil || !strings.Contains(said.String(), "de_DE.mo is no file: left out") {
		t.Errorf("%v, %v, %s", packs, err, said.String())
	}
}
