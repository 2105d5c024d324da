package site

import (
	"context"

	"quoin/internal/platform/wire"
)

type keepingKey struct{}

// Keeping is a context in which some options stay as they are: keep is asked about each write,
// and told whether it would change the option. Where it says so the write is left out, with its
// hooks.
func Keeping(ctx context.Context, keep func(name string, changes bool) bool) context.Context {
	return context.WithValue(ctx, keepingKey{}, keep)
}

// stays tells whether an option stays as it is, whatever is written.
func (s *Site) stays(ctx context.Context, name string, value any) bool {
	keep, ok := ctx.Value(keepingKey{}).(func(name string, changes bool) bool)
	if !ok {
		return false
	}
	old, _ := s.all(ctx).Get(name)
	return keep(name, !wire.Equal(old, value))
}
