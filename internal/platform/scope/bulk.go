package scope

import "context"

type bulkKey struct{}

// Bulk declares that transactions that are opened with the context that it returns write
// very much and read little of it: what nobody waits for may be written while they go on.
func Bulk(ctx context.Context) context.Context { return context.WithValue(ctx, bulkKey{}, true) }

// IsBulk tells whether Bulk was declared.
func IsBulk(ctx context.Context) bool { return ctx.Value(bulkKey{}) != nil }
