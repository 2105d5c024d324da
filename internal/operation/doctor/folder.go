package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"quoin/internal/platform/datafolder"
)

// Folder looks at the data folder: whether the program may write there, and
// nobody else may read what is secret. It must be looked at before the database
// is opened, which takes rights of strangers away by itself.
func Folder(dir string) Check {
	return Check{
		Name: "data folder",
		Look: func(context.Context) ([]Finding, error) { return lookAtFolder(dir) },
		Mend: func(context.Context) error {
			for _, path := range private(dir) {
				mode := fs.FileMode(0o600)
				info, err := os.Stat(path)
				if err != nil || info.Mode().Perm()&0o077 == 0 {
					continue
				}
				if info.IsDir() {
					mode = 0o700
				}
				if err := os.Chmod(path, mode); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// private are the paths that nobody but the server's user may read. The folder
// itself isn't one: other servers may read the uploads in it.
func private(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, "quoin.db*")) // the pattern is right
	more, _ := filepath.Glob(filepath.Join(dir, "certificates", "*"))
	return append(append([]string{filepath.Join(dir, "certificates")}, list...), more...)
}

func lookAtFolder(dir string) (list []Finding, err error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []Finding{Found(Error, "%s is no folder", dir)}, nil
	}
	if err := Writable(dir); err != nil {
		list = append(list, Found(Error, "%s", err).With("run it as the user that serves the site"))
	}
	if runtime.GOOS == "windows" {
		return list, nil // rights aren't in the mode there
	}
	var open, foreign []string
	for _, path := range private(dir) {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return list, err
		}
		if info.Mode().Perm()&0o077 != 0 {
			open = append(open, fmt.Sprintf("%s (%s)", path, info.Mode().Perm()))
		}
		if !owned(info) {
			foreign = append(foreign, path)
		}
	}
	if len(open) > 0 {
		list = append(list, Found(Warning, "others than the server's user may read keys and digests of passwords: %s", strings.Join(open[:min(len(open), maxListed)], ", ")))
	}
	if len(foreign) > 0 {
		list = append(list, Found(Warning, "belongs to another user than who runs this: %s", strings.Join(foreign[:min(len(foreign), maxListed)], ", ")).
			With("run it as the user that serves the site"))
	}
	return list, nil
}

// Writable makes a file in a folder and removes it again.
func Writable(dir string) error {
	probe, err := os.CreateTemp(dir, ".quoin-*")
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	if err != nil {
		return fmt.Errorf("nothing can be written in %s: %w", dir, err)
	}
	return nil
}

// Temporary looks whether temporary files can be kept in a folder, and what servers that
// were killed left of theirs in the data folder.
func Temporary(dir, data string) Check {
	return Check{
		Name: "temporary files",
		Look: func(context.Context) (list []Finding, err error) {
			if err := Writable(dir); err != nil {
				list = append(list, Found(Error, "temporary files have no place: %s", err).With("set TMPDIR to a folder of the server's user"))
			}
			left, err := datafolder.Left(data)
			if left.Files > 0 {
				list = append(list, Found(Warning, "servers that were killed left %d files of uploads (%d MB)", left.Files, left.Bytes>>20).
					With("the next start of the server removes them, and so does quoin doctor --mend"))
			}
			return list, err
		},
		Mend: func(context.Context) error { return datafolder.Sweep(data) },
	}
}

// What there should be of free space: for a day's work, and for a copy of the
// database, as a backup or SQLite's own housekeeping needs it.
const (
	leastFree   = 100 << 20
	comfortable = 1 << 30
)

// Disk looks at the free space where the data folder is, of which the database
// takes a part.
func Disk(dir string) Check {
	return Check{Name: "disk", Look: func(context.Context) ([]Finding, error) {
		f, err := Room(dir)
		return []Finding{f}, err
	}}
}

// Room is the finding of Disk.
func Room(dir string) (Finding, error) {
	free, total, err := space(dir)
	if err != nil {
		return Finding{}, err
	}
	size := int64(0)
	if info, err := os.Stat(filepath.Join(dir, "quoin.db")); err == nil {
		size = info.Size()
	}
	return judgeSpace(free, total, size), nil
}

func judgeSpace(free, total, database int64) Finding {
	f := Found(OK, "%d MB are free of %d", free>>20, total>>20)
	switch {
	case free < leastFree:
		f.Level, f.Advice = Error, "nothing can be stored soon"
	case free < comfortable || free < 2*database:
		f.Level, f.Advice = Warning, "a backup and the database's housekeeping need as much as the database has"
	}
	return f
}
