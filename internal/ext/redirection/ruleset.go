package redirection

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"quoin/internal/platform/cache"
)

// rulesTag names what matchers are made of.
const rulesTag = "rules"

// state is what requests are answered by: all enabled rules, and the settings.
type state struct {
	matcher  *Matcher
	settings *settings
	read     uint64 // the turn of the ruleSet that it was read in
}

// ruleSet holds the state, and drops it when rules change on any node. It is
// safe for concurrent use.
type ruleSet struct {
	tag  cache.Tag
	load func(ctx context.Context) (*state, error)

	generation atomic.Uint64 // counts changes
	deaf       atomic.Bool   // changes of other nodes aren't heard
	current    atomic.Pointer[state]
	loading    sync.Mutex
}

func newRuleSet(id string, load func(ctx context.Context) (*state, error)) *ruleSet {
	return &ruleSet{tag: cache.Extension(id, rulesTag), load: load}
}

// get is the state that no change known to this node is missing from. With an
// error it is the last one that could be read, if any.
func (r *ruleSet) get(ctx context.Context) (*state, error) {
	if c := r.current.Load(); c != nil && c.read == r.generation.Load() {
		return c, nil
	}
	r.loading.Lock()
	defer r.loading.Unlock()
	generation := r.generation.Load()
	c := r.current.Load()
	if c != nil && c.read == generation {
		return c, nil
	}
	fresh, err := r.load(ctx)
	if err != nil {
		return c, err
	}
	fresh.read = generation
	if !r.deaf.Load() {
		r.current.Store(fresh)
	}
	return fresh, nil
}

// Drop implements cache.Invalidator.
func (r *ruleSet) Drop(tags []cache.Tag) {
	if slices.Contains(tags, r.tag) {
		r.generation.Add(1)
	}
}

// Clear implements cache.Invalidator.
func (r *ruleSet) Clear() { r.generation.Add(1) }

// Suspend implements cache.Invalidator.
func (r *ruleSet) Suspend() { r.deaf.Store(true); r.generation.Add(1) }

// Resume implements cache.Invalidator.
func (r *ruleSet) Resume() { r.deaf.Store(false); r.generation.Add(1) }
