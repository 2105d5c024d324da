package command

import (
	"strings"
	"testing"
	"time"
)

// TestExaminationTellsThatItRuns has a check run for long that tells nothing, one that
// mends, and one that tells how far it is.
func TestExaminationTellsThatItRuns(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	e := newExamining(&out, func() time.Time { return now })
	said := func(want string) {
		t.Helper()
		if got := strings.TrimSpace(strings.ReplaceAll(out.String(), "\r", "")); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		out.Reset()
	}
	e.begin("integrity", false)
	now = now.Add(500 * time.Millisecond)
	e.tick()
	said("")
	now = now.Add(11 * time.Second)
	e.tick()
	said("integrity: 11 s")
	e.clear()
	e.clear()
	said("")
	e.begin("orphans", false)
	e.begin("orphans", true)
	now = now.Add(2 * time.Second)
	e.tick()
	said("mending orphans: 2 s")
	e.begin("meta", false)
	now = now.Add(2 * time.Second)
	e.step("meta", 1000, "values")
	e.step("meta", 2000, "values")
	e.tick()
	said("meta: 1000 values")
}
