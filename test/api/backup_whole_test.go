package api

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/app/config"
	"quoin/internal/app/examination"
	"quoin/internal/operation/doctor"
	"quoin/internal/transfer/backup"
)

// themeFolder makes a theme to install.
func themeFolder(t *testing.T) string {
	t.Helper()
	from := filepath.Join(t.TempDir(), "heron")
	for name, text := range map[string]string{
		"style.css":            "/* Theme Name: Heron\nVersion: 1 */",
		"templates/index.html": `<!-- wp:paragraph --><p>Heron stands here</p><!-- /wp:paragraph --><!-- wp:query --><div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->`,
		"assets/reed.css":      "reed",
	} {
		at := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return from
}

// TestBackupHasTheWholeSite fills the data folder with all that a server puts there,
// and compares what a restored copy serves. Each name in the folder must be known to
// the list that backups are made by.
func TestBackupHasTheWholeSite(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	s := start(t, app.Config{Data: data, Preset: "full", BackupTo: filepath.Join(data, "backups"), BackupKeep: 2})
	s.textFile("one.txt")
	if a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{"title": "A heron's day", "status": "publish"}); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	if _, err := s.app.Themes.Bring(t.Context(), themeFolder(t)); err != nil {
		t.Fatal(err)
	}
	if err := s.app.Themes.Switch(t.Context(), "heron"); err != nil {
		t.Fatal(err)
	}
	if err := s.app.Backups.Now(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadDir(data)
	if err != nil || len(list) < 4 {
		t.Fatal(list, err)
	}
	for _, f := range list {
		if !slices.ContainsFunc(config.FolderParts(), func(p config.FolderPart) bool { return p.Has(f.Name()) }) {
			t.Errorf("the server puts %s into the data folder, and nothing says what backups do with it", f.Name())
		}
	}
	file := filepath.Join(t.TempDir(), "site.zip")
	if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{}, quiet); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "to")
	if _, err := backups.Restore(t.Context(), app.Config{Data: to}, file, "", quiet); err != nil {
		t.Fatal(err)
	}
	copied := open(t, app.Config{Data: to, Preset: "full"})
	for _, path := range []string{"/", "/a-herons-day/", "/wp-content/themes/heron/assets/reed.css", "/wp-json/wp/v2/media", "/wp-json/wp/v2/posts"} {
		want, got := s.do("", "GET", path, nil), copied.do("", "GET", path, nil)
		if want.status != got.status || string(want.body) != string(got.body) {
			t.Errorf("%s: %d %.300s\ninstead of %d %.300s", path, got.status, got.body, want.status, want.body)
		}
	}
	tells := func() (list []string) {
		err := app.Examine(t.Context(), app.Config{Data: to, Log: s.app.Log}, examination.Examination{Tell: func(f doctor.Finding) {
			if f.Check == "theme" && f.Level == doctor.Error {
				list = append(list, f.Text)
			}
		}})
		if err != nil {
			t.Error(err)
		}
		return list
	}
	if list := tells(); len(list) > 0 {
		t.Errorf("the doctor finds %q", list)
	}
	if err := os.Rename(filepath.Join(to, "themes"), filepath.Join(to, "away")); err != nil {
		t.Fatal(err)
	}
	if list := tells(); len(list) != 1 || !strings.Contains(list[0], "heron") {
		t.Errorf("without the theme the doctor finds %q", list)
	}
	if a := copied.do("", "GET", "/", nil); !strings.Contains(string(a.body), "Heron stands here") {
		t.Errorf("the theme isn't that of the site: %.500s", a.body)
	}
}

// TestBackupKeepsFiles makes a backup where a file is: it stays unless the caller says
// that it may go.
func TestBackupKeepsFiles(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	file := filepath.Join(t.TempDir(), "site.zip")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{}, quiet); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another file: %v", err)
	}
	if b, err := os.ReadFile(file); string(b) != "precious" {
		t.Errorf("%s %v", b, err)
	}
	if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{Overwrite: true}, quiet); err != nil {
		t.Error(err)
	}
}

// TestRestoreOfNewerBackup gives restore backups whose tables, of the core or of an
// extension, are newer than the program: it says so and makes no site.
func TestRestoreOfNewerBackup(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "full"})
	dir := t.TempDir()
	file := filepath.Join(dir, "site.zip")
	if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{Program: "9.9.9"}, quiet); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		edit func(m *backup.Manifest)
		says string
	}{
		"core":      {func(m *backup.Manifest) { m.Schema.Core++ }, "run the version that made it (9.9.9), or a newer one"},
		"extension": {func(m *backup.Manifest) { m.Schema.Extensions["redirection"]++ }, "redirection"},
		"unknown":   {func(m *backup.Manifest) { m.Schema.Extensions["egret"] = 1 }, "egret"},
		"format":    {func(m *backup.Manifest) { m.Format++ }, "run the version that made it (9.9.9)"},
	} {
		t.Run(name, func(t *testing.T) {
			to := filepath.Join(dir, name)
			edited := filepath.Join(dir, name+".zip")
			editManifest(t, file, edited, tt.edit)
			_, err := backups.Restore(t.Context(), app.Config{Data: to}, edited, "", quiet)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%v", err)
			}
			if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the folder of a site is there (%v)", err)
			}
		})
	}
}

// editManifest copies a backup with another manifest.
func editManifest(t *testing.T, from, to string, edit func(m *backup.Manifest)) {
	t.Helper()
	rewriteZip(t, from, to, func(name string, b []byte) []byte {
		if name != "backup.json" {
			return b
		}
		var m backup.Manifest
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		edit(&m)
		b, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return b
	})
}

// TestRestoreOfDamagedBackup changes a row, cuts a table short and changes a file: a
// backup that is damaged isn't asked for again, and another one takes its place.
func TestRestoreOfDamagedBackup(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{Preset: "full"})
	s.textFile("one.txt")
	dir := t.TempDir()
	file := filepath.Join(dir, "site.zip")
	if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{}, quiet); err != nil {
		t.Fatal(err)
	}
	for what, edit := range map[string]func(name string, b []byte) []byte{
		"row": func(name string, b []byte) []byte {
			if name == "tables/account.jsonl" {
				return []byte(strings.Replace(string(b), "test_editor", "test_author2", 1))
			}
			return b
		},
		"table": func(name string, b []byte) []byte {
			if name == "tables/site_option.jsonl" {
				return b[:len(b)/2]
			}
			return b
		},
		"file": func(name string, b []byte) []byte {
			if strings.HasPrefix(name, "media/") {
				return append(b[:len(b)-1], 'x')
			}
			return b
		},
	} {
		t.Run(what, func(t *testing.T) {
			c := app.Config{Data: filepath.Join(dir, what)}
			bad := filepath.Join(dir, what+".zip")
			rewriteZip(t, file, bad, edit)
			if _, err := backups.Restore(t.Context(), c, bad, "", quiet); !errors.Is(err, backup.ErrDamaged) || !strings.Contains(err.Error(), "restore another backup") {
				t.Fatalf("%v", err)
			}
			if _, err := app.New(t.Context(), c); err == nil || strings.Contains(err.Error(), "again") || !strings.Contains(err.Error(), what+".zip is damaged") {
				t.Errorf("a site on what is left: %v", err)
			}
			if _, err := backups.Restore(t.Context(), c, file, "", quiet); err != nil {
				t.Errorf("a sound backup after it: %v", err)
			}
		})
	}
}
