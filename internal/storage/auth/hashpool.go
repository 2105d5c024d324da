package auth

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/scope"
)

// ErrBusy refuses a password that would have to wait for too many others.
var ErrBusy = fault.New(http.StatusServiceUnavailable, "rest_too_busy", "Too many passwords are being looked at. Try again in a moment.")

// Bounds on who waits for a slow hash: in all, and of one account, name or
// address.
const (
	maxWaiting    = 256
	maxWaitingOne = 8
)

// hashPool lets slow hashes be made beside other work: on all processors but
// one, so that a flood of log-ins takes neither all memory nor all time, and for
// each account, each name and each address one at a time, so that none waits for
// what another one asked for.
type hashPool struct {
	mu      sync.Mutex
	free    int
	queue   []*hashRequest
	running map[string]int
	waiting map[string]int
	made    atomic.Int64 // slow hashes, since the process began
}

type hashRequest struct {
	payers []string
	ready  chan struct{}
}

func newHashPool(slots int) *hashPool {
	return &hashPool{free: slots, running: map[string]int{}, waiting: map[string]int{}}
}

// hashes is shared by the process since that is whose memory and time it
// protects.
var hashes = newHashPool(max(1, runtime.GOMAXPROCS(0)-1))

// SlowHashes is how many slow hashes of passwords this process has made.
func SlowHashes() int64 { return hashes.made.Load() }

type payersKey struct{}

// PaidBy makes slow hashes wait in the queues of an account and its address (of
// IPv6, its /64).
func PaidBy(ctx context.Context, a access.Actor) context.Context {
	payers := []string{"address " + netlimit.Network(a.IP)}
	if a.ID != 0 {
		payers = append(payers, "account "+strconv.FormatInt(a.ID, 10))
	}
	return context.WithValue(ctx, payersKey{}, payers)
}

// paidByName is PaidBy for who says to be somebody. The name waits as it is
// typed, so that the queue is the same whether there is such an account or not.
func paidByName(ctx context.Context, at Attempt, login string) context.Context {
	name := strings.ToLower(cut(strings.TrimSpace(login), maxLogin))
	return context.WithValue(ctx, payersKey{}, []string{"address " + netlimit.Network(at.IP), "name " + name})
}

type slotKey struct{}

// slot is what was made while it was somebody's.
type slot struct{ hashes int }

// withSlot does work, in which slow hashes are made, when a place in the pool is free: it waits
// once, however many there are. It fails with ErrBusy, or when ctx ends first.
func withSlot(ctx context.Context, work func(ctx context.Context, t *slot) error) error {
	payers, _ := ctx.Value(payersKey{}).([]string)
	if err := hashes.enter(ctx, payers); err != nil {
		return err
	}
	defer hashes.leave(payers)
	t := &slot{}
	return work(context.WithValue(ctx, slotKey{}, t), t)
}

// slowly runs work when a place in the pool is free, see withSlot.
func slowly[V any](ctx context.Context, work func() V) (made V, err error) {
	scope.Slow(ctx, "hashing a password")
	hash := func(_ context.Context, t *slot) error {
		made = work()
		t.hashes++
		hashes.made.Add(1)
		return nil
	}
	if t, _ := ctx.Value(slotKey{}).(*slot); t != nil {
		err = hash(ctx, t)
	} else {
		err = withSlot(ctx, hash)
	}
	return made, err
}

func (p *hashPool) enter(ctx context.Context, payers []string) error {
	t := &hashRequest{payers, make(chan struct{})}
	p.mu.Lock()
	if len(p.queue) >= maxWaiting || slices.ContainsFunc(payers, func(s string) bool { return p.waiting[s] >= maxWaitingOne }) {
		p.mu.Unlock()
		return ErrBusy
	}
	p.queue = append(p.queue, t)
	for _, s := range payers {
		p.waiting[s]++
	}
	p.grant()
	p.mu.Unlock()
	select {
	case <-t.ready:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.queue, t); i >= 0 {
		p.dequeue(i)
		return ctx.Err()
	}
	return nil // it was granted meanwhile
}

func (p *hashPool) leave(payers []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free++
	for _, s := range payers {
		less(p.running, s)
	}
	p.grant()
}

// grant lets those go on whose turn it is: the first in the queue of whose
// payers none has a hash under way.
func (p *hashPool) grant() {
	for i := 0; i < len(p.queue) && p.free > 0; {
		t := p.queue[i]
		if slices.ContainsFunc(t.payers, func(s string) bool { return p.running[s] > 0 }) {
			i++
			continue
		}
		p.dequeue(i)
		p.free--
		for _, s := range t.payers {
			p.running[s]++
		}
		close(t.ready)
	}
}

func (p *hashPool) dequeue(i int) {
	for _, s := range p.queue[i].payers {
		less(p.waiting, s)
	}
	p.queue = slices.Delete(p.queue, i, i+1)
}

func less(m map[string]int, key string) {
	if m[key]--; m[key] <= 0 {
		delete(m, key)
	}
}
