package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"quoin/internal/app"
)

// sites are the commands that open a site.
func sites(cmd *cobra.Command) (list []*cobra.Command) {
	for _, c := range cmd.Commands() {
		list = append(list, sites(c)...)
	}
	if cmd.Flags().Lookup("data") != nil {
		list = append(list, cmd)
	}
	return list
}

// newSite makes a site in a folder.
func newSite(t *testing.T, data string) {
	t.Helper()
	a, err := app.New(t.Context(), app.Config{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
}

// Commands that need a site don't make one where there is none, all but those that
// say in their help that they do.
func TestNoSiteIsMade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "rules.json")
	if err := os.WriteFile(file, []byte("[]"), 0o600); err != nil {
		t.Fatal(err)
	}
	words := map[string]string{
		"LOGIN": "admin", "LOGIN-OR-ADDRESS": "admin", "NAME": "media_trash", "VALUE": "true", "ROLE": "editor", "THEME": "quoin", "ID": "1", "DELIVERY": "1",
		"URL": "http://example.org/", "LINK|ID": "3", "FILE": filepath.Join(dir, "new.zip"), "FILE.zip|DIR": dir,
	}
	more := map[string][]string{
		"quoin user app-password": {"--name", "x"}, "quoin user set-password": {"--password-file", file}, "quoin user delete": {"--delete-content"},
	}
	whole := map[string][]string{
		"quoin user right": {"admin", "list_users", "yes"}, "quoin move": {"--to", filepath.Join(dir, "to")}, "quoin type show": {"type", "book"}, "quoin type remove": {"type", "book"},
		"quoin extension import": {"redirection", file}, "quoin verify": {"--against", "http://example.org/"},
		"quoin extension export": {"redirection"}, "quoin extension on": {"redirection"}, "quoin extension off": {"redirection"}, "quoin loginlimit set": {"whitelist", "192.0.2.1"},
	}
	var makers []string
	for _, c := range sites(root()) {
		path := c.CommandPath()
		if strings.Contains(c.Flags().Lookup("data").Usage, "a new site is made") {
			makers = append(makers, path)
			continue
		}
		if path == "quoin restore" || path == "quoin media move" {
			continue // the one brings the site, the other needs only its files
		}
		args, ok := whole[path]
		if !ok {
			for _, name := range strings.Fields(c.Use)[1:] {
				args = append(args, words[name])
			}
		}
		args = append(append(strings.Fields(path)[1:], args...), more[path]...)
		missing := filepath.Join(t.TempDir(), "typo")
		var out, errs strings.Builder
		code := run(t.Context(), append(args, "--data", missing), &out, &errs)
		want := "there is no site in " + missing
		if code != exitFailed || out.Len() > 0 || !strings.HasPrefix(errs.String(), "quoin: "+want) || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: %d %s%s", args, code, &out, &errs)
		}
		if _, err := os.Stat(missing); !os.IsNotExist(err) {
			t.Errorf("%q made a folder", args)
		}
	}
	if want := []string{"quoin adopt", "quoin import database", "quoin import dump", "quoin import sample", "quoin import wxr", "quoin serve", "quoin user create"}; !slices.Equal(slices.Sorted(slices.Values(makers)), want) {
		t.Errorf("these make a site: %q", makers)
	}
}
