package lists

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIDSet compares sets with maps, of ids that are close together and far apart, and holds
// what they take to the number of their ids.
func TestIDSet(t *testing.T) {
	t.Parallel()
	for name, most := range map[string]int64{"close": 20_000, "far": 1 << 48} {
		s, want := newIDSet(), map[int64]bool{}
		for range 30_000 {
			id := rand.Int64N(most) + 1
			if rand.IntN(4) == 0 {
				s.remove(id)
				delete(want, id)
			} else {
				s.add(id)
				want[id] = true
			}
			if s.has(id) != want[id] {
				t.Fatalf("%s: %d is in the set: %v", name, id, s.has(id))
			}
		}
		got := s.ids()
		slices.Sort(got)
		if len(got) != len(want) || s.n != len(want) || len(slices.Compact(got)) != len(want) {
			t.Errorf("%s: %d ids, n is %d, want %d", name, len(got), s.n, len(want))
		}
		for _, id := range got {
			if !want[id] {
				t.Errorf("%s: %d isn't in it", name, id)
			}
		}
		if s.bytes() > 200*len(want)+1000 {
			t.Errorf("%s: %d ids take %d bytes", name, len(want), s.bytes())
		}
	}
}
