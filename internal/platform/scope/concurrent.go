package scope

import "context"

type concurrentKey struct{}

// Concurrent marks the context of whoever opens a transaction that may run at the
// same time as others that are marked too: what it decides by what it read stays right though
// they commit meanwhile, as long as all its writes are fit for it. The store
// holds it to that, and runs it again by itself where one isn't. by names whose
// transaction it is, so that the store remembers where that is always so. changes
// are the entries that it is going to change: what it reads of them stays as it
// is.
//
// Other transactions are exclusive: nobody else writes meanwhile.
func Concurrent(ctx context.Context, by any, changes ...int64) context.Context {
	return context.WithValue(ctx, concurrentKey{}, concurrent{by, changes})
}

type concurrent struct {
	by      any
	changes []int64
}

// ConcurrentOf tells whether a transaction that is opened with ctx is concurrent,
// whose it is, and what it is going to change.
func ConcurrentOf(ctx context.Context) (by any, changes []int64, ok bool) {
	b, ok := ctx.Value(concurrentKey{}).(concurrent)
	return b.by, b.changes, ok
}

type exclusiveKey struct{}

// WithExclusive gives the context of a transaction what Exclusive asks.
func WithExclusive(ctx context.Context, exclusive func() error) context.Context {
	return context.WithValue(ctx, exclusiveKey{}, exclusive)
}

// Exclusive is called in a transaction before work that only an exclusive one may
// do: that looks at something which concurrent ones change, and then writes by it.
// An error says that the transaction is about to begin again, exclusively; it is
// handed on as it is.
func Exclusive(ctx context.Context) error {
	if exclusive, _ := ctx.Value(exclusiveKey{}).(func() error); exclusive != nil {
		return exclusive()
	}
	return nil
}
