package auth

import (
	"strings"
	"sync"
	"time"

	"quoin/internal/platform/netlimit"
)

// How many wrong application passwords one address (of IPv6, a /64) may try for one account in
// a while, and how many pairs of these are counted. Programs that have a right
// one aren't concerned, unless they share address and account with who guesses.
const (
	maxFailures   = 60
	failureWindow = 10 * time.Minute
	failureLimit  = 8192
)

// failures counts wrong application passwords by account and address, in this
// process. Known and unknown accounts are counted alike.
type failures struct {
	mu     sync.Mutex
	counts map[failureKey]failureCount
}

type failureKey struct{ login, network string }

type failureCount struct {
	n     int
	until time.Time
}

func newFailures() *failures { return &failures{counts: map[failureKey]failureCount{}} }

func keyOf(at Attempt) failureKey {
	return failureKey{strings.ToLower(at.Login), netlimit.Network(at.IP)}
}

// refused is how long an attempt has to wait, 0 when it may be made.
func (f *failures) refused(at Attempt, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c := f.counts[keyOf(at)]; c.n >= maxFailures && now.Before(c.until) {
		return c.until.Sub(now)
	}
	return 0
}

// add counts a wrong one. It is how long that has to wait for its answer, as
// those that were found wrong at the same time have used up what may be tried.
func (f *failures) add(at Attempt, now time.Time) time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := keyOf(at)
	c := f.counts[key]
	if !now.Before(c.until) {
		c = failureCount{until: now.Add(failureWindow)}
	}
	if c.n >= maxFailures {
		return c.until.Sub(now)
	}
	c.n++
	if _, ok := f.counts[key]; !ok && len(f.counts) >= failureLimit {
		f.makeRoom(now)
	}
	f.counts[key] = c
	return 0
}

// makeRoom drops what has ended, or else any quarter of what counts least.
func (f *failures) makeRoom(now time.Time) {
	for key, c := range f.counts {
		if !now.Before(c.until) {
			delete(f.counts, key)
		}
	}
	for _, least := range []int{maxFailures / 2, maxFailures * 1000} {
		for key, c := range f.counts {
			if len(f.counts) < failureLimit*3/4 {
				return
			}
			if c.n < least {
				delete(f.counts, key)
			}
		}
	}
}
