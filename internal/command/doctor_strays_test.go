package command

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A list of an earlier run is lost to a run that finds out something, not to one
// that fails.
func TestStrayListIsReplacedWhenThereIsNews(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	site, list := filepath.Join(dir, "site"), filepath.Join(dir, "list")
	newSite(t, site)
	has := func(what, want string) {
		t.Helper()
		if got, err := os.ReadFile(list); err != nil || string(got) != want {
			t.Errorf("%s: %q %v, want %q", what, got, err, want)
		}
	}
	examine := func(data string) (int, string) {
		var out bytes.Buffer
		return run(t.Context(), []string{"doctor", "--data", data, "--stray-files", list}, &out, &out), out.String()
	}
	if err := os.WriteFile(list, []byte("earlier, and longer\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := examine(filepath.Join(dir, "typo")); code != exitFailed {
		t.Errorf("%d %s", code, out)
	}
	has("without a site", "earlier, and longer\n")
	stray := filepath.Join(site, "uploads", "stray.txt")
	if err := os.MkdirAll(filepath.Dir(stray), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stray, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A new file may be of an upload that is under way.
	old := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(stray, old, old); err != nil {
		t.Fatal(err)
	}
	_, out := examine(site)
	has(out, "stray.txt\n")
	if err := os.Remove(stray); err != nil {
		t.Fatal(err)
	}
	_, out = examine(site)
	has(out, "")
}
