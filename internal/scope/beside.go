package scope

import "context"

type besideKey struct{}

// Beside marks the context of whoever opens a transaction that may run beside
// others that are marked too: what it decides by what it read stays right though
// they commit meanwhile, as long as all its writes are fit for it. The store
// holds it to that, and runs it again by itself where one isn't. by names whose
// transaction it is, so that the store remembers where that is always so. changes
// are the entries that it is going to change: what it reads of them stays as it
// is.
//
// Other transactions run alone.
func Beside(ctx context.Context, by any, changes ...int64) context.Context {
	return context.WithValue(ctx, besideKey{}, besides{by, changes})
}

type besides struct {
	by      any
	changes []int64
}

// RunsBeside tells whether a transaction that is opened with ctx may run beside
// others, whose it is, and what it is going to change.
func RunsBeside(ctx context.Context) (by any, changes []int64, ok bool) {
	b, ok := ctx.Value(besideKey{}).(besides)
	return b.by, b.changes, ok
}

type companyKey struct{}

// WithCompany gives the context of a transaction what Alone asks.
func WithCompany(ctx context.Context, alone func() error) context.Context {
	return context.WithValue(ctx, companyKey{}, alone)
}

// Alone is called in a transaction before work that isn't fit to be done beside
// others: that looks at something which they change, and then writes by it. An
// error says that the transaction is about to begin again, alone; it is handed on
// as it is.
func Alone(ctx context.Context) error {
	if alone, _ := ctx.Value(companyKey{}).(func() error); alone != nil {
		return alone()
	}
	return nil
}
