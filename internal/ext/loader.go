package ext

import (
	"context"
	"fmt"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Loader reads what a field of many items needs at once, so that a list costs
// a constant number of statements: Prefetch for the list, Of for each item. It
// remembers within one request, with what the values depend on: load says that
// with Tables.DependsOn.
type Loader[T, V any] struct {
	id   func(item T) int64
	load func(ctx context.Context, ids []int64) (map[int64]V, error)
}

// NewLoader makes a Loader: id is the id of an item, load reads the values of
// many ids; one that has none is left out.
func NewLoader[T, V any](id func(item T) int64, load func(ctx context.Context, ids []int64) (map[int64]V, error)) *Loader[T, V] {
	return &Loader[T, V]{id, load}
}

type loadedKey struct {
	loader any
	id     int64
}

type loaded[V any] struct {
	value V
	ok    bool
	deps  *cache.Deps // of all that was loaded with it
}

// Prefetch reads the values of items that weren't read yet.
func (l *Loader[T, V]) Prefetch(ctx context.Context, items []T) error {
	var missing []int64
	for _, item := range items {
		id := l.id(item)
		if _, ok := scope.Get[loaded[V]](ctx, loadedKey{l, id}); !ok {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	_, err := l.read(ctx, missing)
	return err
}

// Of is the value of an item, and whether it has one.
func (l *Loader[T, V]) Of(ctx context.Context, item T) (V, bool, error) {
	id := l.id(item)
	if v, ok := scope.Get[loaded[V]](ctx, loadedKey{l, id}); ok {
		if scope.InPart(ctx) {
			scope.Include(ctx, *v.deps)
		}
		return v.value, v.ok, nil
	}
	found, err := l.read(ctx, []int64{id})
	v, ok := found[id]
	return v, ok, err
}

// read reads values and remembers them.
func (l *Loader[T, V]) read(ctx context.Context, ids []int64) (map[int64]V, error) {
	part := scope.Part(ctx)
	found, err := l.load(part, ids)
	if err != nil {
		return nil, fmt.Errorf("load for %d items: %w", len(ids), err)
	}
	deps := scope.From(part).Deps()
	for _, id := range ids {
		v, ok := found[id]
		scope.Put(ctx, loadedKey{l, id}, loaded[V]{v, ok, &deps})
	}
	return found, nil
}
