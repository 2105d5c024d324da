package sqldb

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/platform/admission"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Kind is a kind of objects that are read by id.
type Kind[V any] struct {
	// Name, Column and ID are for ByID: what to call an object in an error, the column of
	// its id, as t.id, and the id that it has.
	Name   string
	Column string
	ID     func(v *V) int64

	Key func(id int64) any
	Tag func(id int64) cache.Tag
	// Size and more are what an object takes and the tags that it has beside
	// its own. Without size objects are remembered for one request only.
	Size func(v *V) int
	More func(v *V) []cache.Tag
}

// OneOf reads one object by what reads many; missing says that there is none.
func OneOf[V any](ctx context.Context, read func(context.Context, []int64) (map[int64]*V, error), id int64, what string, missing error) (*V, error) {
	found, err := read(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	if v := found[id]; v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("%s %d: %w", what, id, missing)
}

// ByID is what there is of some objects. Those that neither the request nor the cache has
// are read in one statement: read gets what stands behind its WHERE, and the argument. What
// a transaction reads that keeps others out stays locked until its end, in the order of ids.
func (k *Kind[V]) ByID(ctx context.Context, db *DB, ids []int64, read func(where string, arg any) ([]*V, error)) (map[int64]*V, error) {
	found := make(map[int64]*V, len(ids))
	missing, err := k.FromCache(ctx, db, ids, found)
	if err != nil || len(missing) == 0 {
		return found, err
	}
	where, arg := db.OfIDs(k.Column, missing)
	if TxOf(ctx, db) != nil && db.ConcurrentTx(ctx) == nil {
		where += " ORDER BY " + k.Column + db.Engine.ForUpdate()
	}
	list, err := read(where, arg)
	if err != nil {
		return nil, fmt.Errorf("read %s %v: %w", k.Name, missing, err)
	}
	for _, v := range list {
		found[k.ID(v)] = v
	}
	k.Remember(ctx, db, missing, found)
	return found, nil
}

// FromCache takes what the request or others before it have read, and returns the
// ids that have to be read. Inside a transaction everything is read.
func (k *Kind[V]) FromCache(ctx context.Context, db *DB, ids []int64, found map[int64]*V) ([]int64, error) {
	db.TextsRead(ctx)
	s := scope.From(ctx)
	if TxOf(ctx, db) != nil || s == nil {
		for _, id := range ids {
			scope.DependsOn(ctx, k.Tag(id))
		}
		if len(ids) < 2 {
			return ids, nil
		}
		ids = slices.Clone(ids)
		slices.Sort(ids)
		return slices.Compact(ids), nil
	}
	var g *StateVersion
	if k.Size != nil {
		var err error
		if g, err = db.StateVersion(ctx); err != nil {
			return nil, err
		}
	}
	var missing []int64
	asked, texts := make(map[int64]bool, len(ids)), 0
	for _, id := range ids {
		if _, ok := found[id]; ok || asked[id] {
			continue
		}
		asked[id] = true
		scope.DependsOn(ctx, k.Tag(id))
		key := k.Key(id)
		v, ok := scope.Get[*V](ctx, key)
		if !ok && g != nil && g.Use {
			var shared any
			if shared, ok = db.Objects.Get(key); ok {
				v = shared.(*V)
				scope.Put(ctx, key, v)
				if v != nil {
					texts += max(0, k.Size(v)-WithoutTexts)
				}
			}
		}
		switch {
		case !ok:
			missing = append(missing, id)
		case v != nil:
			found[id] = v
		}
	}
	if err := admission.Need(ctx, texts); err != nil {
		scope.Failed(ctx, err)
		return nil, err
	}
	return missing, nil
}

// Remember keeps what was read: for the request with what isn't there, and
// what is there for others.
func (k *Kind[V]) Remember(ctx context.Context, db *DB, ids []int64, found map[int64]*V) {
	if TxOf(ctx, db) != nil || scope.From(ctx) == nil {
		return
	}
	var g *StateVersion
	if k.Size != nil {
		g, _ = scope.Get[*StateVersion](ctx, StateVersionKey{})
	}
	for _, id := range ids {
		key, v := k.Key(id), found[id]
		scope.Put(ctx, key, v)
		if g == nil || v == nil {
			continue
		}
		tags := []cache.Tag{k.Tag(id)}
		if k.More != nil {
			tags = append(tags, k.More(v)...)
		}
		db.Objects.Remember(g, key, v, k.Size(v), tags...)
	}
}

// TextsRead notes that an answer has texts in it that were made for something, as for the
// address of the site.
func (db *DB) TextsRead(ctx context.Context) { scope.DependsOn(ctx, db.madeFor...) }

// Derive has something made of what is in the database hear of the same changes as the
// objects. Call it before the first read.
func (o *objects) Derive(d Derived) { o.derived = append(o.derived, d) }
