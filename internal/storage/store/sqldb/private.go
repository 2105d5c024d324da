package sqldb

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Only the user that runs the server may read its data: the database has
// hashes of passwords and the keys that sessions are signed with.
const (
	privateFolder = 0o700
	privateFile   = 0o600
)

// makePrivate creates the file of a database for its owner alone, and takes the
// rights of strangers from one that is there, with the files that stand beside
// it. SQLite gives those the rights of the first.
func makePrivate(path string, suffixes ...string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, privateFile) // #nosec G304 -- in the operator's data folder
	switch {
	case err == nil:
		return f.Close()
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	for _, path := range append(suffixes, path) {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && (info.Mode().Perm()&0o007 == 0 || !info.Mode().IsRegular()) {
			continue
		}
		if err == nil {
			err = os.Chmod(path, privateFile)
		}
		if err != nil {
			return fmt.Errorf("keep %s from others: %w", path, err)
		}
	}
	return nil
}
