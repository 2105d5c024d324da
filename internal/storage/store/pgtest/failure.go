package pgtest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// own skips a test that harms the server when the server isn't ours.
func (s *Server) own(t testing.TB) {
	t.Helper()
	if s.dir == "" {
		t.Skip("the server of QUOIN_TEST_DATABASE_URL is not ours to stop")
	}
}

// processes are the ids of all processes of the server, the parent first.
func (s *Server) processes() ([]int, error) {
	text, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		return nil, fmt.Errorf("the server doesn't run: %w", err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	parent, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return nil, fmt.Errorf("postmaster.pid: %w", err)
	}
	// One that doesn't answer has processes all the same.
	if list := childrenOf(parent); len(list) > 0 {
		return append([]int{parent}, list...), nil
	}
	db, err := sql.Open("pgx", s.admin)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	rows, err := db.QueryContext(ctx, "SELECT pid FROM pg_stat_activity")
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	defer rows.Close()
	pids := []int{parent}
	for rows.Next() {
		var pid int
		if err := rows.Scan(&pid); err != nil {
			return nil, err
		}
		pids = append(pids, pid)
	}
	return pids, rows.Err()
}

// Processes are the ids of all processes of the server; none where it isn't ours.
func (s *Server) Processes() []int {
	if s.dir == "" {
		return nil
	}
	pids, err := s.processes()
	if err != nil {
		return nil
	}
	return pids
}

// childrenOf are the processes that another one began, where the system tells.
func childrenOf(parent int) (pids []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // a pattern that is right
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The name stands in brackets, and may have some.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func (s *Server) signal(t testing.TB, sig syscall.Signal, pids []int) {
	t.Helper()
	for _, pid := range pids {
		if err := syscall.Kill(pid, sig); err != nil && !errors.Is(err, syscall.ESRCH) {
			t.Fatalf("%v to %d: %v", sig, pid, err)
		}
	}
}

// Kill kills every process of the server with SIGKILL. Nothing else runs on it
// meanwhile: use a Server of the test's own.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	s.own(t)
	pids, err := s.processes()
	if err != nil {
		t.Fatal(err)
	}
	s.signal(t, syscall.SIGKILL, pids)
}

// Halt shuts the server down as who looks after it would: connections end, and no
// new ones are taken.
func (s *Server) Halt(t testing.TB) {
	t.Helper()
	s.own(t)
	if err := s.command("pg_ctl", "-D", s.data(), "-m", "fast", "-w", "stop"); err != nil {
		t.Fatal(err)
	}
}

// Restart starts a server that was killed or halted.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.own(t)
	// The memory of the killed server may be in use for a moment yet.
	var err error
	for range 50 {
		if err = s.launch(); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal(err)
}

// Freeze stops every process of the server where it stands; connections stay
// open and get no answer. thaw lets them go on and may be called twice.
func (s *Server) Freeze(t testing.TB) (thaw func()) {
	t.Helper()
	s.own(t)
	pids, err := s.processes()
	if err != nil {
		t.Fatal(err)
	}
	thaw = func() { s.signal(t, syscall.SIGCONT, pids) }
	t.Cleanup(thaw)
	s.signal(t, syscall.SIGSTOP, pids)
	return thaw
}

// Exec runs a statement in the database of an address.
func Exec(t testing.TB, address, text string) {
	t.Helper()
	if err := run(address, text); err != nil {
		t.Fatal(err)
	}
}

// KillBackend kills the process of one connection to a database with SIGKILL;
// the server ends all others and recovers.
func (s *Server) KillBackend(t testing.TB, address string) {
	t.Helper()
	s.own(t)
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var pid int
	const busiest = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY state = 'active' DESC, query_start DESC LIMIT 1"
	if err := db.QueryRow(busiest).Scan(&pid); err != nil {
		t.Fatalf("find a connection: %v", err)
	}
	s.signal(t, syscall.SIGKILL, []int{pid})
}
