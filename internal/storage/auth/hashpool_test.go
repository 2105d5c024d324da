package auth

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
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

// occupied has those of a name or an address wait in the pool of the process until
// release is called. It takes no place of others.
func occupied(payer string) (release func()) {
	hashes.mu.Lock()
	hashes.running[payer]++
	hashes.mu.Unlock()
	return func() {
		hashes.mu.Lock()
		less(hashes.running, payer)
		hashes.grant()
		hashes.mu.Unlock()
	}
}

// queued waits until as many wait for a payer.
func queued(payer string, n int) {
	for {
		hashes.mu.Lock()
		waiting := hashes.waiting[payer]
		hashes.mu.Unlock()
		if waiting >= n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// from is a request from an address.
func from(ip string) *http.Request {
	return request(func(r *http.Request) { r.RemoteAddr = net.JoinHostPort(ip, "1") })
}

// TestWhoWaitsTellsNothing logs in fourteen times at once with names, each from an
// address of its own: as many are told to come back whether there is such an
// account or not, whatever hash it has.
func TestWhoWaitsTellsNothing(t *testing.T) {
	h := newHouse(t)
	for name, hash := range map[string]string{
		"md5": "2fe4ec8ae6d81b03c53872358c532293", "none": "", "portable": "$P$BZlPX7NIx8MYpXokBW2AGsN7i.aUOt0", "own": dummyHash,
	} {
		if err := h.db.InsertUser(t.Context(), &user.User{Login: name, Slug: name, Email: name + "@example.org", PasswordHash: hash}); err != nil {
			t.Fatal(err)
		}
	}
	for _, login := range []string{"Ann", " ann ", "ann@example.org", "md5", "none", "portable", "own", "unknown", "Unknown@example.org", strings.Repeat("x", 200), "a\x00b"} {
		name := "name " + strings.ToLower(cut(strings.TrimSpace(login), maxLogin))
		release := occupied(name)
		answers := make(chan error, 14)
		for n := range 14 {
			go func() {
				_, err := h.LogIn(from(fmt.Sprintf("198.51.100.%d", n)), login, "wrong")
				answers <- err
			}()
		}
		busy := 0
		for range 14 - maxWaitingOne { // those that are told so are told at once
			if err := <-answers; errors.Is(err, ErrBusy) {
				busy++
			}
		}
		release()
		for range maxWaitingOne {
			if err := <-answers; err != nil {
				t.Errorf("%q: %v", login, err)
			}
		}
		if busy != 14-maxWaitingOne {
			t.Errorf("%q: %d of 14 are told to come back", login, busy)
		}
	}
}

// TestOneNetworkHasOneShare logs in from many addresses of one IPv6 network: they
// take its places, and nobody else's.
func TestOneNetworkHasOneShare(t *testing.T) {
	h := newHouse(t)
	const share = "address 2001:db8:1:2::/64"
	release := occupied(share)
	answers := make(chan error, 100)
	for n := range 100 {
		go func() {
			_, err := h.LogIn(from(fmt.Sprintf("2001:db8:1:2:%x::1", n)), fmt.Sprint("nobody", n), "wrong")
			answers <- err
		}()
	}
	for range 100 - maxWaitingOne {
		if err := <-answers; !errors.Is(err, ErrBusy) {
			t.Errorf("one network: %v", err)
		}
	}
	if _, err := h.LogIn(from("2001:db8:1:3::1"), "somebody", "wrong"); err != nil {
		t.Errorf("another network: %v", err)
	}
	release()
	for range maxWaitingOne {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
}

// counting is a Throttle that takes so many failures.
type counting struct {
	NoSay
	mu          sync.Mutex
	failed, may int
	succeeded   int
}

func (c *counting) Refuse(context.Context, Attempt) *fault.Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed >= c.may {
		return fault.New(http.StatusTooManyRequests, "too_many", "")
	}
	return nil
}

func (c *counting) Failed(ctx context.Context, a Attempt) *fault.Error {
	c.mu.Lock()
	c.failed++
	c.mu.Unlock()
	return c.Refuse(ctx, a)
}

func (c *counting) Succeeded(context.Context, Attempt, *user.User) { c.succeeded++ }

// TestBurstsAreCounted makes attempts that are all let in before any is looked at:
// what is right comes after as many wrong ones as there may be, and isn't taken.
func TestBurstsAreCounted(t *testing.T) {
	h := newHouse(t)
	hash, err := hashArgon(t.Context(), "right")
	if err != nil {
		t.Fatal(err)
	}
	u := &user.User{Login: "Bert", Slug: "bert", Email: "bert@example.org", PasswordHash: hash}
	if err := h.db.InsertUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	again := func(r *http.Request, password string) (*user.User, error) {
		ok, err := h.CheckPassword(r.Context(), h.Attempt(r, "bert"), u, password)
		if !ok {
			return nil, err
		}
		return u, err
	}
	logIn := func(r *http.Request, password string) (*user.User, error) { return h.LogIn(r, "bert", password) }
	for name, try := range map[string]func(r *http.Request, password string) (*user.User, error){"log-in": logIn, "asked again": again} {
		throttle := &counting{may: 4}
		h.Throttle = throttle
		const address = "address 203.0.113.7"
		release := occupied(address)
		type result struct {
			u   *user.User
			err error
		}
		results := make(chan result, 8)
		for n := range 7 {
			go func() {
				u, err := try(from("203.0.113.7"), "wrong")
				results <- result{u, err}
			}()
			queued(address, n+1)
		}
		go func() {
			u, err := try(from("203.0.113.7"), "right")
			results <- result{u, err}
		}()
		queued(address, 8)
		release()
		wrong := 0
		for range 8 {
			got := <-results
			if got.u != nil {
				t.Errorf("%s: the right one is taken after seven wrong ones", name)
			}
			if got.err == nil {
				wrong++
			}
		}
		if wrong != 3 || throttle.succeeded != 0 { // the fourth is told that it was the last
			t.Errorf("%s: %d are told that they were wrong, %d succeeded", name, wrong, throttle.succeeded)
		}
	}
}

// TestBurstsOfAppPasswords tries wrong application passwords, all at once.
func TestBurstsOfAppPasswords(t *testing.T) {
	h := newHouse(t)
	var wg sync.WaitGroup
	var refused atomic.Int64
	for n := range 200 {
		wg.Go(func() {
			if _, err := h.Identify(basic("Ann", fmt.Sprint("wrong", n))); err != nil {
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	if n := refused.Load(); n != 200-maxFailures {
		t.Errorf("%d of 200 wrong ones are refused", n)
	}
	if a, err := h.Identify(basic("Ann", h.secret)); err == nil || a.LoggedIn() {
		t.Error("the right one is taken after them")
	}
	// One network is one address.
	network := func(n int, secret string) *http.Request {
		r := basic("Ann", secret)
		r.RemoteAddr = fmt.Sprintf("[2001:db8::%x]:1", n)
		return r
	}
	for n := range maxFailures {
		if _, err := h.Identify(network(n, "wrong")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.Identify(network(maxFailures, "wrong")); err == nil {
		t.Error("each address of a network is counted by itself")
	}
}
