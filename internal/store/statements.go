package store

import (
	"context"
	"sync/atomic"
)

type statementKey struct{}

// CountStatements counts the statements that are run with the context it
// returns, those that open and end transactions left out. Tests use it to
// hold a request to a constant number.
func CountStatements(ctx context.Context) (context.Context, func() int) {
	n := new(atomic.Int64)
	return context.WithValue(ctx, statementKey{}, n), func() int { return int(n.Load()) }
}

func counted(ctx context.Context) {
	if n, _ := ctx.Value(statementKey{}).(*atomic.Int64); n != nil {
		n.Add(1)
	}
}
