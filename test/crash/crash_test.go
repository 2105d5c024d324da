package crash

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite" // driver "sqlite"

	"quoin/internal/storage/store/pgtest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := build(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

const writers = 8

// blow ends a round while writers write. It says whether the program runs on.
type blow func(p *program) (running bool)

func killProgram(p *program) bool {
	p.kill()
	return false
}

// round writes, strikes in the middle, and checks what is left.
func (l *ledger) round(p *program, seed uint64, strike blow) {
	l.t.Helper()
	stop := make(chan struct{})
	var writing sync.WaitGroup
	before := l.acks.Load()
	for i := range writers {
		w := &writer{ledger: l, Rand: rand.New(rand.NewPCG(seed, uint64(i))), p: p}
		for j, o := range l.posts {
			if j%writers == i {
				w.mine = append(w.mine, o)
			}
		}
		writing.Go(func() { w.write(stop) })
	}
	deadline := time.Now().Add(60 * time.Second)
	for l.acks.Load() < before+45 {
		if time.Now().After(deadline) {
			close(stop)
			writing.Wait()
			l.t.Fatalf("only %d writes in a minute: %s", l.acks.Load()-before, p.Log())
		}
		time.Sleep(time.Millisecond)
	}
	time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond) // anywhere in a transaction
	running := strike(p)
	close(stop)
	writing.Wait()
	began := time.Now()
	if !running {
		if log := p.Log(); strings.Contains(log, "panic") || strings.Contains(log, "level=ERROR") {
			l.t.Errorf("while it ran: %s", log)
		}
		p.start()
	}
	started := time.Now()
	doubts := len(l.lost)
	for _, o := range l.posts {
		if o.unsure() {
			doubts++
		}
	}
	(&checker{ledger: l, p: p, patient: running}).check()
	l.t.Logf("%d writes acknowledged, %d in doubt, %d posts; started in %v, checked in %v",
		l.acks.Load()-before, doubts, len(l.posts), started.Sub(began).Round(time.Millisecond), time.Since(started).Round(time.Millisecond))
}

// begin starts a program with terms to share.
func begin(t *testing.T, database string) (*ledger, *program) {
	t.Helper()
	p := newProgram(t, database)
	p.start()
	l := &ledger{t: t, versions: map[int64]*version{}, lost: map[int64]*version{}}
	for i := range 10 {
		kind, ids := "categories", &l.categories
		if i >= 4 {
			kind, ids = "tags", &l.tags
		}
		a := p.send("POST", kind, map[string]any{"name": fmt.Sprint("Term ", i)})
		if a.status != 201 {
			t.Fatalf("term: %d %s", a.status, a.body)
		}
		var s postAnswer
		a.decode(t, &s)
		*ids = append(*ids, s.ID)
	}
	return l, p
}

// rounds is how often a test kills: 8 times, with QUOIN_SOAK many times more.
func rounds(t *testing.T) int {
	t.Helper()
	n := 8
	if s := os.Getenv("QUOIN_SOAK"); s != "" {
		times, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("QUOIN_SOAK: %v", err)
		}
		n *= times
	}
	if testing.Short() {
		n = 2
	}
	return n
}

func TestKilledOnSQLite(t *testing.T) {
	t.Parallel()
	l, p := begin(t, "")
	for i := range rounds(t) {
		l.round(p, uint64(i), killProgram)
	}
	p.kill()
	checkFile(t, filepath.Join(p.Data, "quoin.db"))
}

// checkFile lets SQLite check its own file.
func checkFile(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity of the file: %q %v", verdict, err)
	}
	var broken int
	if err := db.QueryRow("SELECT count(*) FROM pragma_foreign_key_check").Scan(&broken); err != nil || broken != 0 {
		t.Errorf("%d broken references: %v", broken, err)
	}
}

// TestKilledOnPostgreSQL kills the program, one connection's process of the
// database, and the whole database.
func TestKilledOnPostgreSQL(t *testing.T) {
	t.Parallel()
	server := &pgtest.Server{Durable: true}
	t.Cleanup(server.Stop)
	database := server.Database(t)
	l, p := begin(t, database)
	for i := range rounds(t) {
		strike := blow(killProgram)
		switch i % 8 {
		case 1:
			strike = func(*program) bool {
				server.KillBackend(t, database)
				return true
			}
		case 3:
			strike = func(*program) bool {
				server.Kill(t)
				server.Restart(t)
				return true
			}
		case 5:
			strike = func(p *program) bool {
				server.Kill(t)
				p.kill()
				server.Restart(t)
				return false
			}
		}
		l.round(p, uint64(100+i), strike)
	}
	p.kill()
}
