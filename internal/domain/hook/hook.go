// Package hook has what follows the writes of a kind of object.
package hook

import (
	"context"
	"fmt"
)

// Object is what is written. Ref names it in errors: "entry 12".
type Object interface{ Ref() string }

// Writes are called on every write of an object inside its transaction: an error takes back
// all of it. C is what a write asks for; before is nil for what is new. Each may be nil.
type Writes[T Object, C any] struct {
	// Before precedes a create or update. after is the row that is going to be stored, without
	// the meta of c yet, and without an ID if it is new. A hook may refuse the write, change
	// after, and add to c.
	Before func(ctx context.Context, before, after T, c *C) error
	// Saved follows a create or update when everything that belongs to it is stored. before
	// and after are complete and must not be changed.
	Saved func(ctx context.Context, before, after T) error
	// Deleted follows a removal; was is the object as it was.
	Deleted func(ctx context.Context, was T) error
}

// Set is the hooks of a kind of object, called in the order in which they were added: all
// before the first write.
type Set[T Object, C any] struct{ all []Writes[T, C] }

// Add adds hooks.
func (s *Set[T, C]) Add(more ...Writes[T, C]) { s.all = append(s.all, more...) }

// Before calls what precedes a create or update.
func (s *Set[T, C]) Before(ctx context.Context, before, after T, c *C) error {
	return each(s.all, "before saving ", after, func(w *Writes[T, C]) error {
		if w.Before == nil {
			return nil
		}
		return w.Before(ctx, before, after, c)
	})
}

// Saved calls what follows a create or update.
func (s *Set[T, C]) Saved(ctx context.Context, before, after T) error {
	return each(s.all, "after saving ", after, func(w *Writes[T, C]) error {
		if w.Saved == nil {
			return nil
		}
		return w.Saved(ctx, before, after)
	})
}

// Deleted calls what follows a removal.
func (s *Set[T, C]) Deleted(ctx context.Context, was T) error {
	return each(s.all, "after deleting ", was, func(w *Writes[T, C]) error {
		if w.Deleted == nil {
			return nil
		}
		return w.Deleted(ctx, was)
	})
}

func each[T Object, C any](all []Writes[T, C], when string, of T, call func(*Writes[T, C]) error) error {
	for i := range all {
		if err := call(&all[i]); err != nil {
			return fmt.Errorf("%s%s: %w", when, of.Ref(), err)
		}
	}
	return nil
}

// Within are the hooks with something around each call, which may leave it out.
func (w Writes[T, C]) Within(around func(ctx context.Context, call func() error) error) Writes[T, C] {
	var out Writes[T, C]
	if w.Before != nil {
		out.Before = func(ctx context.Context, before, after T, c *C) error {
			return around(ctx, func() error { return w.Before(ctx, before, after, c) })
		}
	}
	if w.Saved != nil {
		out.Saved = func(ctx context.Context, before, after T) error {
			return around(ctx, func() error { return w.Saved(ctx, before, after) })
		}
	}
	if w.Deleted != nil {
		out.Deleted = func(ctx context.Context, was T) error {
			return around(ctx, func() error { return w.Deleted(ctx, was) })
		}
	}
	return out
}
