package auth

import (
	"context"
	"sync"
	"testing"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
)

// gate is a Throttle that counts and refuses.
type gate struct {
	NoSay
	mu                sync.Mutex
	refuse            bool
	failed, succeeded int
	last              Attempt
}

func (g *gate) Refuse(_ context.Context, a Attempt) *fault.Error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = a
	if g.refuse {
		return fault.Forbidden("too_many", "too many")
	}
	return nil
}

func (g *gate) Failed(context.Context, Attempt) *fault.Error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed++
	return nil
}

func (g *gate) Succeeded(context.Context, Attempt, *user.User) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.succeeded++
}

func TestThrottle(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g := &gate{}
	h.Throttle = g
	for _, secret := range []string{"x", h.secret, h.secret} {
		if _, err := h.Identify(basic("Ann", secret)); err != nil {
			t.Fatal(err)
		}
	}
	if g.failed != 1 || g.succeeded != 1 || g.last != (Attempt{Login: "Ann", IP: "192.0.2.1", UserAgent: "agent", API: true}) {
		t.Errorf("heard of %+v", g)
	}
	g.refuse = true
	if _, err := h.Identify(basic("Ann", "x")); err == nil || err.Code != "too_many" {
		t.Errorf("not refused: %v", err)
	}
	if a, err := h.Identify(basic("Ann", h.secret)); err != nil || !a.LoggedIn() {
		t.Errorf("a client that is known is refused: %v", err)
	}
	if _, err := h.LogIn(request(nil), "Ann", "x"); fault.As(err) == nil {
		t.Errorf("log-in not refused: %v", err)
	}
}
