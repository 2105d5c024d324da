package pgtest

import (
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Spare starts another server that repeats what this one does, which has to have a database
// already, answers reads meanwhile and can be promoted. It ends with the test.
func (s *Server) Spare(t testing.TB) *Server {
	t.Helper()
	s.own(t)
	if _, err := os.Stat(filepath.Join(s.bin, "pg_basebackup")); err != nil {
		t.Skip("these programs of the server can't copy one: ", err)
	}
	b := &Server{Durable: s.Durable, Flush: s.Flush, Room: s.Room, bin: s.bin}
	var err error
	if b.dir, err = os.MkdirTemp("", "quoin-pg-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Stop)
	if err := b.owned(); err != nil {
		t.Fatal(err)
	}
	if err := b.command("pg_basebackup", "-D", b.data(), "-h", s.dir, "-U", "postgres", "-R", "-X", "stream", "-c", "fast", "--no-sync"); err != nil {
		t.Fatal(err)
	}
	if err := b.launch(); err != nil {
		t.Fatal(err)
	}
	b.admin = "postgres://postgres@/postgres?host=" + url.QueryEscape(b.dir)
	return b
}

// Promote has a standby become a server that writes, and returns when it is.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	if err := s.command("pg_ctl", "-D", s.data(), "-w", "-t", "60", "promote"); err != nil {
		t.Fatal(err)
	}
}

// Replays has a standby go on with what the server writes that it follows, or stand still.
func (s *Server) Replays(t testing.TB, on bool) {
	t.Helper()
	text := "SELECT pg_wal_replay_pause()"
	if on {
		text = "SELECT pg_wal_replay_resume()"
	}
	if err := run(s.admin, text); err != nil {
		t.Fatal(err)
	}
}

// Synchronous has commits wait from now on until a standby has them too, and returns when
// one has all so far; or has them wait no more.
func (s *Server) Synchronous(t testing.TB, on bool) {
	t.Helper()
	names := ""
	if on {
		names = "*"
	}
	db, err := sql.Open("pgx", s.admin)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, text := range []string{"ALTER SYSTEM SET synchronous_standby_names = '" + names + "'", "SELECT pg_reload_conf()"} {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if !on {
		return
	}
	var here string
	if err := db.QueryRow("SELECT pg_current_wal_flush_lsn()").Scan(&here); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var n int
		err := db.QueryRow("SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND flush_lsn >= $1", here).Scan(&n)
		if err == nil && n > 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no standby keeps up: %v", err)
		}
	}
}

// CancelWaits has the commits of a database that wait for a standby wait no longer, as an
// operator does by pg_cancel_backend, and says how many there were.
func (s *Server) CancelWaits(t testing.TB, address string) (n int) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const text = "SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'"
	if err := db.QueryRow(text).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Forget removes the files of a server that was killed for good.
func (s *Server) Forget(t testing.TB) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.remove(); err != nil {
		t.Error(err)
	}
	s.dir, s.admin = "", ""
}

// Socket is the path of the socket that the server listens on.
func (s *Server) Socket() string { return s.dir + "/.s.PGSQL.5432" }

// At is the address of a database of the same name on this server, a standby or its
// former primary.
func (s *Server) At(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(s.admin, "/postgres?", u.Path+"?", 1)
}

// Runs tells whether the server answers.
func (s *Server) Runs() error {
	db, err := sql.Open("pgx", s.admin)
	if err != nil {
		return err
	}
	defer db.Close()
	var one int
	if err := db.QueryRow("SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("the server doesn't answer: %w", err)
	}
	return nil
}
