package sqldb

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestPaceCoversWhatIsNotAnnounced sees that somebody who heard of a change looks
// again after every commit that wasn't announced since.
func TestPaceCoversWhatIsNotAnnounced(t *testing.T) {
	heard := time.Now()
	p := pace{news: heard}
	looks := 0
	now := heard
	for {
		pause := p.pause(now, now)
		if pause == FollowEvery {
			break
		}
		if pause < lookApart {
			t.Fatalf("a look %v after another", pause)
		}
		now = now.Add(pause)
		looks++
	}
	if last := now.Sub(heard); last < lookFor || looks > 9 {
		t.Errorf("%d looks, the last %v after the news", looks, last)
	}
}

// TestCommitsAreAnnouncedOrCovered has commits end at all sorts of times, with
// announcements that fail: after each somebody hears of a change, or looks for others
// since they heard of one shortly before.
func TestCommitsAreAnnouncedOrCovered(t *testing.T) {
	start := time.Now()
	r := rand.New(rand.NewPCG(1, 2))
	var a announcements
	at, heard := time.Duration(0), -time.Hour
	announced := 0
	for range 500 {
		at += time.Duration(r.IntN(int(2 * announceApart)))
		if r.IntN(20) == 0 {
			at += 2 * lookFor
		}
		if a.due(start.Add(at)) {
			if r.IntN(4) == 0 {
				a.failed() // which the log tells; a look that nobody asked for finds it
				continue
			}
			announced++
			heard = at
		}
		if at-heard > announceApart {
			t.Errorf("nobody looks for the commit of %v", at)
		}
	}
	if announced < 100 || announced > 400 {
		t.Errorf("%d commits announced", announced)
	}
}

// TestLooksAreShared has many want a look while one is under way: they share the
// next one, which begins after all of them came.
func TestLooksAreShared(t *testing.T) { synctest.Test(t, looksAreShared) }

func looksAreShared(t *testing.T) {
	var l sharedPolls
	var began, state atomic.Int64
	under, goOn := make(chan struct{}, 32), make(chan struct{})
	look := func(context.Context) (*StateVersion, error) {
		began.Add(1)
		g := &StateVersion{sum: state.Load()}
		under <- struct{}{}
		<-goOn
		return g, nil
	}
	var all sync.WaitGroup
	all.Go(func() { l.share(t.Context(), look) })
	<-under
	state.Store(1)
	for range 20 {
		all.Go(func() {
			if g, err := l.share(t.Context(), look); err != nil || g.sum != 1 {
				t.Errorf("%+v %v", g, err)
			}
		})
	}
	synctest.Wait() // for all of them to wait
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := l.share(gone, look); !errors.Is(err, context.Canceled) {
		t.Errorf("who leaves gets %v", err)
	}
	close(goOn)
	all.Wait()
	if n := began.Load(); n != 2 {
		t.Errorf("%d looks for 21 who wanted one", n)
	}
	if l.running != nil || l.next != nil {
		t.Error("a look is left under way")
	}
}
