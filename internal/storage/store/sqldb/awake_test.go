package sqldb

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAwake has a process stand still, by either clock, and go on.
func TestAwake(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := NewAwake()
		a.Wait(t.Context()) // nobody looks: a command
		_, over := a.looks()
		over(time.Now())
		a.Wait(t.Context())
		if a.stale(time.Now().Add(FollowEvery)) {
			t.Error("stale between two looks")
		}
		if slept := time.Now().Round(0).Add(time.Hour); !a.stale(slept) {
			t.Error("not stale after the machine slept")
		}
		time.Sleep(deafAfter + time.Second)
		answered := make(chan struct{})
		go func() {
			a.Wait(t.Context())
			close(answered)
		}()
		synctest.Wait()
		select {
		case <-answered:
			t.Fatal("it answers before it has looked")
		default:
		}
		<-a.asked
		awaited, over := a.looks()
		if !awaited {
			t.Error("an earlier look would do for who waits")
		}
		synctest.Wait()
		select {
		case <-answered:
			t.Fatal("it answers while it looks")
		default:
		}
		over(time.Now())
		<-answered
		before := time.Now()
		time.Sleep(deafAfter + time.Second)
		if awaited, over = a.looks(); awaited {
			t.Error("awaited by nobody")
		}
		over(before) // as when it stood still before a look that one before it made needless
		if !a.stale(time.Now()) {
			t.Error("not stale after a look that was left out")
		}
		a.ends()
		if a.stale(time.Now().Add(time.Hour)) {
			t.Error("stale when nobody looks")
		}
	})
}
