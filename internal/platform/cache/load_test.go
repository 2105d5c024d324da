package cache

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestLoadMakesOnce(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	var makes atomic.Int32
	release := make(chan struct{})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			v, _ := c.Load("k", func() (string, int, Deps) {
				makes.Add(1)
				<-release
				return "x", 1, Deps{}
			})
			if v != "x" {
				t.Errorf("got %q", v)
			}
		})
	}
	for makes.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(20 * time.Millisecond)
	close(release)
	wg.Wait()
	if n := makes.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
	if v, made := c.Load("k", nil); v != "x" || made {
		t.Errorf("got %q, made %v", v, made)
	}
}

func TestLoadDoesNotShareAcrossAChange(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	started, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		c.Load("k", func() (string, int, Deps) {
			close(started)
			<-release
			return "old", 1, Deps{Tags: []Tag{Entry(1)}}
		})
	})
	<-started
	c.Drop([]Tag{Entry(1)})
	if v, made := c.Load("k", func() (string, int, Deps) { return "new", 1, Deps{Tags: []Tag{Entry(1)}} }); !made || v != "new" {
		t.Errorf("got %q, made %v", v, made)
	}
	close(release)
	wg.Wait()
	if v, _ := c.Get("k"); v != "new" {
		t.Errorf("stored: %q", v)
	}
}

func TestLoadSharesNothingThatIsNotStored(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	started, release := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		c.Load("k", func() (string, int, Deps) {
			close(started)
			<-release
			return "first", 1, Deps{NoStore: true}
		})
	})
	<-started
	wg.Go(func() {
		if v, made := c.Load("k", func() (string, int, Deps) { return "second", 1, Deps{NoStore: true} }); v != "second" || !made {
			t.Errorf("got %q, made %v", v, made)
		}
	})
	time.Sleep(20 * time.Millisecond)
	close(release)
	wg.Wait()
	if has(c, "k") {
		t.Error("stored")
	}
}

// A caller that panics must not leave the others waiting.
func TestLoadPanics(t *testing.T) {
	t.Parallel()
	c := newCache(1 << 20)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic is gone")
			}
		}()
		c.Load("k", func() (string, int, Deps) { panic("oops") })
	}()
	if v, made := c.Load("k", func() (string, int, Deps) { return "x", 1, Deps{} }); v != "x" || !made {
		t.Errorf("got %q", v)
	}
}

// TestNeverStale runs readers and writers on a little database: whatever a
// reader gets after a write was acknowledged is at least as new. One cache is
// made of the other, as answers are of texts.
func TestNeverStale(t *testing.T) {
	t.Parallel()
	texts, answers := New[int64, int64](1<<16, nil), New[string, int64](1<<16, nil)
	all := Group{texts, answers}
	const things = 8
	var db, acknowledged [things]atomic.Int64
	var wg sync.WaitGroup
	for w := range 2 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(w), 1))
			for n := range 3000 {
				i := w*things/2 + r.IntN(things/2)
				v := db[i].Add(1)
				switch n % 500 {
				case 100:
					all.Clear()
				case 200:
					all.Suspend()
					all.Resume()
				default:
					all.Drop([]Tag{Entry(int64(i))})
				}
				acknowledged[i].Store(v)
			}
		})
	}
	for g := range 4 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(g), 2))
			for range 5000 {
				i := r.Int64N(things)
				deps := Deps{Tags: []Tag{Entry(i), AllEntries()}}
				least := acknowledged[i].Load()
				got, _ := answers.Load(fmt.Sprint(i), func() (int64, int, Deps) {
					if v, ok := texts.Get(i); ok {
						return v, 1, deps
					}
					began := texts.Begin()
					v := db[i].Load()
					texts.Put(began, i, v, 1, deps)
					return v, 1, deps
				})
				if got < least {
					t.Errorf("thing %d: read %d after %d was acknowledged", i, got, least)
					return
				}
			}
		})
	}
	wg.Wait()
}
