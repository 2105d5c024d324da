package api

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/storage/store"
	"quoin/internal/transfer/backup"
)

func quiet(backup.Progress) {}

// textFile uploads a file.
func (s *server) textFile(name string) {
	s.t.Helper()
	a := s.do("administrator", "POST", "/api/core/v2/media", strings.NewReader("text of "+name), "Content-Type", "text/plain",
		"Content-Disposition", "attachment; filename="+name)
	if a.status != 201 {
		s.t.Fatalf("%d %s", a.status, a.body)
	}
}

// TestBackupWhileOthersWrite makes a backup while sixteen clients write, and
// restores it on the other engine. The digests that Restore compares prove that
// it is what was backed up; that each entry has what its transaction stored
// with it, that it existed at one moment.
func TestBackupWhileOthersWrite(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.textFile("one.txt")
		dir := t.TempDir()
		stop := make(chan struct{})
		var writers sync.WaitGroup
		for w := range 16 {
			writers.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-stop:
						return
					default:
					}
					a := s.do("administrator", "POST", "/api/core/v2/posts", map[string]any{
						"title": fmt.Sprintf("By %d, number %d", w, i), "status": "publish", "categories": []int{1},
					})
					if a.status != 201 {
						t.Errorf("%d %s", a.status, a.body)
						return
					}
				}
			})
		}
		file := filepath.Join(dir, "site.zip")
		made, err := s.app.Backups.Make(t.Context(), file, backups.Options{Program: "test"}, quiet)
		close(stop)
		writers.Wait()
		if err != nil {
			t.Fatal(err)
		}
		rows := map[string]int64{}
		for _, table := range made.Tables {
			rows[table.Name] = table.Rows
		}
		other := engine{map[string]string{"sqlite": "postgres", "postgres": "sqlite"}[e.name]}
		c := app.Config{Data: filepath.Join(dir, "restored"), DatabaseURL: other.database(t), Preset: "full"}
		if _, err := backups.Restore(t.Context(), c, file, "", quiet); err != nil {
			t.Fatal(err)
		}
		a, err := app.New(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if a.Created != nil {
			t.Error("the restored site was taken for an empty one")
		}
		// A published post is one row of entry with one of its text, one category
		// and one count, whatever the moment.
		var posts, texts, terms, counted int64
		count := func(text string, into *int64) {
			t.Helper()
			if _, err := a.DB.Tables("test").QueryRow(t.Context(), text, nil, into); err != nil {
				t.Fatal(err)
			}
		}
		count("SELECT COUNT(*) FROM entry WHERE type = 'post' AND status = 'publish'", &posts)
		count("SELECT COUNT(*) FROM entry e JOIN entry_text t ON t.entry_id = e.id WHERE e.type = 'post' AND e.status = 'publish'", &texts)
		count("SELECT COUNT(*) FROM entry_term x JOIN entry e ON e.id = x.entry_id WHERE e.type = 'post' AND e.status = 'publish' AND x.term_id = 1", &terms)
		count("SELECT count FROM term WHERE id = 1", &counted)
		if texts != posts || terms != posts || counted != posts {
			t.Errorf("%d posts have %d texts and %d categories, of which %d are counted", posts, texts, terms, counted)
		}
		again, err := a.Backups.Make(t.Context(), filepath.Join(dir, "again.zip"), backups.Options{Program: "test"}, quiet)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(without(made.Tables, "job"), without(again.Tables, "job")); diff != "" || len(again.Media) != len(made.Media) || len(made.Media) == 0 {
			t.Errorf("%d and %d files; %s", len(made.Media), len(again.Media), diff)
		}
		if _, err := backups.Restore(t.Context(), c, file, "", quiet); err == nil {
			t.Error("a backup was restored over a site")
		}
	})
}

// without leaves out a table that a start writes to.
func without(list []store.TableDump, name string) (out []store.TableDump) {
	for _, d := range list {
		if d.Name != name {
			out = append(out, d)
		}
	}
	return out
}

// TestBackupsShareMedia makes two backups with a place for uploaded files: the
// second stores only what is new there. A file that was damaged there isn't
// restored.
func TestBackupsShareMedia(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	s.textFile("one.txt")
	dir := t.TempDir()
	place := "file://" + filepath.Join(dir, "place")
	files := func() (list []string) {
		err := filepath.WalkDir(filepath.Join(dir, "place"), func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && len(d.Name()) == 64 {
				list = append(list, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	make := func(name string) string {
		path := filepath.Join(dir, name)
		if _, err := s.app.Backups.Make(t.Context(), path, backups.Options{Place: place, Program: "test"}, quiet); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := make("first.zip")
	n := len(files())
	make("second.zip")
	if again := len(files()); n == 0 || again != n {
		t.Errorf("%d files after the first backup, %d after the second", n, again)
	}
	z, err := zip.OpenReader(first)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if strings.HasPrefix(f.Name, "media/") {
			t.Errorf("%s is in the file too", f.Name)
		}
	}
	restore := func(name, place string) error {
		_, err := backups.Restore(t.Context(), app.Config{Data: filepath.Join(dir, name), Preset: "full"}, first, place, quiet)
		return err
	}
	if err := restore("a", ""); err == nil {
		t.Error("restored without its media")
	}
	if err := restore("b", place); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(files()[0], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := restore("c", place); err == nil {
		t.Error("a damaged file was restored")
	}
}

// TestNightlyBackups lets four nights pass.
func TestNightlyBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, app.Config{BackupTo: dir, BackupKeep: 2, Version: "test"})
	for range 4 {
		if err := s.app.Backups.Now(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	list, err := filepath.Glob(filepath.Join(dir, "quoin-*.zip"))
	if err != nil || len(list) == 0 || len(list) > 2 {
		t.Fatalf("%v %v", list, err)
	}
	for _, path := range list {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", path, info.Mode(), err)
		}
	}
}
