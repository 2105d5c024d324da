package sqldb

import (
	"database/sql"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"modernc.org/libc"
	sqlitelib "modernc.org/sqlite/lib"
)

// systemsOwn is under which name tests have SQLite's own tokenizer.
const systemsOwn = "systems_own"

var registerOwn = sync.OnceValue(func() int32 {
	tls := libc.NewTLS()
	defer tls.Close()
	return sqlitelib.Xsqlite3_auto_extension(tls, function(offerOwn))
})

func offerOwn(tls *libc.TLS, db, _, _ uintptr) int32 {
	return tokenizers(tls, db, func(api *sqlitelib.Tfts5_api, _, at uintptr) int32 {
		name, err := libc.CString(systemsOwn)
		if err != nil {
			return sqlitelib.SQLITE_NOMEM
		}
		defer libc.Xfree(tls, name)
		t, err := systemTokenizer()
		if err != nil {
			return sqlitelib.SQLITE_ERROR
		}
		*(*sqlitelib.Tfts5_tokenizer)(pointer(at)) = t
		return called[createFunc](api.FxCreateTokenizer)(tls, uintptr(unsafe.Pointer(api)), name, 0, at, 0)
	})
}

// indexes is a database in memory with an index by our tokenizer and one by SQLite's own.
func indexes(tb testing.TB) *sql.DB {
	tb.Helper()
	if err := tellOnce(); err != nil {
		tb.Fatal(err)
	}
	if rc := registerOwn(); rc != sqlitelib.SQLITE_OK {
		tb.Fatal(rc)
	}
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { db.Close() })
	db.SetMaxOpenConns(1)
	for table, tokenizer := range map[string]string{"once": trigramTokenizer, "each": systemsOwn} {
		for _, text := range []string{
			"CREATE TABLE " + table + "_text (id INTEGER PRIMARY KEY, text TEXT)",
			"CREATE VIRTUAL TABLE " + table + " USING fts5 (text, content = '" + table + "_text', content_rowid = 'id', tokenize = '" + tokenizer + "', detail = none, columnsize = 0)",
			"CREATE VIRTUAL TABLE " + table + "_terms USING fts5vocab (" + table + ", 'row')",
		} {
			if _, err := db.ExecContext(tb.Context(), text); err != nil {
				tb.Fatal(text, err)
			}
		}
	}
	return db
}

// terms are those of an index.
func terms(tb testing.TB, db *sql.DB, table string) []string {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), "SELECT term FROM "+table+"_terms ORDER BY term")
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var term string
		if err := rows.Scan(&term); err != nil {
			tb.Fatal(err)
		}
		list = append(list, term)
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return list
}

// sameIndex fails unless both indexes get the same terms of a text, find themselves sound,
// and are empty when it is gone.
func sameIndex(tb testing.TB, db *sql.DB, text string) {
	tb.Helper()
	run := func(statement string, args ...any) {
		tb.Helper()
		if _, err := db.ExecContext(tb.Context(), statement, args...); err != nil {
			tb.Fatalf("%s of %q: %v", statement, text, err)
		}
	}
	for _, table := range []string{"once", "each"} {
		run("INSERT INTO "+table+"_text (id, text) VALUES (7, ?)", text)
		run("INSERT INTO " + table + " (rowid, text) SELECT id, text FROM " + table + "_text")
		run("INSERT INTO " + table + " (" + table + ", rank) VALUES ('integrity-check', 1)")
	}
	if once, each := terms(tb, db, "once"), terms(tb, db, "each"); !slices.Equal(once, each) {
		tb.Fatalf("%q: %q, want %q", text, once, each)
	}
	for _, table := range []string{"once", "each"} {
		run("INSERT INTO "+table+" ("+table+", rowid, text) VALUES ('delete', 7, ?)", text)
		run("DELETE FROM " + table + "_text")
		run("INSERT INTO " + table + " (" + table + ", rank) VALUES ('integrity-check', 1)")
		if left := terms(tb, db, table); len(left) > 0 {
			tb.Fatalf("%q: of %s %q is left", text, table, left)
		}
	}
}

// textsOfTrigrams are such as bring out where parts of a text meet.
var textsOfTrigrams = []string{
	"", "a", "ab", "abc", "ABC", "\x00", "ab\x00c", "\x00\x00abc\x00", "é", "éé", "ééé", "日本語", "a日b本c語d",
	"sixteen letters.", "sixteen letters and some more of them, of which some repeat: some more of them",
	"sixteen letters and é", "é and sixteen letters more", "é sixteen letters here and ü sixteen letters there ö",
	"sixteen letters here\x00sixteen letters there", "sixteen LETTERS here\xff\xfe and there\xc3", "\x80sixteen letters and more\xe2\x82",
	"İstanbul'da on altı harf ve daha fazlası", "ＦＵＬＬ ｗｉｄｔｈ and sixteen letters", "😀 sixteen letters 😀 and more of them 😀😀😀",
	"it’s “quoted” — and so it goes on for some time, isn’t it…",
}

// The index gets the trigrams of SQLite's own tokenizer, whatever the text.
func TestTrigramsAreSQLites(t *testing.T) {
	db := indexes(t)
	for _, text := range append(textsOfTrigrams, strings.Join(textsOfTrigrams, " ")) {
		sameIndex(t, db, text)
	}
}

func FuzzTrigrams(f *testing.F) {
	for _, text := range textsOfTrigrams {
		f.Add(text)
	}
	db := indexes(f)
	f.Fuzz(func(t *testing.T, text string) { sameIndex(t, db, text) })
}

// Repeated trigrams are left out: what the index counts of a text is what it has of it.
func TestTrigramsAreToldOnce(t *testing.T) {
	db := indexes(t)
	told := func(table, text string) (blob []byte) {
		t.Helper()
		for _, statement := range []string{"DELETE FROM " + table + "_text", "INSERT INTO " + table + " (" + table + ") VALUES ('rebuild')"} {
			if _, err := db.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.ExecContext(t.Context(), "INSERT INTO "+table+" (rowid, text) VALUES (1, ?)", text); err != nil {
			t.Fatal(err)
		}
		// The first record has how many rows there are, and how many trigrams they were told of.
		if err := db.QueryRowContext(t.Context(), "SELECT block FROM "+table+"_data WHERE id = 1").Scan(&blob); err != nil {
			t.Fatal(err)
		}
		return blob
	}
	for _, text := range []string{strings.Repeat("abcd", 25), strings.Repeat("日本語", 25)} {
		want := byte(4)
		if text[0] != 'a' {
			want = 3
		}
		if got := told("once", text); !slices.Equal(got, []byte{1, want}) {
			t.Errorf("%.12q: told of %v", text, got)
		}
		if got := told("each", text); slices.Equal(got, []byte{1, want}) {
			t.Errorf("%.12q: SQLite itself tells once: the tokenizer here isn't needed any more", text)
		}
	}
}
