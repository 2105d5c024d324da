package installed_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/theme/installed"
)

const style = "/* Theme Name: T\nVersion: 1 */"

type file struct{ name, text string }

func whole(prefix string) []file {
	return []file{{prefix + "style.css", style}, {prefix + "templates/index.html", "index"}}
}

func zipped(t *testing.T, name string, files ...file) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate}
		if strings.HasPrefix(f.text, "link:") {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		part, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(strings.TrimPrefix(f.text, "link:"))); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	at := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(at, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}

func newThemes(t *testing.T) (*installed.Themes, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "themes")
	s, err := installed.New(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, dir
}

// What an install left whose process was killed goes a day later, but for a theme that was about to be replaced.
func TestUnfinishedInstalls(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	old := time.Now().Add(-48 * time.Hour)
	for name, late := range map[string]bool{".new-1": true, ".new-2": false, ".new-3": true, "heron": true} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(at, "part"), 0o700); err != nil {
			t.Fatal(err)
		}
		if name == ".new-3" {
			if err := os.Mkdir(filepath.Join(at, ".old"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if late {
			if err := os.Chtimes(at, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.Install(zipped(t, "crane.zip", whole("")...)); err != nil {
		t.Fatal(err)
	}
	for name, stays := range map[string]bool{".new-1": false, ".new-2": true, ".new-3": true, "heron": true, "crane": true} {
		if _, err := os.Lstat(filepath.Join(dir, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInstall(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		archive string
		files   []file
		id      string // "" when it is refused
	}{
		"one folder":     {"x.zip", append(whole("heron/"), file{"heron/.git/config", "x"}, file{"__MACOSX/heron/style.css", "x"}), "heron"},
		"no folder":      {"crane.zip", whole(""), "crane"},
		"a large name":   {"Crane.ZIP", whole(""), "Crane"},
		"a link":         {"x.zip", append(whole("heron/"), file{"heron/assets/passwd", "link:/etc/passwd"}), "heron"},
		"out of it":      {"x.zip", append(whole("heron/"), file{"heron/../../evil.css", "x"}), ""},
		"absolute":       {"x.zip", append(whole("heron/"), file{"/etc/evil", "x"}), ""},
		"backslashes":    {"x.zip", append(whole("heron/"), file{`heron\..\..\evil`, "x"}), ""},
		"twice the same": {"x.zip", append(whole("heron/"), whole("heron/")...), ""},
		"a bomb":         {"x.zip", append(whole("heron/"), file{"heron/a.bin", strings.Repeat("\x00", 21<<20)}), ""},
		"no theme":       {"x.zip", []file{{"a.txt", "x"}}, ""},
		"no index":       {"x.zip", []file{{"heron/style.css", style}}, ""},
		"odd name":       {"x.zip", whole("..heron/"), ""},
		"built-in name":  {"x.zip", whole("quoin/"), ""},
		"no parent":      {"x.zip", []file{{"child/style.css", "/* Theme Name: C\nTemplate: none */"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := newThemes(t)
			th, err := s.Install(zipped(t, c.archive, c.files...))
			if (err == nil) != (c.id != "") || err == nil && th.ID != c.id {
				t.Fatalf("got %v, %v, want %q", th, err, c.id)
			}
			want := []string{"quoin"}
			if c.id != "" {
				want = append(want, c.id)
				slices.Sort(want)
			}
			if got := s.IDs(); !slices.Equal(got, want) {
				t.Errorf("themes are %v", got)
			}
			left, _ := os.ReadDir(dir)
			if len(left) != len(want)-1 {
				t.Errorf("folder holds %v", left)
			}
			if _, err := os.Lstat(filepath.Join(dir, "heron/assets/passwd")); err == nil {
				t.Error("a link was unpacked")
			}
		})
	}
}

// TestInstallBoundsTheList: a list of files is refused by its length before it is read, whatever its end says of it.
func TestInstallBoundsTheList(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	const entries = 10_001
	record := append([]byte("PK\x01\x02"), make([]byte, 42)...)
	record[28] = 1 // the length of a name
	record = append(record, 'a')
	list := bytes.Repeat(record, entries)
	end := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	binary.LittleEndian.PutUint16(end[8:], entries)
	binary.LittleEndian.PutUint16(end[10:], entries)
	binary.LittleEndian.PutUint32(end[12:], uint32(len(list)))
	archive := filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(archive, append(list, end...), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(archive); !errors.Is(err, installed.ErrTooMuch) {
		t.Errorf("got %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("folder holds %v", left)
	}
}

func TestInstallFolderAgain(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	from := filepath.Join(t.TempDir(), "heron")
	write := func(name, text string) {
		at := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("style.css", style)
	write("templates/index.html", "one")
	if _, err := s.Install(from); err != nil {
		t.Fatal(err)
	}
	write("templates/index.html", "two")
	if th, err := s.Install(from); err != nil || th.Template("index").Content != "two" {
		t.Fatalf("installed again: %v", err)
	}
	one, err := s.Load("heron", installed.Words{Stamp: "1"})
	if err != nil || one.Template("index").Content != "two" {
		t.Fatalf("loaded: %v", err)
	}
	// A version that doesn't load leaves the one that is there.
	if err := os.Remove(filepath.Join(from, "templates/index.html")); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(from); err == nil {
		t.Error("a theme without a template was installed")
	}
	if _, err := s.Load("heron", installed.Words{Stamp: "2"}); err != nil {
		t.Error(err)
	}
	if _, err := s.Load("../heron", installed.Words{}); !errors.Is(err, installed.ErrUnknown) {
		t.Errorf("a name with a path: %v", err)
	}
	child := zipped(t, "x.zip", file{"child/style.css", "/* Theme Name: C\nTemplate: heron */"}, file{"child/templates/page.html", "p"})
	if th, err := s.Install(child); err != nil || th.Parent == nil || th.Template("index") == nil {
		t.Errorf("a child: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "child/templates/page.html")); err != nil {
		t.Error(err)
	}
}
