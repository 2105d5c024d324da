package scope

import "context"

type replicaKey struct{}

// ForEverybody marks the context of an answer that is made for everybody who asks the same:
// what it reads may come from a copy of the database that has all changes this process
// heard of (store.Config.ReadURL). Answers for somebody, and whatever is going to write,
// read what was written last.
func ForEverybody(ctx context.Context) context.Context {
	return context.WithValue(ctx, replicaKey{}, true)
}

// IsForEverybody tells whether ctx is marked so.
func IsForEverybody(ctx context.Context) bool {
	marked, _ := ctx.Value(replicaKey{}).(bool)
	return marked
}
