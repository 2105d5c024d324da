// Package scope remembers what one request has read.
//
// It serves two ends. Objects that were loaded once are handed out again
// within the request, so that permission checks, fields, links and embedded
// answers share one look-up. And every read adds tags, so that a finished
// answer knows what it depends on and can be dropped when exactly that changes
// (see package cache).
//
// Objects in a scope are shared: whoever wants to change one clones it first.
package scope

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/platform/cache"
)

// Scope is the memory of one request. It is safe for concurrent use. A nil
// Scope remembers nothing.
type Scope struct {
	mu       sync.Mutex
	values   valueSet
	tickets  []ticket
	worked   map[textWork]string // results of work, which no write makes stale
	tags     tagSet
	expires  time.Time
	noStore  bool
	failure  error
	asked    atomic.Int64
	answered int    // see MaxShown
	outer    *Scope // the scope that this one is part of
}

type contextKey struct{}

// New gives ctx a fresh scope.
func New(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, &Scope{})
}

// Part gives ctx a scope for a part of the answer, such as one rendered text.
// What is remembered is that of the scope around it; what is noted is noted in
// both, so that the part knows what it alone was made of.
func Part(ctx context.Context) context.Context {
	return context.WithValue(ctx, contextKey{}, &Scope{outer: From(ctx)})
}

// InPart tells whether ctx has the scope of a part. What is remembered may have
// been read outside of it: whoever hands it out says again what it depends on.
func InPart(ctx context.Context) bool {
	s := From(ctx)
	return s != nil && s.outer != nil
}

// memory is the scope that remembers values.
func (s *Scope) memory() *Scope {
	for s != nil && s.outer != nil {
		s = s.outer
	}
	return s
}

// From is the scope of ctx, nil when it has none.
func From(ctx context.Context) *Scope {
	s, _ := ctx.Value(contextKey{}).(*Scope)
	return s
}

// Get is the value that was put under key in the scope of ctx. Keys should be
// values of an unexported struct type, so that packages can't collide.
func Get[V any](ctx context.Context, key any) (V, bool) {
	var zero V
	s := From(ctx).memory()
	if s == nil {
		return zero, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.values.get(key)
	if !ok {
		return zero, false
	}
	return v.(V), true
}

// Put remembers a value for the rest of the request.
func Put(ctx context.Context, key, value any) {
	s := From(ctx).memory()
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values.put(key, value)
}

// Forget drops all remembered values, not the tags. A write does this, since
// what was read before it may be stale.
func Forget(ctx context.Context) {
	s := From(ctx).memory()
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values, s.tickets = valueSet{}, nil
}

// DependsOn adds tags of what the answer depends on.
func DependsOn(ctx context.Context, tags ...cache.Tag) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		for _, t := range tags {
			s.tags.add(t)
		}
		s.mu.Unlock()
	}
}

// ExpiresAt tells that the answer is true only up to a moment: a scheduled
// entry, a date that is told relative to now.
func ExpiresAt(ctx context.Context, t time.Time) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		if s.expires.IsZero() || t.Before(s.expires) {
			s.expires = t
		}
		s.mu.Unlock()
	}
}

// NoStore tells that the answer must not be stored at all.
func NoStore(ctx context.Context) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		s.noStore = true
		s.mu.Unlock()
	}
}

// Failed notes that something that the answer is made of couldn't be read; nil notes
// nothing. Whoever finds out may go on with anything, since the answer fails as a whole:
// what follows may look like something else, such as an empty list or a refusal.
func Failed(ctx context.Context, err error) {
	if err == nil {
		return
	}
	NoStore(ctx)
	s := From(ctx).memory()
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failure == nil {
		s.failure = err
	}
}

// Failure is the first error that was noted so, nil without one.
func Failure(ctx context.Context) error {
	s := From(ctx).memory()
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failure
}

// TakeFailure is Failure for one of several answers that share a scope: the next one
// begins without it.
func TakeFailure(ctx context.Context) error {
	err := Failure(ctx)
	if s := From(ctx).memory(); s != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.failure = nil
	}
	return err
}

// Include adds all that a part of the answer depends on.
func Include(ctx context.Context, d cache.Deps) {
	DependsOn(ctx, d.Tags...)
	if d.NoStore {
		NoStore(ctx)
	}
	if !d.Expires.IsZero() {
		ExpiresAt(ctx, d.Expires)
	}
}

// CountStatement notes that a statement of the store was run for the answer.
func CountStatement(ctx context.Context) {
	for s := From(ctx); s != nil; s = s.outer {
		s.asked.Add(1)
	}
}

// Statements is how many statements were run so far.
func (s *Scope) Statements() int {
	if s == nil {
		return 0
	}
	return int(s.asked.Load())
}

// MayStore tells whether an answer made in this scope may be stored so far.
func (s *Scope) MayStore() bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.noStore
}

// Deps is what an answer made in this scope depends on so far. Without a scope
// nobody knows, and the answer must not be stored.
func (s *Scope) Deps() cache.Deps {
	if s == nil {
		return cache.Deps{NoStore: true}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return cache.Deps{Tags: slices.Clone(s.tags.list), Expires: s.expires, NoStore: s.noStore}
}
