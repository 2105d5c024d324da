package api

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/app/backups"
	"quoin/internal/app/examination"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/all"
	"quoin/internal/platform/blob/blobtest"
	"quoin/internal/transfer/backup"
)

// TestTrialOfBackups tries backups: a good one on both engines, with media in it and apart,
// and ones of which a row, a file, a whole table or the end is wrong.
func TestTrialOfBackups(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		dir := t.TempDir()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		s.textFile("one.txt")
		s.textFile("two.txt")
		for i := range 5 {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", i), "content": `<p>See <a href="/not-there-at-all/">this</a></p>`, "status": "publish"})
		}
		if _, err := s.app.Themes.Bring(t.Context(), themeFolder(t)); err != nil {
			t.Fatal(err)
		}
		if err := s.app.Themes.Switch(t.Context(), "heron"); err != nil {
			t.Fatal(err)
		}
		inside, apart, work := filepath.Join(dir, "inside.zip"), filepath.Join(dir, "apart.zip"), filepath.Join(dir, "work")
		if err := os.Mkdir(work, 0o700); err != nil {
			t.Fatal(err)
		}
		try := func(file string) (*examination.Tried, error) {
			t.Helper()
			tried, err := app.TryBackup(t.Context(), file, examination.Trial{Work: work})
			if left, rerr := os.ReadDir(work); rerr != nil || len(left) > 0 {
				t.Errorf("the trial leaves %v %v", left, rerr)
			}
			return tried, err
		}
		for file, place := range map[string]string{inside: "", apart: "file://" + filepath.Join(dir, "media")} {
			if _, err := s.app.Backups.Make(t.Context(), file, backups.Options{Place: place}, quiet); err != nil {
				t.Fatal(err)
			}
			tried, err := try(file)
			if err != nil || len(tried.Wrong) > 0 {
				t.Fatalf("%s: %+v %v", file, tried, err)
			}
			if tried.Pages < 20 || len(tried.Media) != 2 || !slices.ContainsFunc(tried.Dead, func(w backup.Wrong) bool { return w.Where == "/not-there-at-all/" }) {
				t.Errorf("%s: %d pages, %d files, dead %v", file, tried.Pages, len(tried.Media), tried.Dead)
			}
		}
		bad := func(what, file, says string) {
			t.Helper()
			tried, err := try(file)
			if !errors.Is(err, backups.ErrBad) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v, want %q; %+v", what, err, says, tried)
			}
		}
		changed := filepath.Join(dir, "changed.zip")
		rewriteZip(t, inside, changed, func(name string, b []byte) []byte {
			if name == "tables/entry.jsonl" {
				return []byte(strings.Replace(string(b), "Post 3", "Post 4", 1))
			}
			return b
		})
		bad("a row that differs", changed, "table entry")
		rewriteZip(t, inside, changed, func(name string, b []byte) []byte {
			if strings.HasPrefix(name, "media/") {
				return append([]byte("x"), b[1:]...)
			}
			return b
		})
		bad("a file that differs", changed, ".txt")
		whole, err := os.ReadFile(inside)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(changed, whole[:len(whole)/2], 0o600); err != nil {
			t.Fatal(err)
		}
		bad("half a file", changed, "not a whole one")
		if _, err := try(filepath.Join(dir, "none.zip")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("no file: %v", err)
		}
		// The site has lost a file before, so the backup hasn't it: the copy shows it.
		if err := s.app.Media.Blobs.Delete(t.Context(), fileOf(t, s)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Backups.Make(t.Context(), inside, backups.Options{Overwrite: true}, quiet); err != nil {
			t.Fatal(err)
		}
		bad("a file that the site has lost", inside, "files")
		place, err := all.Open(t.Context(), "file://"+filepath.Join(dir, "media"), "")
		if err != nil {
			t.Fatal(err)
		}
		for info, err := range place.List(t.Context(), "sha256/") {
			if err != nil {
				t.Fatal(err)
			}
			if err := place.Delete(t.Context(), info.Key); err != nil {
				t.Fatal(err)
			}
			break
		}
		bad("a file that its place has lost", apart, "not found")
	})
}

// fileOf is the key of one of the files.
func fileOf(t *testing.T, s *server) (key string) {
	t.Helper()
	for info, err := range s.app.Media.Blobs.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		key = info.Key
	}
	return key
}

// TestNightlyBackupsAreTried has a night's backup that is good, and one whose media are
// damaged: it is told as bad, and no older one is deleted for it.
func TestNightlyBackupsAreTried(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 3, 30, 0, 0, time.UTC)
	dir := t.TempDir()
	s := start(t, app.Config{BackupTo: dir, BackupKeep: 1, Clock: func() time.Time { return now }})
	s.textFile("one.txt")
	if err := s.app.Backups.Now(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if status, err := s.app.Status(t.Context()); err != nil || !strings.Contains(status.LastTrial, "2026-05-01T03:30:00Z ") {
		t.Errorf("%+v %v", status, err)
	}
	made := func() int {
		list, err := filepath.Glob(filepath.Join(dir, "quoin-*.zip"))
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	err := filepath.WalkDir(filepath.Join(dir, "media", "sha256"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err == nil {
			b[0]++
			err = os.WriteFile(path, b, 0o600)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	now = now.AddDate(0, 0, 1)
	if err := s.app.Backups.Now(t.Context(), true); !errors.Is(err, backups.ErrBad) {
		t.Errorf("a bad one: %v", err)
	}
	if n := made(); n != 2 {
		t.Errorf("%d backups are left, of one that is good and one that is bad", n)
	}
	if status, err := s.app.Status(t.Context()); err != nil || !strings.Contains(status.LastTrial, "2026-05-01T03:30:00Z ") {
		t.Errorf("%+v %v", status, err)
	}
}

// TestMediaOfNoBackup removes what no backup has any more, and nothing else: what another
// one has, what a backup elsewhere claims, what is young, and all while a backup can't be
// read or is being made.
func TestMediaOfNoBackup(t *testing.T) {
	t.Parallel()
	now := time.Now()
	dir := t.TempDir()
	s := start(t, app.Config{BackupTo: dir, BackupKeep: 1, Clock: func() time.Time { return now }})
	media := "file://" + filepath.Join(dir, "media")
	place, err := all.Open(t.Context(), media, "")
	if err != nil {
		t.Fatal(err)
	}
	there := func() (n int) {
		t.Helper()
		for _, err := range place.List(t.Context(), "sha256/") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	night := func(want int, when string) {
		t.Helper()
		now = now.AddDate(0, 0, 1)
		if err := s.app.Backups.Now(t.Context(), false); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		if n := there(); n != want {
			t.Errorf("%s: %d files, want %d", when, n, want)
		}
	}
	blobs := s.app.Media.Blobs
	for i, key := range []string{"2026/05/stays.txt", "2026/05/goes.txt", "2026/05/claimed.txt"} {
		blobtest.Put(t, blobs, key, blobtest.Bytes(100+i))
	}
	if _, err := s.app.Backups.Make(t.Context(), filepath.Join(dir, "by-hand.zip"), backups.Options{Place: media}, quiet); err != nil {
		t.Fatal(err)
	}
	night(3, "at first")
	if err := blobs.Delete(t.Context(), "2026/05/goes.txt"); err != nil {
		t.Fatal(err)
	}
	night(3, "while one by hand has it")
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.zip")
	if _, err := s.app.Backups.Make(t.Context(), elsewhere, backups.Options{Place: media}, quiet); err != nil {
		t.Fatal(err)
	}
	if err := blobs.Delete(t.Context(), "2026/05/claimed.txt"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "by-hand.zip")); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, "copied-by-half.zip")
	if err := os.WriteFile(broken, []byte("PK"), 0o600); err != nil {
		t.Fatal(err)
	}
	now = now.AddDate(0, 0, 2)
	if err := s.app.Backups.Now(t.Context(), false); !errors.Is(err, backup.ErrNoBackup) || there() != 3 {
		t.Errorf("with one that can't be read: %v, %d files", err, there())
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	end, free, err := backup.LockPlace(filepath.Join(dir, "media"), false)
	if err != nil || !free {
		t.Fatal(free, err)
	}
	night(3, "while one is being made")
	if err := end(); err != nil {
		t.Fatal(err)
	}
	night(2, "when nobody has it")
	if _, err := place.Stat(t.Context(), digestKey(blobtest.Bytes(101))); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("what went is another one: %v", err)
	}
	if _, err := backups.Restore(t.Context(), app.Config{Data: filepath.Join(t.TempDir(), "to")}, elsewhere, media, quiet); err != nil {
		t.Errorf("the one elsewhere: %v", err)
	}
}

// digestKey is where a place has bytes.
func digestKey(b []byte) string {
	digest := fmt.Sprintf("%x", sha256.Sum256(b))
	return "sha256/" + digest[:2] + "/" + digest
}
