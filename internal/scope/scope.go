// Package scope remembers what one request has read.
//
// It serves two ends. Objects that were loaded once are handed out again
// within the request, so that permission checks, fields, links and embedded
// answers share one look-up. And every read leaves a tag, so that a finished
// answer knows what it was made of and can be dropped when exactly that
// changes (see package keep).
//
// Objects in a scope are shared: whoever wants to change one clones it first.
package scope

import (
	"context"
	"sync"
	"time"
)

// Scope is the memory of one request. It is safe for concurrent use. A nil
// Scope remembers nothing.
type Scope struct {
	mu     sync.Mutex
	values map[any]any
	tags   map[string]struct{}
	until  time.Time
	never  bool
	outer  *Scope // the scope that this one is part of
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
	v, ok := s.values[key]
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
	if s.values == nil {
		s.values = map[any]any{}
	}
	s.values[key] = value
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
	s.values = nil
}

// Read notes that the answer depends on what the tags name.
func Read(ctx context.Context, tags ...string) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		if s.tags == nil {
			s.tags = make(map[string]struct{}, len(tags))
		}
		for _, t := range tags {
			s.tags[t] = struct{}{}
		}
		s.mu.Unlock()
	}
}

// Tags are the tags noted so far, in no order.
func (s *Scope) Tags() []string {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tags := make([]string, 0, len(s.tags))
	for t := range s.tags {
		tags = append(tags, t)
	}
	return tags
}

// Until notes that the answer is true only up to a moment: a scheduled entry,
// a date that is told relative to now.
func Until(ctx context.Context, t time.Time) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		if s.until.IsZero() || t.Before(s.until) {
			s.until = t
		}
		s.mu.Unlock()
	}
}

// Never notes that the answer must not be kept at all, as when it is random.
func Never(ctx context.Context) {
	for s := From(ctx); s != nil; s = s.outer {
		s.mu.Lock()
		s.never = true
		s.mu.Unlock()
	}
}

// Lasts tells until when an answer made in this scope stays true (the zero
// time: until something it read changes) and whether it may be kept at all.
func (s *Scope) Lasts() (until time.Time, keep bool) {
	if s == nil {
		return time.Time{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.until, !s.never
}
