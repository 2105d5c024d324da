package sqldb

import (
	"context"
	"slices"

	"quoin/internal/platform/scope"
)

type watchKey struct{}

// Watch has fn called with every statement that is run with the context it returns,
// before it is run; those that open and end transactions are left out. An error of fn
// takes the place of the statement's.
func Watch(ctx context.Context, fn func(text string, args []any) error) context.Context {
	return context.WithValue(ctx, watchKey{}, fn)
}

// starts counts a statement in the scope, and calls whoever watches.
func starts(ctx context.Context, text string, args []any) error {
	scope.CountStatement(ctx)
	if fn, _ := ctx.Value(watchKey{}).(func(string, []any) error); fn != nil {
		return fn(text, slices.Clone(args))
	}
	return nil
}
