package store

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
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
	if last := now.Sub(heard); last < announceApart+commitQuick || looks > 8 {
		t.Errorf("%d looks, the last %v after the news", looks, last)
	}
}

// TestLooksAreShared has many want a look while one is under way: they share the
// next one, which begins after all of them came.
func TestLooksAreShared(t *testing.T) {
	var l looks
	var began, state atomic.Int64
	under, goOn := make(chan struct{}, 32), make(chan struct{})
	look := func(context.Context) (*stateVersion, error) {
		began.Add(1)
		g := &stateVersion{sum: state.Load()}
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
	for {
		l.mu.Lock()
		waits := l.next != nil
		l.mu.Unlock()
		if waits {
			break
		}
		time.Sleep(time.Millisecond)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := l.share(gone, look); !errors.Is(err, context.Canceled) {
		t.Errorf("who leaves gets %v", err)
	}
	close(goOn)
	all.Wait()
	if n := began.Load(); n < 2 || n > 10 {
		t.Errorf("%d looks for 21 who wanted one", n)
	}
	if l.running != nil || l.next != nil {
		t.Error("a look is left under way")
	}
}
