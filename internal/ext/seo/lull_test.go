package seo

import (
	"testing"
	"time"
)

// TestAnalysesWaitForWriters looks every ten seconds, as the loop does.
func TestAnalysesWaitForWriters(t *testing.T) {
	var l lull
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	look := func(saved int64) bool {
		l.saved.Add(saved)
		now = now.Add(10 * time.Second)
		return l.puts(now)
	}
	for _, few := range []int64{0, 1, manySaved - 1, 0} {
		if look(few) {
			t.Fatalf("%d entries put analyses off", few)
		}
	}
	if !look(manySaved) || !look(5*manySaved) {
		t.Fatal("analyses run beside writers")
	}
	if look(3) {
		t.Fatal("analyses wait though writers have stopped")
	}
	for round := range 3 { // steady writers
		n := 0
		for look(manySaved) {
			n++
		}
		if n != int(longestPutOff/(10*time.Second)) {
			t.Fatalf("in round %d analyses waited for %d looks", round, n)
		}
	}
}
