package storetest

import (
	"context"
	"sync/atomic"

	"quoin/internal/storage/store"
)

// CountStatements counts the statements that are run with the context it returns,
// those that open and end transactions left out.
func CountStatements(ctx context.Context) (context.Context, func() int) {
	var n atomic.Int64
	ctx = store.Watch(ctx, func(string, []any) error { n.Add(1); return nil })
	return ctx, func() int { return int(n.Load()) }
}
