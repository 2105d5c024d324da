package cache

import (
	"fmt"
	"testing"
)

// TestKeepsWhatIsAskedForAgain fills a cache with keys that are asked for once: they leave
// what was there, and one that is asked for twice is kept.
func TestKeepsWhatIsAskedForAgain(t *testing.T) {
	t.Parallel()
	c := newCache(100_000).KeepAskedAgain()
	ask := func(key string) bool {
		_, made := c.Load(key, func() (string, int, Deps) { return key, 1000, Deps{Tags: []Tag{Entry(1)}} })
		return made
	}
	if !ask("early") || ask("early") {
		t.Fatal("not kept while there is room")
	}
	for i := range 1000 {
		ask(fmt.Sprint("once ", i))
	}
	_, bytes := c.Stats()
	if bytes > 60_000 {
		t.Errorf("%d bytes of what was asked for once", bytes)
	}
	if ask("early") {
		t.Error("what was asked for once drove out what was there")
	}
	for i, made := range []bool{true, true, false} {
		if ask("twice") != made {
			t.Errorf("asked for the %d. time: made %v", i+1, !made)
		}
	}
	for i := range 1000 {
		for range 2 {
			ask(fmt.Sprint("often ", i))
		}
	}
	if _, bytes := c.Stats(); bytes < 80_000 || bytes > 100_000 {
		t.Errorf("%d bytes of what was asked for twice", bytes)
	}
}

// TestSharesWhatIsNotKept has callers wait for a value that isn't kept: they get it all the
// same.
func TestSharesWhatIsNotKept(t *testing.T) {
	t.Parallel()
	c := newCache(100_000).KeepAskedAgain()
	for i := range 60 {
		c.Load(fmt.Sprint(i), func() (string, int, Deps) { return "", 1000, Deps{} })
	}
	got := make(chan bool)
	_, _ = c.Load("shared", func() (string, int, Deps) {
		go func() {
			v, made := c.Load("shared", func() (string, int, Deps) { return "another", 1000, Deps{} })
			got <- v == "first" && !made
		}()
		for waits := false; !waits; {
			c.mu.Lock()
			waits = c.flights["shared"].done != nil
			c.mu.Unlock()
		}
		return "first", 1000, Deps{}
	})
	if !<-got {
		t.Error("who waited made another")
	}
}
