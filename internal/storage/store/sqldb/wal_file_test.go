package sqldb

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// opened opens a database by a file system of SQLite, "" for the system's own.
func opened(t *testing.T, path, vfs string, pages int) *sql.DB {
	t.Helper()
	if err := gatherLogs(); err != nil {
		t.Fatal(err)
	}
	if vfs != "" {
		vfs = "&vfs=" + vfs
	}
	db, err := sql.Open("sqlite", "file:"+path+"?mode=rwc"+vfs+"&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=cache_size("+strconv.Itoa(pages)+")")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// copied opens a copy of a database and its log by the system's own file system, as a machine
// that stops has them.
func copied(t *testing.T, path string) *sql.DB {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy.db")
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+end, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return opened(t, to, "", 100)
}

// do runs statements that end in semicolons.
func do(t *testing.T, db *sql.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(text, args...); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// TestGatheredLog holds a log whose writes are put together to the one that the system's file
// system writes: byte for byte, but for the salt of the header, which is random, and what
// follows from it. So pages, their places and which of them end a commit are compared.
func TestGatheredLog(t *testing.T) {
	logs := map[string][]byte{}
	system := map[string]string{"system": "", "gathering": gatheringVFS}
	for name, vfs := range system {
		path := filepath.Join(t.TempDir(), "test.db")
		db := opened(t, path, vfs, 4000)
		do(t, db, "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX a_text ON a (text)")
		for i := range 30 {
			do(t, db, "INSERT INTO a (text) VALUES (?)", strings.Repeat(fmt.Sprint(i, " "), 40+100*i))
		}
		do(t, db, "BEGIN")
		for i := range 400 {
			do(t, db, "INSERT INTO a (text) VALUES (?)", strings.Repeat(fmt.Sprint(i, " "), 300))
		}
		do(t, db, "SAVEPOINT s")
		do(t, db, "UPDATE a SET text = text || 'x'")
		do(t, db, "ROLLBACK TO s")
		do(t, db, "COMMIT")
		data, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		logs[name] = data
	}
	const page = 4096
	frames := func(log []byte) (list []string) {
		for at := 32; at+frameHeader+page <= len(log); at += frameHeader + page {
			list = append(list, string(log[at:at+8])+string(log[at+frameHeader:at+frameHeader+page]))
		}
		return list
	}
	want, got := frames(logs["system"]), frames(logs["gathering"])
	if len(want) < 100 || len(want) != len(got) || !bytes.Equal(logs["system"][:12], logs["gathering"][:12]) {
		t.Fatalf("%d frames, the system has %d", len(got), len(want))
	}
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("frame %d of %d differs", i, len(want))
		}
	}
}

// TestGatheredCommitsAreSeen reads each commit by another connection at once, of the system's
// file system too, as another program has it; what wasn't committed isn't seen. The log is
// moved into the database in between, and a copy of both files has all that was committed.
func TestGatheredCommitsAreSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	db := opened(t, path, gatheringVFS, 20) // so few that pages go to the log before their commit
	do(t, db, "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
	readers := []*sql.DB{opened(t, path, "", 100), opened(t, path, gatheringVFS, 100)}
	sees := func(db *sql.DB) (n int) {
		t.Helper()
		if err := db.QueryRow("SELECT COUNT(*) FROM a").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i := range 60 {
		do(t, db, "BEGIN")
		for range 20 {
			do(t, db, "INSERT INTO a (text) VALUES (?)", strings.Repeat("some text ", 400))
		}
		for k, r := range readers {
			if n := sees(r); n != 20*i {
				t.Fatalf("reader %d sees %d rows before commit %d", k, n, i)
			}
		}
		if i%7 == 3 {
			do(t, db, "ROLLBACK; BEGIN")
			for range 20 {
				do(t, db, "INSERT INTO a (text) VALUES (?)", strings.Repeat("other text ", 300))
			}
		}
		do(t, db, "COMMIT")
		for k, r := range readers {
			if n := sees(r); n != 20*(i+1) {
				t.Fatalf("reader %d sees %d rows after commit %d", k, n, i)
			}
		}
		if i%20 == 10 {
			do(t, db, "PRAGMA wal_checkpoint(TRUNCATE)")
		}
		if i%10 == 5 {
			whole, found := copied(t, path), ""
			if n := sees(whole); n != 20*(i+1) {
				t.Fatalf("a copy has %d rows after commit %d", n, i)
			}
			if err := whole.QueryRow("PRAGMA integrity_check").Scan(&found); err != nil || found != "ok" {
				t.Fatalf("a copy after commit %d: %s %v", i, found, err)
			}
		}
	}
}

// TestGatheredChecksums changes pages again that went to the log before their commit, so that
// SQLite writes the headers of its frames anew, after the last page: a copy of the files has
// the commit all the same.
func TestGatheredChecksums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	db := opened(t, path, gatheringVFS, 10)
	do(t, db, "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
	for i := range 20 {
		do(t, db, "BEGIN")
		for k := range 40 {
			do(t, db, "INSERT INTO a (text) VALUES (?)", strings.Repeat("some text ", 400))
			do(t, db, "UPDATE a SET text = text || ? WHERE id % 7 = 0", fmt.Sprint(k))
		}
		do(t, db, "COMMIT")
		n := 0
		if err := copied(t, path).QueryRow("SELECT COUNT(*) FROM a").Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n != 40*(i+1) {
			t.Fatalf("a copy has %d rows after commit %d", n, i)
		}
	}
}

// TestGatheredRollback takes back transactions that are larger than the cache of their
// connection, whose pages went to the log, and writes by another at once: what was gathered
// for the former isn't written over the pages of the latter.
func TestGatheredRollback(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	one, other := opened(t, path, gatheringVFS, 10), opened(t, path, gatheringVFS, 10)
	do(t, one, "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)")
	for i := range 20 {
		do(t, other, "PRAGMA wal_checkpoint(TRUNCATE)") // so that going back reads nothing of the log
		do(t, one, "BEGIN")
		do(t, one, "INSERT INTO a (text) VALUES (?)", strings.Repeat("taken back ", 9000))
		do(t, one, "ROLLBACK")
		do(t, other, "BEGIN")
		for range 40 {
			do(t, other, "INSERT INTO a (text) VALUES (?)", strings.Repeat("kept ", 900))
		}
		do(t, other, "COMMIT")
		for _, db := range []*sql.DB{one, other, opened(t, path, "", 100)} {
			n, found := 0, ""
			if err := db.QueryRow("SELECT COUNT(*) FROM a").Scan(&n); err != nil || n != 40*(i+1) {
				t.Fatalf("%d rows in round %d: %v", n, i, err)
			}
			if err := db.QueryRow("PRAGMA integrity_check").Scan(&found); err != nil || found != "ok" {
				t.Fatalf("round %d: %s %v", i, found, err)
			}
		}
	}
}
