package pgtest

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Pooled starts PgBouncer before a database, which gives each transaction any of four
// connections, and returns the address. more are lines of its settings. Without the
// program the test is skipped, or fails when QUOIN_TEST_STRICT is 1.
func (s *Server) Pooled(t testing.TB, address string, more ...string) string {
	t.Helper()
	s.own(t)
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if program = "/usr/sbin/pgbouncer"; !there(program) {
			if os.Getenv("QUOIN_TEST_STRICT") == "1" {
				t.Fatal("pgbouncer isn't installed")
			}
			t.Skip("pgbouncer isn't installed")
		}
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(s.dir, "pooler-")
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(u.Path, "/")
	settings := append([]string{
		"[databases]", fmt.Sprintf("%s = host=%s dbname=%s user=postgres", name, s.dir, name),
		"[pgbouncer]", "auth_type = any", "pool_mode = transaction", "default_pool_size = 4", "unix_socket_dir = " + dir,
	}, more...)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(strings.Join(settings, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, file)
	if os.Geteuid() == 0 {
		runAsPostgres(t, cmd, dir, file)
	}
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan struct{})
	go func() { _ = cmd.Wait(); close(exited) }()
	t.Cleanup(func() { _ = cmd.Process.Kill(); <-exited })
	// The socket is there before anybody listens on it.
	for !listens(filepath.Join(dir, ".s.PGSQL.6432")) {
		select {
		case <-exited:
			t.Fatal(log.String())
		case <-time.After(10 * time.Millisecond):
		}
	}
	q := u.Query()
	q.Set("host", dir)
	q.Set("port", "6432")
	u.RawQuery = q.Encode()
	return u.String()
}

// listens tells whether a socket takes connections.
func listens(socket string) bool {
	c, err := net.Dial("unix", socket)
	if err != nil {
		return false
	}
	c.Close()
	return true
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// runAsPostgres has a program run as the user of the server, which owns the paths.
func runAsPostgres(t testing.TB, cmd *exec.Cmd, paths ...string) {
	t.Helper()
	who, err := user.Lookup("postgres")
	if err != nil {
		t.Fatal(err)
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if err := os.Chown(path, int(uid), int(gid)); err != nil {
			t.Fatal(err)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}
