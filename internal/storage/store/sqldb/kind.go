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

// One reads one object by what reads many; missing says that there is none. What the
// request or others before it have read is told without more.
func (k *Kind[V]) One(ctx context.Context, db *DB, read func(context.Context, []int64) (map[int64]*V, error), id int64, what string, missing error) (*V, error) {
	v, known, err := k.held(ctx, db, id)
	if !known && err == nil {
		var found map[int64]*V
		found, err = read(ctx, []int64{id})
		v = found[id]
	}
	if err == nil && v == nil {
		err = fmt.Errorf("%s %d: %w", what, id, missing)
	}
	if err != nil {
		return nil, err
	}
	return v, nil
}

// held is FromCache for one object, nil for one that is known to be missing.
func (k *Kind[V]) held(ctx context.Context, db *DB, id int64) (v *V, known bool, err error) {
	if TxOf(ctx, db) != nil || scope.From(ctx) == nil {
		return nil, false, nil
	}
	db.TextsRead(ctx)
	g, err := k.state(ctx, db)
	if err != nil {
		return nil, false, err
	}
	v, texts, known := k.look(ctx, db, g, id)
	return v, known, needTexts(ctx, texts)
}

// state is that of the database, nil for objects that are remembered for one request only.
func (k *Kind[V]) state(ctx context.Context, db *DB) (*StateVersion, error) {
	if k.Size == nil {
		return nil, nil
	}
	return db.StateVersion(ctx)
}

// look looks for an object among what the request has read, and what others have as far as
// it may be used. texts is how much longer than usual it is, if the request hadn't it yet.
func (k *Kind[V]) look(ctx context.Context, db *DB, g *StateVersion, id int64) (v *V, texts int, known bool) {
	scope.DependsOn(ctx, k.Tag(id))
	key := k.Key(id)
	if v, known = scope.Get[*V](ctx, key); known || g == nil || !g.Use {
		return v, 0, known
	}
	shared, known := db.Objects.Get(key)
	if !known {
		return nil, 0, false
	}
	v = shared.(*V)
	scope.Put(ctx, key, v)
	if v != nil {
		texts = max(0, k.Size(v)-WithoutTexts)
	}
	return v, texts, true
}

// needTexts takes room for texts, or fails the answer.
func needTexts(ctx context.Context, texts int) error {
	err := admission.Need(ctx, texts)
	scope.Failed(ctx, err)
	return err
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
	g, err := k.state(ctx, db)
	if err != nil {
		return nil, err
	}
	var missing []int64
	asked, texts := make(map[int64]bool, len(ids)), 0
	for _, id := range ids {
		if _, ok := found[id]; ok || asked[id] {
			continue
		}
		asked[id] = true
		v, long, known := k.look(ctx, db, g, id)
		texts += long
		switch {
		case !known:
			missing = append(missing, id)
		case v != nil:
			found[id] = v
		}
	}
	if err := needTexts(ctx, texts); err != nil {
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
