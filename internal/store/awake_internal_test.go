package store

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
		a.looks()()
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
		over := a.looks()
		synctest.Wait()
		select {
		case <-answered:
			t.Fatal("it answers while it looks")
		default:
		}
		over()
		<-answered
		a.ends()
		if a.stale(time.Now().Add(time.Hour)) {
			t.Error("stale when nobody looks")
		}
	})
}
