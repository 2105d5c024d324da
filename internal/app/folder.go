package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Created tells of a site that this start created, so that whoever mistyped a
// folder sees it.
type Created struct {
	// Location is where: the whole path of the data folder, or the database.
	Location string
	// NewFolder is set when the folder wasn't there before.
	NewFolder bool
	// Others are files in the folder that don't belong to a site.
	Others []string
}

// openFolder makes sure that the data folder is there, and says what a new
// site in it would meet.
func openFolder(c Config) (Created, error) {
	if c.Data == "" {
		return Created{}, errors.New("the data folder needs a name")
	}
	dir, err := filepath.Abs(c.Data)
	if err != nil {
		return Created{}, fmt.Errorf("data folder %s: %w", c.Data, err)
	}
	if c.Existing {
		if err := checkFile(c); err != nil {
			return Created{}, err
		}
	}
	m := Created{Location: location(c)}
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.NewFolder = true
		if c.Existing {
			break // made when something is put there
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return Created{}, fmt.Errorf("the data folder %s can't be made: %w", dir, systemReason(err))
		}
	case err != nil:
		return Created{}, fmt.Errorf("the data folder %s can't be read: %w", dir, systemReason(err))
	}
	for _, f := range list {
		if foreign(f.Name()) {
			m.Others = append(m.Others, f.Name())
		}
	}
	if c.DatabaseURL != "" {
		m.NewFolder, m.Others = false, nil
	}
	return m, nil
}

// checkFile is ErrNoSite for a data folder without the database that it should have.
func checkFile(c Config) error {
	if c.DatabaseURL != "" {
		return nil
	}
	dir := location(c)
	if _, err := os.Stat(filepath.Join(dir, "quoin.db")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s; --data names its folder", ErrNoSite, dir)
	}
	return nil
}

// location is where a site has its database.
func location(c Config) string {
	if c.DatabaseURL != "" {
		return "the PostgreSQL database"
	}
	if dir, err := filepath.Abs(c.Data); err == nil {
		return dir
	}
	return c.Data
}

// foreign tells that a file in the data folder is none that a site, or the
// system, puts there.
func foreign(name string) bool {
	return !strings.HasPrefix(name, ".") && name != "lost+found" &&
		!slices.ContainsFunc(FolderParts(), func(p FolderPart) bool { return p.Has(name) })
}

// systemReason is what the operating system says about a failure, without the
// name of its call.
func systemReason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
