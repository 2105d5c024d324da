// Package installed holds the themes that a site has: the built-in one, those in its
// data folder, and one that the program was started with. Whoever asks gets
// loaded themes; Install puts one into the data folder.
package installed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/platform/language"
)

// ErrUnknown says that there is no theme of that name.
var ErrUnknown = errors.New("there is no such theme")

// ids are what folders of themes may be called.
var ids = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$`)

// Themes are the themes of a site. They are safe for concurrent use.
type Themes struct {
	dir   string // folder of the installed themes; it needn't be there
	given string // folder of one more theme, "" for none

	changing sync.Mutex // while folders change places

	loading sync.Mutex
	loaded  map[key]result
}

// key tells apart what was loaded. Another stamp means that files may have
// changed.
type key struct{ id, locale, stamp string }

// Words is the language that themes are read for. The stamp is another one when files or
// packs may have changed; Texts are what packs say for a text domain, and may be nil.
type Words struct {
	Locale, Stamp string
	Texts         func(domain string) *language.Texts
}

// result is a theme, or why it doesn't load.
type result struct {
	theme *theme.Theme
	err   error
}

// maxLoaded bounds the themes that are kept in memory.
const maxLoaded = 8

// New is the themes in the folder dir, the built-in one, and the one in the
// folder given, which may be "".
func New(dir, given string) (*Themes, error) {
	if given != "" {
		abs, err := filepath.Abs(given)
		if err != nil {
			return nil, fmt.Errorf("theme folder %s: %w", given, err)
		}
		given = abs
	}
	return &Themes{dir: dir, given: given, loaded: map[key]result{}}, nil
}

// Given is the id of the theme that the program was started with, "" for none.
func (s *Themes) Given() string {
	if s.given == "" {
		return ""
	}
	return filepath.Base(s.given)
}

// IDs are all themes by name.
func (s *Themes) IDs() []string {
	out := []string{quoin.ID}
	if id := s.Given(); id != "" && !slices.Contains(out, id) {
		out = append(out, id)
	}
	entries, _ := os.ReadDir(s.dir) // no folder, no themes
	for _, e := range entries {
		if e.IsDir() && ids.MatchString(e.Name()) && !slices.Contains(out, e.Name()) {
			if _, err := os.Stat(filepath.Join(s.dir, e.Name(), "style.css")); err == nil {
				out = append(out, e.Name())
			}
		}
	}
	slices.Sort(out)
	return out
}

// Load is a theme for the language of the site. It is read once for each
// stamp. ErrUnknown when there is none of that name.
func (s *Themes) Load(id string, w Words) (*theme.Theme, error) {
	k := key{id, w.Locale, w.Stamp}
	s.loading.Lock()
	defer s.loading.Unlock()
	if r, ok := s.loaded[k]; ok {
		return r.theme, r.err
	}
	t, err := s.read(id, w)
	if errors.Is(err, ErrUnknown) && t == nil && !s.has(id) {
		return nil, err // anybody may ask for any name
	}
	if len(s.loaded) >= maxLoaded {
		clear(s.loaded)
	}
	s.loaded[k] = result{t, err}
	return t, err
}

func (s *Themes) read(id string, w Words) (*theme.Theme, error) {
	fsys, dir, err := s.find(id)
	if err != nil {
		return nil, err
	}
	return theme.Load(fsys, id, theme.Options{Locale: w.Locale, Texts: w.Texts, Parent: func(parent string) (*theme.Theme, error) {
		// A parent stands beside its child, or where the site has its themes.
		if dir != "" && ids.MatchString(parent) {
			if own := filepath.Join(dir, parent); isTheme(own) {
				return theme.Load(os.DirFS(own), parent, theme.Options{Locale: w.Locale, Texts: w.Texts})
			}
		}
		fsys, _, err := s.find(parent)
		if err != nil {
			return nil, err
		}
		return theme.Load(fsys, parent, theme.Options{Locale: w.Locale, Texts: w.Texts})
	}})
}

// find is where a theme lies, and the folder that it lies in, "" for the
// built-in one.
func (s *Themes) find(id string) (fsys fs.FS, dir string, err error) {
	if s.given != "" && id == s.Given() {
		return os.DirFS(s.given), filepath.Dir(s.given), nil
	}
	if id == quoin.ID {
		return quoin.FS(), "", nil
	}
	if dir := filepath.Join(s.dir, id); ids.MatchString(id) && isTheme(dir) {
		return os.DirFS(dir), s.dir, nil
	}
	return nil, "", fmt.Errorf("theme %q: %w", id, ErrUnknown)
}

// has tells whether there is a theme of a name, whether it loads or not.
func (s *Themes) has(id string) bool {
	_, _, err := s.find(id)
	return err == nil
}

func isTheme(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, "style.css"))
	return err == nil && info.Mode().IsRegular()
}

// Read reads the theme in a folder, to look at it. Its parent may lie beside
// it.
func Read(dir string) (*theme.Theme, error) {
	s, err := New(filepath.Dir(dir), dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(s.given); err != nil {
		return nil, fmt.Errorf("theme folder %s: %w", dir, reason(err))
	} else if !info.IsDir() {
		return nil, fmt.Errorf("the theme %s is no folder", dir)
	}
	if !isTheme(s.given) {
		return nil, fmt.Errorf("folder %s is no theme: it has no style.css", dir)
	}
	t, err := s.Load(s.Given(), Words{})
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", dir, err)
	}
	return t, nil
}

// reason is what the system says, without the name of the file.
func reason(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// nameOf is what the folder of a theme is to be called after the name of a
// file or folder.
func nameOf(path string) (string, error) {
	name := filepath.Base(path)
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".zip") {
		name = strings.TrimSuffix(name, ext)
	}
	if !ids.MatchString(name) {
		return "", fmt.Errorf("%q can't be the name of a theme's folder: letters, digits, - and _ only", name)
	}
	return name, nil
}
