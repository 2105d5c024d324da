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
