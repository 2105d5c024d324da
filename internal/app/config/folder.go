package config

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

// ErrNoSite says that there is no site where one is looked for.
var ErrNoSite = errors.New("there is no site")

// OpenFolder makes sure that the data folder is there, and says what a new
// site in it would meet.
func (c *Config) OpenFolder() (Created, error) {
	if c.Data == "" {
		return Created{}, errors.New("the data folder needs a name")
	}
	dir, err := filepath.Abs(c.Data)
	if err != nil {
		return Created{}, fmt.Errorf("data folder %s: %w", c.Data, err)
	}
	if c.Existing {
		if err := c.CheckFile(); err != nil {
			return Created{}, err
		}
	}
	m := Created{Location: c.Location()}
	list, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.NewFolder = true
		if c.Existing {
			break // made when something is put there
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return Created{}, fmt.Errorf("the data folder %s can't be made: %w", dir, SystemReason(err))
		}
	case err != nil:
		return Created{}, fmt.Errorf("the data folder %s can't be read: %w", dir, SystemReason(err))
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

// CheckFile is ErrNoSite for a data folder without the database that it should have.
func (c *Config) CheckFile() error {
	if c.DatabaseURL != "" {
		return nil
	}
	dir := c.Location()
	if _, err := os.Stat(filepath.Join(dir, "quoin.db")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w in %s; --data names its folder", ErrNoSite, dir)
	}
	return nil
}

// Location is where a site has its database.
func (c *Config) Location() string {
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

// SystemReason is what the operating system says about a failure, without the
// name of its call.
func SystemReason(err error) error {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number
	}
	return err
}
