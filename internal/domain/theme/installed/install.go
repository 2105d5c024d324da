package installed

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"quoin/internal/domain/theme"
)

// The bounds of what is installed. What a file in an archive says of its size
// isn't believed.
const (
	maxArchive    = 100 << 20
	maxFiles      = 5000
	maxFileBytes  = 20 << 20
	maxTotalBytes = 200 << 20
	maxDepth      = 12
)

var errTooMuch = errors.New("the theme is too large")

// Install puts the theme in a folder or zip archive onto the themes; it takes
// the place of one of the same name. The theme must load. Nothing is left
// behind when it doesn't.
func (s *Themes) Install(from string) (*theme.Theme, error) {
	return s.install(from, func(string) error { return nil })
}

// install is Install; prepare changes the theme in a folder of its own before it is looked at.
func (s *Themes) install(from string, prepare func(made string) error) (*theme.Theme, error) {
	if err := os.MkdirAll(s.dir, 0o755); err != nil { // #nosec G301 -- other web servers may read themes
		return nil, fmt.Errorf("folder of themes: %w", err)
	}
	if err := s.removeUnfinished(); err != nil {
		return nil, fmt.Errorf("folder of themes: %w", err)
	}
	temp, err := os.MkdirTemp(s.dir, unfinished)
	if err != nil {
		return nil, fmt.Errorf("folder of themes: %w", err)
	}
	defer os.RemoveAll(temp)
	info, err := os.Stat(from)
	if err != nil {
		return nil, fmt.Errorf("theme %s: %w", from, reason(err))
	}
	var id string
	if info.IsDir() {
		id, err = fromFolder(from, temp)
	} else {
		id, err = fromZip(from, info.Size(), temp)
	}
	if err != nil {
		return nil, fmt.Errorf("theme %s: %w", from, err)
	}
	if id == s.Given() || s.builtIn(id) {
		return nil, fmt.Errorf("theme %s: the name %q is taken by a theme of the program or of its start", from, id)
	}
	made := filepath.Join(temp, id)
	if err := prepare(made); err != nil {
		return nil, err
	}
	if _, err := s.loadAt(made); err != nil {
		return nil, err
	}
	if err := replace(made, filepath.Join(s.dir, id), filepath.Join(temp, aside)); err != nil {
		return nil, fmt.Errorf("theme %s: %w", id, err)
	}
	return s.read(id, Words{})
}

// unfinished begins the names of folders in which themes are made ready, and unfinishedFor is how long one
// may take.
const (
	unfinished    = ".new-"
	unfinishedFor = 24 * time.Hour
)

// aside is the folder beside a new theme in which the one stands that it takes the place of.
const aside = "old"

// removeUnfinished removes what installs left behind whose process was killed, but for a theme that was about to
// be replaced.
func (s *Themes) removeUnfinished() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), unfinished) {
			continue
		}
		at := filepath.Join(s.dir, e.Name())
		info, err := os.Lstat(at)
		if err != nil || time.Since(info.ModTime()) < unfinishedFor {
			continue
		}
		if _, err := os.Lstat(filepath.Join(at, aside)); err == nil {
			continue
		}
		if err := os.RemoveAll(at); err != nil {
			return err
		}
	}
	return nil
}

// builtIn tells of a name that no folder on the themes gives.
func (s *Themes) builtIn(id string) bool {
	_, dir, err := s.find(id)
	return err == nil && dir == ""
}

// loadAt loads a theme that isn't on the themes yet; its parent has to be.
func (s *Themes) loadAt(dir string) (*theme.Theme, error) {
	if !isTheme(dir) {
		return nil, fmt.Errorf("%s is no theme: it has no style.css", filepath.Base(dir))
	}
	return theme.Load(os.DirFS(dir), filepath.Base(dir), theme.Options{Parent: func(id string) (*theme.Theme, error) { return s.read(id, Words{}) }})
}

// replace moves a folder to its place. What is there goes aside first, and
// comes back when the move fails.
func replace(made, place, aside string) error {
	_, err := os.Lstat(place)
	old := err == nil
	if old {
		if err := os.Rename(place, aside); err != nil {
			return err
		}
	}
	if err := os.Rename(made, place); err != nil {
		if old {
			err = errors.Join(err, os.Rename(aside, place))
		}
		return err
	}
	return nil
}

// writer writes files below a folder within the bounds.
type writer struct {
	root  *os.Root
	files int
	bytes int64
}

func newWriter(dir string) (*writer, error) {
	if err := os.Mkdir(dir, 0o755); err != nil { // #nosec G301 -- other web servers may read themes
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &writer{root: root}, nil
}

func (w *writer) close() error { return w.root.Close() }

// put writes a file. The root keeps it inside the folder, whatever its name.
func (w *writer) put(name string, from io.Reader) error {
	if w.files++; w.files > maxFiles || strings.Count(name, "/") > maxDepth {
		return errTooMuch
	}
	if err := w.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	file, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	n, err := io.Copy(file, io.LimitReader(from, maxFileBytes+1))
	err = errors.Join(err, file.Close())
	if w.bytes += n; err == nil && (n > maxFileBytes || w.bytes > maxTotalBytes) {
		err = errTooMuch
	}
	return err
}

// fromFolder copies a theme's folder. Links and hidden files stay behind.
func fromFolder(from, temp string) (string, error) {
	abs, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	id, err := nameOf(abs)
	if err != nil {
		return "", err
	}
	w, err := newWriter(filepath.Join(temp, id))
	if err != nil {
		return "", err
	}
	fsys := os.DirFS(abs)
	err = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		file, err := fsys.Open(name)
		if err != nil {
			return err
		}
		return errors.Join(w.put(name, file), file.Close())
	})
	return id, errors.Join(err, w.close())
}

// fromZip unpacks an archive. The theme is its one folder, or all of it; then
// the name of the archive is the theme's.
func fromZip(from string, size int64, temp string) (string, error) {
	if size > maxArchive {
		return "", errTooMuch
	}
	archive, err := zip.OpenReader(from)
	if err != nil {
		return "", fmt.Errorf("no zip archive: %w", err)
	}
	defer archive.Close()
	top, err := topOf(archive.File)
	if err != nil {
		return "", err
	}
	id := top
	if top == "" {
		id = from
	}
	if id, err = nameOf(id); err != nil {
		return "", err
	}
	w, err := newWriter(filepath.Join(temp, id))
	if err != nil {
		return "", err
	}
	for _, f := range archive.File {
		name := strings.TrimPrefix(f.Name, top+"/")
		if top == "" {
			name = f.Name
		}
		if passedOver(f, name) {
			continue
		}
		if err = unpack(w, f, name); err != nil {
			break
		}
	}
	return id, errors.Join(err, w.close())
}

func unpack(w *writer, f *zip.File, name string) error {
	file, err := f.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	if err := errors.Join(w.put(name, file), file.Close()); err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	return nil
}

// passedOver tells of what isn't unpacked: folders, which come with their
// files, links, and what packing programs leave behind.
func passedOver(f *zip.File, name string) bool {
	if !f.Mode().IsRegular() || strings.HasSuffix(f.Name, "/") || strings.HasPrefix(f.Name, "__MACOSX/") {
		return true
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return true
		}
	}
	return false
}

// topOf is the one folder that holds the theme in an archive, "" when the
// archive itself is the theme. Names that lead out of the archive are refused.
func topOf(files []*zip.File) (string, error) {
	if len(files) > 2*maxFiles {
		return "", errTooMuch
	}
	for _, f := range files {
		if !filepath.IsLocal(f.Name) && strings.Trim(f.Name, "/") != "" || strings.ContainsAny(f.Name, "\\\x00") {
			return "", fmt.Errorf("the archive has a file with the name %q", f.Name)
		}
	}
	for _, f := range files {
		if f.Name == "style.css" {
			return "", nil
		}
		if top, name, _ := strings.Cut(f.Name, "/"); name == "style.css" {
			return top, nil
		}
	}
	return "", errors.New("the archive is no theme: it has no style.css")
}
