package sqldb

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"
)

// unopened says in one line why the SQLite file at path can't be opened. The
// engine only knows that something failed; the system knows what.
func unopened(path string, err error) error {
	var se *sqlite.Error
	if !errors.As(err, &se) {
		return fmt.Errorf("the database %s can't be opened: %w", path, err)
	}
	switch se.Code() & 0xff {
	case sqlitelib.SQLITE_NOTADB, sqlitelib.SQLITE_CORRUPT:
		return fmt.Errorf("the database %s can't be opened: the file is no SQLite database, or damaged", path)
	case sqlitelib.SQLITE_BUSY:
		return fmt.Errorf("the database %s can't be opened: another program keeps it locked", path)
	}
	if reason := unwritable(path); reason != nil {
		return fmt.Errorf("the database %s can't be opened for writing: %w", path, reason)
	}
	return fmt.Errorf("the database %s can't be opened: %w", path, err)
}

// probeBytes is what a database needs beside its file to be opened.
const probeBytes = 64 << 10

// unwritable tells what keeps a database file, or the files that go beside it,
// from being written; nil when nothing does.
func unwritable(path string) error {
	if info, err := os.Stat(path); err == nil {
		if info.IsDir() {
			return errors.New("it is a folder")
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0) // #nosec G304 -- in the operator's data folder
		if err != nil {
			return systemReason(err)
		}
		f.Close()
	}
	dir := filepath.Dir(path)
	probe, err := os.CreateTemp(dir, ".quoin-*")
	if err != nil {
		return fmt.Errorf("%w (folder %s)", systemReason(err), dir)
	}
	_, err = probe.Write(make([]byte, probeBytes))
	if err = errors.Join(err, probe.Close(), os.Remove(probe.Name())); err != nil {
		return fmt.Errorf("%w (folder %s)", systemReason(err), dir)
	}
	return nil
}

// systemReason is what the operating system says, without the name of the call.
func systemReason(err error) error {
	var number syscall.Errno
	var path *fs.PathError
	switch {
	case errors.As(err, &number):
		return number
	case errors.As(err, &path):
		return path.Err
	}
	return err
}

// unreached says in one line why a PostgreSQL database can't be reached. The
// driver tells it once for each address that it tried.
func unreached(conf *pgx.ConnConfig, err error) error {
	var refused *pgconn.PgError
	var lookup *net.DNSError
	var number syscall.Errno
	reason := strings.Join(strings.Fields(err.Error()), " ")
	switch {
	case errors.As(err, &refused):
		reason = refused.Message
	case errors.As(err, &lookup):
		reason = "there is no host " + lookup.Name
	case errors.As(err, &number):
		reason = number.Error()
	}
	return fmt.Errorf("the database %s at %s can't be used: %s", conf.Database, net.JoinHostPort(conf.Host, fmt.Sprint(conf.Port)), reason)
}
