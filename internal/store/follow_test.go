package store

import (
	"testing"
	"time"
)

func TestAdvanceWaitsForGaps(t *testing.T) {
	now := time.Now()
	seen, missing := map[int64]bool{1: true, 2: true, 4: true}, map[int64]time.Time{}
	low := advance(0, 4, seen, missing, now)
	if low != 2 {
		t.Fatalf("mark at %d, want 2: 3 may still come", low)
	}
	if low = advance(low, 4, seen, missing, now.Add(gapGrace/2)); low != 2 {
		t.Fatalf("mark at %d before the grace is over", low)
	}
	seen[3] = true
	if low = advance(low, 4, seen, missing, now.Add(gapGrace/2)); low != 4 {
		t.Fatalf("mark at %d after the gap was filled, want 4", low)
	}
	seen[6] = true
	low = advance(low, 6, seen, missing, now)
	if low = advance(low, 6, seen, missing, now.Add(gapGrace+time.Second)); low != 6 {
		t.Fatalf("mark at %d, want 6: nothing can come any more", low)
	}
	if len(seen) != 0 {
		t.Errorf("%d numbers remembered below the mark", len(seen))
	}
}
