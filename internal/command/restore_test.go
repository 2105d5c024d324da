package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRestoreOfNoBackup gives restore files that it can't bring in: it says why, and
// makes no site, which "serve" would take for a new one.
func TestRestoreOfNoBackup(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := t.TempDir()
	site, whole := filepath.Join(dir, "site"), filepath.Join(dir, "whole.zip")
	newSite(t, site)
	for _, args := range [][]string{{"backup", whole, "--data", site}, {"backup", filepath.Join(dir, "apart.zip"), "--media", "file://" + filepath.Join(dir, "media"), "--data", site}} {
		if code := run(t.Context(), args, io.Discard, t.Output()); code != 0 {
			t.Fatal(args, code)
		}
	}
	made, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"cut.zip": made[:len(made)/2], "text.zip": []byte("no zip"), "empty.zip": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"missing.zip": "no such file",
		"cut.zip":     "the file is no backup, or not a whole one",
		"text.zip":    "the file is no backup, or not a whole one",
		"empty.zip":   "the file is no backup, or not a whole one",
		"apart.zip":   "which wasn't given",
	} {
		to := filepath.Join(dir, "to-"+name)
		var errs bytes.Buffer
		if code := run(t.Context(), []string{"restore", filepath.Join(dir, name), "--data", to}, io.Discard, &errs); code != 1 || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: %d %s", name, code, errs.String())
		}
		if _, err := os.Stat(to); !os.IsNotExist(err) {
			t.Errorf("%s: the folder of a site is there (%v)", name, err)
		}
	}
}
