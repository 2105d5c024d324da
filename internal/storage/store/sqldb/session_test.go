package sqldb

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"
)

func openSession(t *testing.T) *session {
	t.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return newSession(conn)
}

// A session stores what package sql would, and forgets what it was given.
func TestSessionWrites(t *testing.T) {
	type status string
	s := openSession(t)
	if _, err := s.Exec(t.Context(), "CREATE TABLE thing (id INTEGER PRIMARY KEY, a, b, c, d)", nil); err != nil {
		t.Fatal(err)
	}
	for i := range 2 { // made ready, and ready
		result, err := s.Exec(t.Context(), "INSERT INTO thing (a, b, c, d) VALUES (?, ?, ?, ?)", []any{status("publish"), true, 7, nil})
		if err != nil {
			t.Fatal(err)
		}
		id, _ := result.LastInsertId()
		n, _ := result.RowsAffected()
		if id != int64(i+1) || n != 1 {
			t.Errorf("id %d, %d rows", id, n)
		}
	}
	got := ""
	err := ScanAll(t.Context(), s, "SELECT typeof(a) || a || typeof(b) || b || typeof(c) || c || typeof(d) FROM thing WHERE id = 2",
		func(scan func(...any) error) error { return scan(&got) })
	if want := "textpublishinteger1integer7null"; err != nil || got != want {
		t.Errorf("%q, want %q, %v", got, want, err)
	}
	for _, v := range s.args[:cap(s.args)] {
		if v.Value != nil {
			t.Errorf("%v is kept", v.Value)
		}
	}
	if _, err := s.Exec(t.Context(), "INSERT INTO thing (a) VALUES (?)", []any{make(chan int)}); err == nil {
		t.Error("a channel was stored")
	}
	if _, err := s.Exec(t.Context(), "INSERT INTO thing (id) VALUES (?)", []any{1}); err == nil {
		t.Error("an id was stored twice")
	}
}

// Statements that are kept are bounded, those of writes too, and closed with their session.
func TestSessionForgetsStatements(t *testing.T) {
	s := openSession(t)
	for i := range statementLimit + 10 {
		if _, err := s.Exec(t.Context(), fmt.Sprintf("CREATE TABLE t%d (a)", i), nil); err != nil {
			t.Fatal(err)
		}
		if err := ScanAll(t.Context(), s, fmt.Sprintf("SELECT a FROM t%d", i), func(func(...any) error) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.writes) > statementLimit || len(s.queries) > statementLimit {
		t.Errorf("%d and %d statements", len(s.writes), len(s.queries))
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Exec(t.Context(), "CREATE TABLE late (a)", nil); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("after the end: %v", err)
	}
}
