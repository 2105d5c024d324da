package access

import "context"

type actorKey struct{}

// NewContext is a context that tells who makes its request, for whoever notes
// what was done. Rights are never taken from it.
func NewContext(ctx context.Context, a Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, a)
}

// FromContext is who makes the request of a context, and whether that is known.
func FromContext(ctx context.Context) (Actor, bool) {
	a, ok := ctx.Value(actorKey{}).(Actor)
	return a, ok
}
