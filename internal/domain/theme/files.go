package theme

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

// The bounds of what a theme may hold. They are far above any real theme and
// keep a broken or hostile one from filling memory.
const (
	maxFiles     = 5000
	maxDepth     = 8
	maxFileBytes = 1 << 20
	maxReadBytes = 32 << 20
)

var errTooLarge = errors.New("the file is too large")

// files reads a theme's files within the bounds.
type files struct {
	fsys fs.FS
	// paths are all regular files, directory by directory.
	paths []string
	set   map[string]bool // the same
	read  int64
}

// list finds all files. The entries of a directory stay in the order in which
// the file system names them.
//
// Compat (TestFolderOrder): templates are listed in that order, not sorted.
func (f *files) list(dir string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s: folders nest deeper than %d", dir, maxDepth)
	}
	entries, err := readDir(f.fsys, dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			if err := f.list(name, depth+1); err != nil {
				return err
			}
		case e.Type().IsRegular():
			// Links are left out: they could lead anywhere.
			if len(f.paths) >= maxFiles {
				return fmt.Errorf("%s: more than %d files", name, maxFiles)
			}
			f.paths = append(f.paths, name)
		}
	}
	return nil
}

func readDir(fsys fs.FS, name string) ([]fs.DirEntry, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	dir, ok := file.(fs.ReadDirFile)
	if !ok {
		return nil, errors.New("not a folder")
	}
	var entries []fs.DirEntry
	for {
		more, err := dir.ReadDir(256)
		entries = append(entries, more...)
		if err == io.EOF {
			return entries, nil
		}
		if err != nil {
			return nil, err
		}
		if len(entries) > maxFiles {
			return nil, fmt.Errorf("more than %d entries", maxFiles)
		}
	}
}

// in are the files below a folder with the given ending, in listed order.
func (f *files) in(dir, ending string) []string {
	var out []string
	for _, p := range f.paths {
		if strings.HasPrefix(p, dir+"/") && strings.HasSuffix(strings.ToLower(p), ending) {
			out = append(out, p)
		}
	}
	return out
}

func (f *files) has(name string) bool {
	if f.set == nil {
		f.set = make(map[string]bool, len(f.paths))
		for _, p := range f.paths {
			f.set[p] = true
		}
	}
	return f.set[name]
}

// bytes reads a file.
func (f *files) bytes(name string) ([]byte, error) {
	file, err := f.fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f.read += int64(len(data))
	if len(data) > maxFileBytes || f.read > maxReadBytes {
		return nil, fmt.Errorf("%s: %w", name, errTooLarge)
	}
	return data, nil
}

// text reads a file as text.
func (f *files) text(name string) (string, error) {
	data, err := f.bytes(name)
	if err != nil {
		return "", err
	}
	s := strings.TrimPrefix(string(data), "\ufeff")
	if !utf8.ValidString(s) {
		return "", fmt.Errorf("%s: the text is not UTF-8", name)
	}
	return s, nil
}
