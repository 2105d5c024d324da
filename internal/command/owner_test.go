package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwnersCommands does with the command line what owners do to accounts, options and
// extensions, and reads each back as JSON.
func TestOwnersCommands(t *testing.T) {
	t.Setenv("QUOIN_ADMIN_PASSWORD", "correct horse")
	dir := t.TempDir()
	site, secret := filepath.Join(dir, "site"), filepath.Join(dir, "secret")
	if err := os.WriteFile(secret, []byte("battery staple\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	newSite(t, site)
	do := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), append(args, "--data", site), &out, &errs); code != 0 || errs.Len() > 0 {
			t.Fatalf("%q: %d %s", args, code, errs.String())
		}
		return out.String()
	}
	read := func(to any, args ...string) {
		t.Helper()
		text := do(append(args, "--json")...)
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatalf("%q: %v in %s", args, err, text)
		}
	}
	logins := func() string {
		var list []shownUser
		read(&list, "user", "list")
		var names []string
		for _, u := range list {
			names = append(names, u.Login+" "+strings.Join(u.Roles, ","))
		}
		return strings.Join(names, "; ")
	}
	do("user", "create", "ann", "--email", "ann@example.org", "--password", "x")
	if got := logins(); got != "admin administrator; ann subscriber" {
		t.Error(got)
	}
	if got := do("user", "role", "ann", "editor"); got != "ann is editor\n" {
		t.Error(got)
	}
	if got := do("user", "set-password", "ann", "--password-file", secret); got != "ann has a new password\n" {
		t.Error(got)
	}
	var ann shownUser
	if read(&ann, "user", "show", "ann"); ann.Email != "ann@example.org" || len(ann.Roles) != 1 || ann.Roles[0] != "editor" || ann.Entries == nil {
		t.Errorf("%+v", ann)
	}
	if got := do("user", "list", "--role", "editor"); !strings.Contains(got, "ann@example.org") || strings.Contains(got, "admin") {
		t.Error(got)
	}
	do("user", "delete", "ann", "--reassign", "admin")
	if got := logins(); got != "admin administrator" {
		t.Error(got)
	}

	do("option", "set", "posts_per_rss", "7")
	if got := do("option", "get", "posts_per_rss"); got != "7\n" {
		t.Error(got)
	}
	var options map[string]string
	if read(&options, "option", "list"); options["posts_per_rss"] != "7" || options["media_trash"] != "false" {
		t.Error(options)
	}

	for _, state := range []string{"off", "on"} {
		if got := do("extension", state, "redirection"); got != "redirection is "+state+"\n" {
			t.Error(got)
		}
		var list []struct{ ID, State string }
		read(&list, "extension", "list")
		found := ""
		for _, x := range list {
			if x.ID == "redirection" {
				found = x.State
			}
		}
		if found != state {
			t.Errorf("%s: %v", state, list)
		}
	}

	do("option", "set", "siteurl", "https://example.org")
	do("backup", filepath.Join(dir, "made.zip"))
	var status struct {
		Address    struct{ Stored string }
		Database   string
		Theme      string
		LastBackup string `json:"last_backup"`
	}
	read(&status, "status")
	if status.Address.Stored != "https://example.org" || !strings.HasPrefix(status.Database, "SQLite ") || status.Theme == "" ||
		!strings.HasSuffix(status.LastBackup, "made.zip") {
		t.Errorf("%+v", status)
	}
	if got := do("status"); !strings.Contains(got, "address      https://example.org\n") {
		t.Error(got)
	}
}
