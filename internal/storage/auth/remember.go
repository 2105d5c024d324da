package auth

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

// How long verified credentials are remembered, and how many.
const (
	rememberFor   = 5 * time.Minute
	rememberLimit = 4096
)

// remembered keeps credentials that were verified a moment ago, so that a
// client which sends many requests pays for the slow hash once. An entry is
// found by a keyed hash of login and secret. The key never leaves the process:
// a dump of the entries helps nobody to find the secrets.
//
// An entry is no proof by itself: whoever uses it checks that the application
// password still exists with the same hash.
type remembered struct {
	key [32]byte

	mu      sync.Mutex
	entries map[[32]byte]credential
}

type credential struct {
	user    int64
	uuid    string
	hash    string // as stored when it was verified
	expires time.Time
}

func newRemembered() *remembered {
	r := &remembered{entries: map[[32]byte]credential{}}
	_, _ = rand.Read(r.key[:])
	return r
}

// id is the key of an entry. The zero byte can't be in a login that is looked
// up, hence the pair is told unambiguously.
func (r *remembered) id(login, secret string) (id [32]byte) {
	mac := hmac.New(sha256.New, r.key[:])
	mac.Write([]byte(login))
	mac.Write([]byte{0})
	mac.Write([]byte(secret))
	copy(id[:], mac.Sum(nil))
	return id
}

func (r *remembered) get(id [32]byte, now time.Time) (credential, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, ok := r.entries[id]
	if ok && now.After(c.expires) {
		delete(r.entries, id)
		return credential{}, false
	}
	return c, ok
}

func (r *remembered) put(id [32]byte, c credential, now time.Time) {
	c.expires = now.Add(rememberFor)
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.entries[id]; !ok && len(r.entries) >= rememberLimit {
		r.makeRoom(now)
	}
	r.entries[id] = c
}

// makeRoom drops what has expired, or else any quarter.
func (r *remembered) makeRoom(now time.Time) {
	for id, c := range r.entries {
		if now.After(c.expires) {
			delete(r.entries, id)
		}
	}
	for id := range r.entries {
		if len(r.entries) < rememberLimit*3/4 {
			return
		}
		delete(r.entries, id)
	}
}

func (r *remembered) drop(id [32]byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.entries, id)
}
