package cache

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func newCache(max int64) *Cache[string, string] { return New[string, string](max, nil) }

// put stores a value under a key that is the same text.
func put(c *Cache[string, string], t Ticket, value string, tags ...Tag) bool {
	return c.Put(t, value, value, 2*len(value), Deps{Tags: tags})
}

func has(c *Cache[string, string], key string) bool {
	_, ok := c.Get(key)
	return ok
}

func TestDropRemovesExactlyWhatDependsOnTheTag(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	put(c, c.Begin(), "a", Entry(1), Entries("post"))
	put(c, c.Begin(), "b", Entry(2))
	c.Drop([]Tag{Entry(1)})
	if has(c, "a") || !has(c, "b") {
		t.Error("a change of entry 1 dropped the wrong value")
	}
	c.Drop([]Tag{Entry(2)})
	if n, bytes := c.Stats(); n != 0 || bytes != 0 || len(c.byTag) != 0 {
		t.Errorf("left: %d values, %d bytes, tags %v", n, bytes, c.byTag)
	}
}

func TestPutRefusesWhatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	ticket := c.Begin()
	c.Drop([]Tag{Entry(1)})
	if put(c, ticket, "a", Entry(1)) {
		t.Error("stored a value that was begun before its entry changed")
	}
	if !put(c, ticket, "b", Entry(2)) {
		t.Error("refused a value that the change doesn't concern")
	}
	if !put(c, c.Begin(), "a", Entry(1)) {
		t.Error("refused a value that was begun after the change")
	}
	for i := range int64(3 * rememberedDrops) {
		c.Drop([]Tag{Term(i)})
	}
	if put(c, ticket, "c", Entry(3)) {
		t.Error("stored a value whose ticket is older than what is remembered")
	}
	ticket = c.Begin()
	c.Clear()
	if put(c, ticket, "d") {
		t.Error("stored a value that was begun before everything was cleared")
	}
}

// TestHistoryIsBounded drops many tags at once, as an import does.
func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	ticket := c.Begin()
	tags := make([]Tag, 10_000)
	for round := range int64(50) {
		for i := range tags {
			tags[i] = Entry(round*10_000 + int64(i))
		}
		c.Drop(slices.Clone(tags))
		if n := len(c.drops.last); n > rememberedTags {
			t.Fatalf("%d tags remembered", n)
		}
	}
	if put(c, ticket, "a", Entry(0)) {
		t.Error("stored a value though nobody knows what changed meanwhile")
	}
	if !put(c, c.Begin()-1, "a", Entry(0)) || put(c, c.Begin()-1, "b", tags[0]) {
		t.Error("the last drop isn't remembered")
	}
}

func TestBoundedByBytes(t *testing.T) {
	t.Parallel()
	c := newCache(100_000)
	text := string(make([]byte, 1000))
	for i := range int64(1000) {
		c.Put(c.Begin(), fmt.Sprint(i), text, 1000, Deps{Tags: []Tag{Entry(i)}})
		c.Get("0")
	}
	if n, bytes := c.Stats(); bytes > 100_000 || n < 50 || len(c.byTag) != n {
		t.Errorf("%d values in %d bytes with %d tags", n, bytes, len(c.byTag))
	}
	if !has(c, "0") || !has(c, "999") || has(c, "1") {
		t.Error("what was unused for longest should go first")
	}
	c.Grow("999", 90_000, func(v string) bool { return v == text })
	c.Grow("0", 90_000, func(string) bool { return false })
	if n, bytes := c.Stats(); bytes > 100_000 || n > 20 || !has(c, "0") {
		t.Errorf("after growing: %d values in %d bytes", n, bytes)
	}
	if c.Put(c.Begin(), "big", text, 50_000, Deps{}) {
		t.Error("stored a value that leaves no room for others")
	}
}

func TestExpires(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := New[string, string](1<<20, func() time.Time { return now })
	c.Put(c.Begin(), "a", "a", 1, Deps{Expires: now.Add(time.Minute)})
	if !has(c, "a") {
		t.Fatal("not stored")
	}
	now = now.Add(time.Minute)
	if has(c, "a") {
		t.Error("held beyond its time")
	}
	if c.Put(c.Begin(), "b", "b", 1, Deps{NoStore: true}) || has(c, "b") {
		t.Error("stored what must not be stored")
	}
}

func TestSuspend(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	put(c, c.Begin(), "a")
	before := c.Begin()
	c.Suspend()
	during := c.Begin()
	if has(c, "a") || put(c, during, "b") {
		t.Error("a suspended cache holds values")
	}
	c.Resume()
	if has(c, "a") || put(c, before, "a") || put(c, during, "a") {
		t.Error("a value from before or during the suspension was stored")
	}
	if !put(c, c.Begin(), "a") {
		t.Error("a resumed cache stores nothing")
	}
}

func TestNilCacheHoldsNothing(t *testing.T) {
	t.Parallel()
	c := New[string, string](0, nil)
	for _, all := range []Invalidator{c, Group{c}} {
		all.Drop([]Tag{Entry(1)})
		all.Clear()
		all.Suspend()
		all.Resume()
	}
	c.Grow("a", 1, func(string) bool { return true })
	if put(c, c.Begin(), "a") || has(c, "a") {
		t.Error("a nil cache holds a value")
	}
	if n, bytes := c.Stats(); n != 0 || bytes != 0 {
		t.Error("a nil cache has values")
	}
	if v, made := c.Load("a", func() (string, int, Deps) { return "x", 1, Deps{} }); v != "x" || !made {
		t.Errorf("got %q", v)
	}
}

// TestIndex compares a small cache with a list of what it should hold, under
// random puts, drops and uses.
func TestIndex(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	c := newCache(1 << 30)
	want := map[string][]Tag{}
	for step := range 50_000 {
		key := fmt.Sprint(r.IntN(40))
		switch r.IntN(4) {
		case 0, 1:
			tags := make([]Tag, r.IntN(5))
			for i := range tags {
				tags[i] = Entry(r.Int64N(30))
			}
			c.Put(c.Begin(), key, key, 1, Deps{Tags: tags})
			want[key] = tags
		case 2:
			tag := Entry(r.Int64N(30))
			c.Drop([]Tag{tag, Term(1)})
			for k, tags := range want {
				if slices.Contains(tags, tag) {
					delete(want, k)
				}
			}
		}
		if _, expected := want[key]; has(c, key) != expected {
			t.Fatalf("step %d: key %s is there: %v", step, key, !expected)
		}
	}
	uses := 0
	for _, tags := range want {
		uses += len(tags)
	}
	indexed := 0
	for _, list := range c.byTag {
		indexed += len(list)
	}
	if n, _ := c.Stats(); n != len(want) || indexed != uses {
		t.Errorf("%d values, want %d; %d uses of tags, want %d", n, len(want), indexed, uses)
	}
}
