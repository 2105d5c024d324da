package sqldb

import (
	"testing"

	"quoin/internal/platform/cache"
)

func TestObjectsAreBounded(t *testing.T) {
	o := newObjects(100_000)
	o.Remember(&StateVersion{}, int64(1), "an object", 1000, cache.Entry(1))
	if _, ok := o.Get(int64(1)); ok {
		t.Error("an object of an unknown state is cached")
	}
	g := &StateVersion{Use: true}
	for id := range int64(1000) {
		o.Remember(g, id, "an object", 1000, cache.Entry(id))
	}
	if n, bytes := o.Stats(); bytes > 100_000 || n < 50 {
		t.Errorf("%d objects in %d bytes", n, bytes)
	}
}

// TestOvertakenCommits has two transactions of this process change one entry after another,
// which the database held to their order, and be told in the other order, since the one that was first
// had to wait for a processor. What that one made is old, and isn't cached.
func TestOvertakenCommits(t *testing.T) {
	o := newObjects(100_000)
	o.polled = true
	o.heard = heard{snapshot: snapshot{max: 5}, own: map[uint64]bool{}, counts: map[cache.Tag]int64{}}
	seven, eight := []cache.Tag{cache.Entry(7), cache.AllEntries()}, []cache.Tag{cache.Entry(8), cache.AllEntries()}
	first, second, other := o.Begin(), o.Begin(), o.Begin()
	for range 3 {
		o.begin()
	}
	after, clean := o.end(&changeNote{xid: 7}, 0, seven, second, seven[:1])
	if !clean {
		t.Fatal("the later change isn't cached")
	}
	o.Remember(after, int64(7), "later", 10, seven[0])
	if _, clean := o.end(&changeNote{xid: 6}, 0, seven, first, seven[:1]); clean {
		t.Error("the earlier change hides the later one")
	}
	if _, clean := o.end(&changeNote{xid: 8}, 0, eight, other, eight[:1]); !clean {
		t.Error("another entry isn't cached, though nobody else changed it")
	}
}
