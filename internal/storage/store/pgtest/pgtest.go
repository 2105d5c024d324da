// Package pgtest gives tests a real PostgreSQL: a throwaway server that it
// starts itself on a socket in a temporary folder, one for the test binary,
// with a database for each test. With QUOIN_TEST_DATABASE_URL set it takes the
// server that the address names instead, with QUOIN_TEST_POSTGRES the programs of the
// server in that folder.
//
// Without binaries of the server tests are skipped and say why, or fail when
// QUOIN_TEST_STRICT is 1.
package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
)

// errNone says that this machine has no server to start.
var errNone = errors.New("no PostgreSQL binaries in /usr/lib/postgresql and QUOIN_TEST_DATABASE_URL is not set")

// Server is a running server.
type Server struct {
	// Durable lets the server flush what it commits, for tests that kill it;
	// set it before the first Database.
	Durable bool
	// Flush is how long the disk takes for a flush at least, of which the server then
	// lets one run at a time; above zero it is Durable. Set it like that.
	Flush time.Duration
	// Room is how many bytes the file system has that the server's files are on, which
	// Fill fills: one of its own, in memory. It takes the right to mount; set it like that.
	Room int64

	admin string // address of the database that others are made from
	dir   string // "" for a server that isn't ours
	bin   string

	mu sync.Mutex
	n  int
}

// Main runs the tests of a package and stops the server afterwards. Packages
// that use Database call it from TestMain.
func (s *Server) Main(m *testing.M) int {
	defer s.Stop()
	return m.Run()
}

// Database makes an empty database and returns its address. It is dropped
// when the test ends.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	return s.make(t, "")
}

// Managed makes an empty database as hosts rent them out: its address is that of a role that is no
// superuser, may make neither databases nor roles, and owns this database alone. Without
// extensions the role may make tables there and no extension, not even one that is trusted.
func (s *Server) Managed(t testing.TB, extensions bool) string {
	t.Helper()
	u, err := url.Parse(s.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	role := name + "_owner"
	if err := run(s.admin, "CREATE ROLE "+role+" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION"); err != nil {
		t.Fatal(err)
	}
	// Before the database is dropped, which takes what the role has in it along.
	t.Cleanup(func() {
		if s.gone() {
			return
		}
		for _, text := range []string{"ALTER DATABASE " + name + " OWNER TO CURRENT_USER", "DROP OWNED BY " + role + " CASCADE"} {
			if err := run(u.String(), text); err != nil {
				t.Error(err)
			}
		}
		if err := run(s.admin, "DROP ROLE "+role); err != nil {
			t.Error(err)
		}
	})
	give := []string{"GRANT USAGE, CREATE ON SCHEMA public TO " + role}
	if extensions {
		// The host has installed one whose functions are for superusers.
		give = []string{"ALTER DATABASE " + name + " OWNER TO " + role, "CREATE EXTENSION IF NOT EXISTS amcheck"}
	}
	for _, text := range give {
		if err := run(u.String(), text); err != nil {
			t.Fatal(err)
		}
	}
	owned := *u
	owned.User = url.User(role)
	return owned.String()
}

// Copy makes a copy of a database, to which nobody may be connected.
func (s *Server) Copy(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return s.make(t, " TEMPLATE "+strings.TrimPrefix(u.Path, "/"))
}

func (s *Server) make(t testing.TB, options string) string {
	t.Helper()
	admin, err := s.start()
	if err != nil {
		if errors.Is(err, errNone) && os.Getenv("QUOIN_TEST_STRICT") != "1" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	s.mu.Lock()
	s.n++
	name := fmt.Sprintf("quoin_test_%d_%d", os.Getpid(), s.n)
	s.mu.Unlock()
	if err := run(admin, "CREATE DATABASE "+name+options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.gone() {
			return
		}
		if err := run(admin, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(admin)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// gone tells whether a server that was ours is no more.
func (s *Server) gone() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.admin == ""
}

func run(address, text string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	if _, err := db.ExecContext(ctx, text); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", text, err), db.Close())
	}
	return db.Close()
}

// start starts the server unless it runs already.
func (s *Server) start() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.admin != "" {
		return s.admin, nil
	}
	if address := os.Getenv("QUOIN_TEST_DATABASE_URL"); address != "" {
		s.admin = address
		return address, nil
	}
	if s.bin = os.Getenv("QUOIN_TEST_POSTGRES"); s.bin == "" {
		bins, err := filepath.Glob("/usr/lib/postgresql/*/bin/pg_ctl")
		if err != nil || len(bins) == 0 {
			return "", errNone
		}
		s.bin = filepath.Dir(slices.Max(bins))
	}
	var err error
	if s.dir, err = os.MkdirTemp("", "quoin-pg-"); err != nil {
		return "", err
	}
	if err := errors.Join(s.create(), s.launch()); err != nil {
		return "", errors.Join(err, s.remove())
	}
	s.admin = "postgres://postgres@/postgres?host=" + url.QueryEscape(s.dir)
	return s.admin, nil
}

// owned gives the folder its file system, and to whom the server runs as.
func (s *Server) owned() error {
	if err := s.mount(); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		// The server refuses to run as root.
		if out, err := exec.Command("chown", "postgres", s.dir).CombinedOutput(); err != nil {
			return fmt.Errorf("chown %s: %w: %s", s.dir, err, out)
		}
	}
	return nil
}

// create makes the folder of the server.
func (s *Server) create() error {
	if err := s.owned(); err != nil {
		return err
	}
	return s.command("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// launch starts the server in its folder.
func (s *Server) launch() error {
	options := []string{"-k", s.dir, "-c listen_addresses=''", "-c max_connections=300", "-c shared_buffers=64MB", "-c autovacuum=on"}
	if s.Room > 0 {
		options = append(options, "-c min_wal_size=32MB", "-c max_wal_size=64MB")
	}
	switch {
	case s.Flush > 0:
		options = append(options, fmt.Sprintf("-c commit_delay=%d", s.Flush.Microseconds()), "-c commit_siblings=0")
	case !s.Durable:
		options = append(options, "-c fsync=off", "-c synchronous_commit=off", "-c full_page_writes=off")
	}
	return s.command("pg_ctl", "-D", s.data(), "-w", "-t", "60", "-l", filepath.Join(s.dir, "log"), "-o", strings.Join(options, " "), "start")
}

// command runs a program of the server, as a user that it accepts.
func (s *Server) command(name string, args ...string) error {
	argv := append([]string{filepath.Join(s.bin, name)}, args...)
	if os.Geteuid() == 0 {
		argv = append([]string{"runuser", "-u", "postgres", "--"}, argv...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = s.dir
	// A started server keeps its output open, so that it goes to a file.
	out, err := os.CreateTemp("", "quoin-pg-out-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		return fmt.Errorf("%s: %w: %s", name, err, text)
	}
	return nil
}

// Stop stops a server that Database started.
func (s *Server) Stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dir == "" {
		return
	}
	if err := s.command("pg_ctl", "-D", s.data(), "-m", "immediate", "stop"); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err := s.remove(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	s.dir, s.admin = "", ""
}
