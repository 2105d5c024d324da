package auth

import (
	"context"
	"errors"
	"testing"
)

// TestNobodyWaitsForAnother lets one account fill its queue: others go on, and
// what is too much is refused.
func TestNobodyWaitsForAnother(t *testing.T) {
	t.Parallel()
	p := newHashPool(2)
	ctx := t.Context()
	hers, his := []string{"account 1", "address a"}, []string{"account 2", "address b"}
	if err := p.enter(ctx, hers); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, maxWaitingOne)
	waiting, cancel := context.WithCancel(ctx)
	for range maxWaitingOne {
		go func() { done <- p.enter(waiting, hers) }()
	}
	for full := false; !full; {
		p.mu.Lock()
		full = p.waiting["account 1"] == maxWaitingOne
		p.mu.Unlock()
	}
	if err := p.enter(ctx, hers); !errors.Is(err, ErrBusy) {
		t.Errorf("a full queue: %v", err)
	}
	if err := p.enter(ctx, []string{"account 3", "address a"}); !errors.Is(err, ErrBusy) {
		t.Errorf("another account at the same address: %v", err)
	}
	if err := p.enter(ctx, his); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	p.leave(his)
	p.leave(hers)
	if err := <-done; err != nil {
		t.Errorf("the next in the queue: %v", err)
	}
	cancel()
	for range maxWaitingOne - 1 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("who went away: %v", err)
		}
	}
	p.leave(hers)
	if p.free != 2 || len(p.queue)+len(p.running)+len(p.waiting) != 0 {
		t.Errorf("left over: %+v", p)
	}
}
