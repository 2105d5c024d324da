package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Commands that look at a site, or keep it, don't make one where there is none.
func TestNoSiteIsMade(t *testing.T) {
	t.Parallel()
	rules := filepath.Join(t.TempDir(), "rules.json")
	if err := os.WriteFile(rules, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"extension", "import", "redirection", rules},
		{"backup", filepath.Join(t.TempDir(), "b.zip")}, {"audit"}, {"preview", "3"}, {"user", "export", "ann"}, {"user", "erase", "ann"},
		{"webhook", "list"}, {"routes"}, {"extension", "list"}, {"extension", "export", "redirection"}, {"theme", "list"},
	} {
		dir := filepath.Join(t.TempDir(), "typo")
		cmd := root()
		cmd.SetArgs(append(args, "--data", dir))
		var out strings.Builder
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		err := cmd.ExecuteContext(t.Context())
		if err == nil || !strings.Contains(err.Error(), "there is no site in") {
			t.Errorf("%q: %v %s", args, err, &out)
		}
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			t.Errorf("%q made a folder", args)
		}
	}
}
