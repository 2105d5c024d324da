package pgtest

import (
	"net/url"
	"testing"
)

// Standby is a server that follows another one by streaming replication.
type Standby struct {
	server *Server
}

// Standby starts a server that follows s, which has to have a database already. It is
// stopped when the test ends. s should be Durable: others send their log to standbys late.
func (s *Server) Standby(t testing.TB) *Standby {
	t.Helper()
	return &Standby{s.Spare(t)}
}

// Address is that of the copy of a database.
func (b *Standby) Address(t testing.TB, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("host", b.server.dir)
	u.RawQuery = q.Encode()
	return u.String()
}

// Pause has it repeat nothing of the other one's log any more, until Resume.
func (b *Standby) Pause(t testing.TB) { t.Helper(); b.run(t, "SELECT pg_wal_replay_pause()") }

// Resume has it go on.
func (b *Standby) Resume(t testing.TB) { t.Helper(); b.run(t, "SELECT pg_wal_replay_resume()") }

// Promote makes it a server of its own.
func (b *Standby) Promote(t testing.TB) { t.Helper(); b.run(t, "SELECT pg_promote(true, 60)") }

func (b *Standby) run(t testing.TB, text string) {
	t.Helper()
	if err := run("postgres://postgres@/postgres?host="+url.QueryEscape(b.server.dir), text); err != nil {
		t.Fatal(err)
	}
}

// Stop stops it at once, Start starts it again.
func (b *Standby) Stop(t testing.TB) {
	t.Helper()
	if err := b.server.command("pg_ctl", "-D", b.server.data(), "-m", "immediate", "stop"); err != nil {
		t.Fatal(err)
	}
}

// Start starts a standby that was stopped.
func (b *Standby) Start(t testing.TB) {
	t.Helper()
	if err := b.server.launch(); err != nil {
		t.Fatal(err)
	}
}
