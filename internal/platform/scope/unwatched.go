package scope

import "context"

type unwatchedKey struct{}

// Unwatched marks the context of a request that no visitor makes, but the program itself:
// nothing is counted or logged of it as of a visit.
func Unwatched(ctx context.Context) context.Context {
	return context.WithValue(ctx, unwatchedKey{}, true)
}

// IsUnwatched tells whether nobody visits.
func IsUnwatched(ctx context.Context) bool {
	unwatched, _ := ctx.Value(unwatchedKey{}).(bool)
	return unwatched
}
