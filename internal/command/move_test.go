package command

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMoveIsRefused moves a site into itself, and once more after it has moved: nothing is
// made at the new place, and the site stays as it was.
func TestMoveIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	move := func(to string) (code int, text string) {
		var out, errs bytes.Buffer
		code = run(t.Context(), []string{"move", "--to", to, "--data", site}, &out, &errs)
		return code, errs.String()
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"user", "create", "ann", "--email", "ann@example.org", "--password", "correct horse", "--data", site}, &out, &errs); code != 0 {
		t.Fatal(errs.String())
	}
	if err := os.MkdirAll(filepath.Join(site, "uploads"), 0o700); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(dir, "linked")
	if err := os.Symlink(filepath.Join(site, "uploads"), linked); err != nil {
		t.Skip(err)
	}
	for _, to := range []string{filepath.Join(site, "uploads"), filepath.Join(site, "uploads", "deep", "er"), filepath.Join(site, "sub"), filepath.Join(linked, "x"), filepath.Join(site, "..", "site", "y")} {
		if code, text := move(to); code != exitFailed || !strings.Contains(text, "within the site") {
			t.Errorf("%s: %d %s", to, code, text)
		}
	}
	for _, path := range []string{"uploads/quoin.db", "uploads/deep", "sub", "uploads/x", "y"} {
		if _, err := os.Stat(filepath.Join(site, path)); err == nil {
			t.Errorf("%s was made", path)
		}
	}
	first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
	if code, text := move(first); code != 0 {
		t.Fatal(text)
	}
	if code, text := move(second); code != exitFailed || !strings.Contains(text, "moved before") || !strings.Contains(text, first) {
		t.Errorf("once more: %d %s", code, text)
	}
	if _, err := os.Stat(second); err == nil {
		t.Error("a second place was made")
	}
}
