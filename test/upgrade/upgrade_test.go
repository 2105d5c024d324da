package upgrade

import (
	"archive/zip"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"

	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
	"quoin/internal/transfer/backup"
	"quoin/test/program"
)

var postgres pgtest.Server

var build = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "quoin-upgrade-")
	if err != nil {
		return "", err
	}
	return program.Build(dir)
})

func TestMain(m *testing.M) {
	code := postgres.Main(m)
	if bin, err := build(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}

func site(t *testing.T, database string) program.Site {
	t.Helper()
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return program.Site{Bin: bin, Data: filepath.Join(t.TempDir(), "data"), Database: database}
}

// raw opens the database of a site without the program.
func raw(t *testing.T, s program.Site) *sql.DB {
	t.Helper()
	driver, name := "sqlite", filepath.Join(s.Data, "quoin.db")
	if s.Database != "" {
		driver, name = "pgx", s.Database
	} else if err := os.MkdirAll(s.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// older makes the database of a site as a program left it that was one migration
// behind, and tells the version of the present one.
func older(t *testing.T, s program.Site) (version int) {
	t.Helper()
	engine := "sqlite"
	if s.Database != "" {
		engine = "postgres"
	}
	files, err := filepath.Glob("../../internal/storage/store/sqldb/migrations/" + engine + "/*.sql")
	if err != nil || len(files) < 2 {
		t.Fatalf("%v %v", files, err)
	}
	slices.Sort(files)
	db := raw(t, s)
	run := func(text string) {
		t.Helper()
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%.80s: %v", text, err)
		}
	}
	run("CREATE TABLE migration (version INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)")
	for i, file := range files[:len(files)-1] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		run(string(text))
		run(fmt.Sprintf("INSERT INTO migration (version, name, at) VALUES (%d, '%s', '2026-01-01T00:00:00')", i+1, filepath.Base(file)))
	}
	run("INSERT INTO secret (name, value) VALUES ('kept', 'by the older program')")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return len(files)
}

// copies are the copies that were made before upgrades in data folders.
func copies(t *testing.T, sites ...program.Site) (list []string) {
	t.Helper()
	for _, s := range sites {
		found, err := filepath.Glob(filepath.Join(s.Data, "before-upgrade", "*"))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	return list
}

func count(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNodesUpgradeOnce starts four nodes at the same moment on an empty database
// and on an older one: the migrations run once, after one copy was made.
func TestNodesUpgradeOnce(t *testing.T) {
	t.Parallel()
	for _, old := range []bool{false, true} {
		t.Run(fmt.Sprint("older ", old), func(t *testing.T) {
			t.Parallel()
			database := postgres.Database(t)
			version := 0
			if old {
				version = older(t, site(t, database))
			}
			sites := make([]program.Site, 4)
			var starting sync.WaitGroup
			for i := range sites {
				sites[i] = site(t, database)
				starting.Go(func() {
					p, err := sites[i].Serve()
					if err != nil {
						t.Error(err)
						return
					}
					t.Cleanup(func() { p.Kill() })
				})
			}
			starting.Wait()
			db := raw(t, sites[0])
			if rows, last := count(t, db, "SELECT COUNT(*) FROM migration"), count(t, db, "SELECT MAX(version) FROM migration"); rows != last || old && last != version {
				t.Errorf("%d migrations were noted, the last is %d of %d", rows, last, version)
			}
			if n := count(t, db, "SELECT COUNT(*) FROM account"); n != 1 {
				t.Errorf("%d administrators were made", n)
			}
			made := copies(t, sites...)
			if !old {
				if len(made) != 0 {
					t.Errorf("a copy of nothing: %v", made)
				}
				return
			}
			if len(made) != 1 || !strings.HasSuffix(made[0], fmt.Sprintf("-v%d.zip", version-1)) {
				t.Fatalf("copies: %v", made)
			}
			z, err := zip.OpenReader(made[0])
			if err != nil {
				t.Fatal(err)
			}
			defer z.Close()
			var m backup.Manifest
			f, err := z.Open("backup.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.NewDecoder(f).Decode(&m); err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(m.Tables, func(d store.TableDump) bool { return d.Name == "secret" }); i < 0 || m.Tables[i].Rows != 1 {
				t.Errorf("the copy lacks what the older program kept: %+v", m.Tables)
			}
		})
	}
}

// TestUpgradeOfARentedDatabase upgrades a database whose role is no superuser, also where it may
// install no extension.
func TestUpgradeOfARentedDatabase(t *testing.T) {
	t.Parallel()
	for _, extensions := range []bool{true, false} {
		t.Run(fmt.Sprint("extensions ", extensions), func(t *testing.T) {
			t.Parallel()
			s := site(t, postgres.Managed(t, extensions))
			version := older(t, s)
			p, err := s.Serve()
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Stop(); err != nil {
				t.Error(err)
			}
			if n := count(t, raw(t, s), "SELECT MAX(version) FROM migration"); n != version {
				t.Errorf("it is at migration %d of %d", n, version)
			}
			if made := copies(t, s); len(made) != 1 {
				t.Errorf("copies: %v", made)
			}
		})
	}
}

// TestUpgradeOfAFile upgrades a file of SQLite. The copy beside it is the older
// database; without room for one nothing is changed.
func TestUpgradeOfAFile(t *testing.T) {
	t.Parallel()
	s := site(t, "")
	version := older(t, s)
	blocked := filepath.Join(s.Data, "before-upgrade")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := s.Command("audit").CombinedOutput()
	if text := string(out); err == nil || !strings.Contains(text, "QUOIN_UPGRADE_BACKUP") || strings.Count(strings.TrimSpace(text), "\n") != 0 {
		t.Errorf("%v: %s", err, out)
	}
	if n := count(t, raw(t, s), "SELECT MAX(version) FROM migration"); n != version-1 {
		t.Errorf("version %d without a copy", n)
	}
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if err := s.Make(); err != nil {
		t.Fatal(err)
	}
	if n := count(t, raw(t, s), "SELECT MAX(version) FROM migration"); n != version {
		t.Errorf("version %d, want %d", n, version)
	}
	made := copies(t, s)
	if len(made) != 1 || !strings.HasSuffix(made[0], fmt.Sprintf("-v%d.db", version-1)) {
		t.Fatalf("copies: %v", made)
	}
	if info, err := os.Stat(made[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	db, err := sql.Open("sqlite", made[0])
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n := count(t, db, "SELECT MAX(version) FROM migration"); n != version-1 {
		t.Errorf("the copy has version %d", n)
	}
	if n := count(t, db, "SELECT COUNT(*) FROM secret WHERE name = 'kept'"); n != 1 {
		t.Error("the copy lacks what the older program kept")
	}
	// A start on a present database makes no copy.
	if _, err := s.AppPassword(); err != nil {
		t.Fatal(err)
	}
	if again := copies(t, s); !slices.Equal(again, made) {
		t.Errorf("%v", again)
	}
}

// TestOlderProgramRefuses starts the program on a database of a newer one.
func TestOlderProgramRefuses(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := site(t, "")
			if engine == "postgres" {
				s.Database = postgres.Database(t)
			}
			if err := s.Make(); err != nil {
				t.Fatal(err)
			}
			if _, err := raw(t, s).Exec("INSERT INTO migration (version, name, at) VALUES (9000, '9000_future.sql', '2030-01-01T00:00:00')"); err != nil {
				t.Fatal(err)
			}
			out, err := s.Command("serve", "--listen", "127.0.0.1:0").CombinedOutput()
			text := strings.TrimSpace(string(out))
			if err == nil || strings.Contains(text, "\n") || !strings.Contains(text, "version 9000") || !strings.Contains(text, "run a newer one") {
				t.Errorf("%v: %s", err, text)
			}
			if made := copies(t, s); len(made) != 0 {
				t.Errorf("copies: %v", made)
			}
		})
	}
}
