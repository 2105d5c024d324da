package installed

import (
	"archive/zip"
	"bytes"
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
	MaxArchive    = 100 << 20
	maxFiles      = 5000
	maxFileBytes  = 20 << 20
	maxTotalBytes = 200 << 20
	maxDepth      = 12
)

// ErrTooMuch says that a theme is beyond the bounds.
var ErrTooMuch = errors.New("the theme is too large")

// Install puts the theme in a folder or zip archive onto the themes; it takes
// the place of one of the same name. The theme must load. Nothing is left
// behind when it doesn't.
func (s *Themes) Install(from string) (*theme.Theme, error) {
	return s.install(from, func(string) error { return nil })
}

// install is Install; prepare changes the theme in a folder of its own before it is looked at.
func (s *Themes) install(from string, prepare func(made string) error) (*theme.Theme, error) {
	made, err := s.ready(from, prepare)
	if err != nil {
		return nil, err
	}
	temp, id := filepath.Split(made)
	defer os.RemoveAll(temp)
	s.changing.Lock()
	defer s.changing.Unlock()
	if err := replace(made, filepath.Join(s.dir, id), filepath.Join(temp, aside)); err != nil {
		return nil, fmt.Errorf("theme %s: %w", id, err)
	}
	return s.read(id, Words{})
}

// errFolder says that the folder of themes can't be used as it is.
var errFolder = errors.New("folder of themes")

// ready copies a theme to a folder in one of its own, and sees whether it loads. Nothing is left behind when it
// doesn't.
func (s *Themes) ready(from string, prepare func(made string) error) (made string, err error) {
	if err := os.MkdirAll(s.dir, 0o755); err != nil { // #nosec G301 -- other web servers may read themes
		return "", fmt.Errorf("%w: %w", errFolder, err)
	}
	if err := s.removeUnfinished(); err != nil {
		return "", fmt.Errorf("%w: %w", errFolder, err)
	}
	temp, err := os.MkdirTemp(s.dir, unfinished)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errFolder, err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(temp)
		}
	}()
	info, err := os.Stat(from)
	if err != nil {
		return "", fmt.Errorf("theme %s: %w", from, reason(err))
	}
	var id string
	if info.IsDir() {
		id, err = fromFolder(from, temp)
	} else {
		id, err = fromZip(from, info.Size(), temp)
	}
	if err != nil {
		return "", fmt.Errorf("theme %s: %w", filepath.Base(from), err)
	}
	if id == s.Given() || s.builtIn(id) {
		return "", fmt.Errorf("theme %s: the name %q is taken by a theme of the program or of its start", filepath.Base(from), id)
	}
	made = filepath.Join(temp, id)
	if err := prepare(made); err != nil {
		return "", err
	}
	_, err = s.loadAt(made)
	return made, err
}

// unfinished begins the names of folders in which themes are made ready, and unfinishedFor is how long one
// may take.
const (
	unfinished    = ".new-"
	unfinishedFor = 24 * time.Hour
)

// aside is the folder beside a new theme in which the one stands that it takes the place of. No theme is called so.
const aside = ".old"

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
	id := filepath.Base(dir)
	t, err := theme.Load(os.DirFS(dir), id, theme.Options{Parent: func(id string) (*theme.Theme, error) { return s.read(id, Words{}) }})
	if err == nil && t.Header.Parent != "" && s.Parents()[id] {
		return nil, fmt.Errorf("other themes build on %s, so that it can't build on one itself", id)
	}
	return t, err
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
		return ErrTooMuch
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
		err = ErrTooMuch
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
	if size > MaxArchive {
		return "", ErrTooMuch
	}
	if err := boundEntries(from); err != nil {
		return "", err
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

// boundEntries refuses an archive whose list names more files than a theme has, before the list is read into
// memory: what it says of its own length isn't believed.
func boundEntries(from string) error {
	file, err := os.Open(from) // #nosec G304 -- what its owner, or a form, gave
	if err != nil {
		return err
	}
	defer file.Close()
	sign := []byte("PK\x01\x02")
	buf, kept, n := make([]byte, 256<<10), 0, 0
	for {
		read, err := file.Read(buf[kept:])
		if n += bytes.Count(buf[:kept+read], sign); n > 2*maxFiles {
			return ErrTooMuch
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		// What may be the beginning of the next one stays: less than one, so that none counts twice.
		end := kept + read
		kept = min(end, len(sign)-1)
		copy(buf, buf[end-kept:end])
	}
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
		return "", ErrTooMuch
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
