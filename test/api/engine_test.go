package api

import (
	"os"
	"strconv"
	"testing"

	"quoin/internal/storage/store/pgtest"
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// engine is the database that a test runs on.
type engine struct{ name string }

// engines runs a test on SQLite and on PostgreSQL, side by side.
func engines(t *testing.T, test func(t *testing.T, e engine)) {
	t.Helper()
	for _, e := range []engine{{"sqlite"}, {"postgres"}} {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			test(t, e)
		})
	}
}

// database is the address of a fresh database; "" for a file.
func (e engine) database(t testing.TB) string {
	t.Helper()
	if e.name == "sqlite" {
		return ""
	}
	return postgres.Database(t)
}

// steps is how many operations a random test makes: all on SQLite, a fifth on
// PostgreSQL, a tenth of that with -short. QUOIN_SOAK multiplies it.
func (e engine) steps(t testing.TB, usual int) int {
	t.Helper()
	n := usual
	if e.name != "sqlite" {
		n /= 5
	}
	if testing.Short() {
		n /= 10
	}
	if s := os.Getenv("QUOIN_SOAK"); s != "" {
		times, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("QUOIN_SOAK: %v", err)
		}
		n *= times
	}
	return n
}
