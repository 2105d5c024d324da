package store

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"quoin/internal/scope"
)

// objectBytes bounds what is remembered of the database across requests.
const objectBytes = 16 << 20

// rememberedChanges is how many commits an object may outlast while it is
// read.
const rememberedChanges = 256

// objects remembers across requests what was read from the database, so that
// the entries and terms of one list don't have to be read again for the next.
//
// It is true for one state of the database, which every commit changes, of
// this process and of others. A request looks at the state before anything
// else (see glance), and uses what is remembered only when it is the same. A
// commit of this process is counted together with what it changed; one of
// another process makes everything go. The state is the mark of another
// process in the stamp, or where there is none the sum of the versions of all
// collections.
//
// Objects are shared by requests: nobody may change one.
type objects struct {
	mu    sync.Mutex
	max   int
	bytes int
	byKey map[any]*object
	byTag map[string]map[*object]struct{}
	ring  object // newer is the one unused for longest, older the last used

	sum        int64 // of the versions that this holds for
	mark       mark  // of another process that this holds for
	marked     bool  // whether marks tell the state
	known      bool  // whether it was ever looked at
	committing int   // commits of this process that aren't counted yet
	changes    uint64
	recent     [rememberedChanges][]string // tags of the last changes
}

// object is one thing in the ring.
type object struct {
	key          any
	value        any
	tags         []string
	size         int
	older, newer *object
}

// objectCost is about what remembering an object costs beside itself.
const objectCost = 320

func newObjects(limit int) *objects {
	o := &objects{max: limit, byKey: map[any]*object{}, byTag: map[string]map[*object]struct{}{}}
	o.ring.older, o.ring.newer = &o.ring, &o.ring
	return o
}

// begin notes that a commit of this process is near, end how it ended: with
// the tags of what it changed, and the number of versions that it raised. end
// tells the state that this leads to.
func (o *objects) begin() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.committing++
}

func (o *objects) end(committed bool, raised int, tags []string) *glance {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.committing--
	if !committed {
		if o.marked {
			o.clear() // it may have been committed all the same
		}
		return nil
	}
	o.sum += int64(raised)
	if raised > 0 {
		tags = append(tags, allVersionsTag)
	}
	o.recent[o.changes%rememberedChanges] = tags
	o.changes++
	for _, tag := range tags {
		for it := range o.byTag[tag] {
			o.drop(it)
		}
	}
	return &glance{use: o.known, marked: o.marked, sum: o.sum, changes: o.changes}
}

// void drops everything, since another process has written.
func (o *objects) void() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.clear()
}

// clear drops everything, and voids what is being read.
func (o *objects) clear() {
	o.changes += rememberedChanges + 1
	for o.ring.newer != &o.ring {
		o.drop(o.ring.newer)
	}
}

// glance is what a request knows of the state of the database when it begins.
type glance struct {
	use     bool   // whether it may use what is remembered
	marked  bool   // whether marks told it, not the sum
	sum     int64  // of the versions
	changes uint64 // of objects, at the time
}

type glanceKey struct{}

// glance looks at the state of the database, once a request. Requests in
// transactions and those without a scope use nothing that is remembered.
func (db *DB) glance(ctx context.Context) (*glance, error) {
	if txOf(ctx, db) != nil || scope.From(ctx) == nil {
		return nil, nil
	}
	if g, ok := scope.Get[*glance](ctx, glanceKey{}); ok {
		return g, nil
	}
	var g *glance
	var err error
	if s := db.engine.stamp(); s != nil {
		g, err = db.objects.lookAt(s)
	} else {
		g, err = db.objects.look(func() (sum int64, err error) {
			_, err = db.one(quick(ctx), "SELECT COALESCE(SUM(n), 0) FROM version", nil, &sum)
			return sum, err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("state of the database: %w", err)
	}
	scope.Put(ctx, glanceKey{}, g)
	return g, nil
}

func (o *objects) look(read func() (int64, error)) (*glance, error) {
	for range 3 {
		o.mu.Lock()
		quiet, changes := o.committing == 0, o.changes
		o.mu.Unlock()
		sum, err := read()
		if err != nil {
			return nil, err
		}
		o.mu.Lock()
		switch {
		case o.known && sum == o.sum:
		case quiet && o.committing == 0 && changes == o.changes:
			// Not this process: someone else wrote.
			o.clear()
			o.sum, o.known = sum, true
		default:
			// A commit of this process isn't counted yet.
			o.mu.Unlock()
			continue
		}
		g := &glance{use: true, sum: sum, changes: o.changes}
		o.mu.Unlock()
		return g, nil
	}
	return &glance{}, nil
}

// lookAt tells the state by the marks of other processes.
func (o *objects) lookAt(s *stamp) (*glance, error) {
	m, err := s.read()
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.known || !s.own(m) && m != o.mark {
		o.clear()
		o.mark, o.marked, o.known = m, true, true
	}
	return &glance{use: true, marked: true, changes: o.changes}, nil
}

// get is a remembered object.
func (o *objects) get(key any) (any, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	it := o.byKey[key]
	if it == nil {
		return nil, false
	}
	it.unlink()
	o.link(it)
	return it.value, true
}

// put remembers an object that was read after a glance.
func (o *objects) put(g *glance, key, value any, size int, tags ...string) {
	if g == nil || !g.use || size > o.max/16 {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.changes-g.changes > rememberedChanges {
		return
	}
	for n := g.changes; n < o.changes; n++ {
		for _, tag := range o.recent[n%rememberedChanges] {
			if slices.Contains(tags, tag) {
				return
			}
		}
	}
	if old := o.byKey[key]; old != nil {
		o.drop(old)
	}
	it := &object{key: key, value: value, tags: tags, size: size + objectCost + 64*len(tags)}
	o.byKey[key] = it
	for _, tag := range tags {
		of := o.byTag[tag]
		if of == nil {
			of = map[*object]struct{}{}
			o.byTag[tag] = of
		}
		of[it] = struct{}{}
	}
	o.link(it)
	o.bytes += it.size
	for o.bytes > o.max {
		o.drop(o.ring.newer)
	}
}

func (o *objects) drop(it *object) {
	delete(o.byKey, it.key)
	for _, tag := range it.tags {
		of := o.byTag[tag]
		delete(of, it)
		if len(of) == 0 {
			delete(o.byTag, tag)
		}
	}
	it.unlink()
	o.bytes -= it.size
}

// link makes an object the last used one.
func (o *objects) link(it *object) {
	it.older, it.newer = o.ring.older, &o.ring
	it.older.newer, it.newer.older = it, it
}

func (it *object) unlink() {
	it.older.newer, it.newer.older = it.newer, it.older
}

// kind is a kind of objects that are read by id.
type kind[V any] struct {
	key func(id int64) any
	tag func(id int64) string
	// size and more are what an object takes and the tags that it has beside
	// its own. Without size objects are remembered for one request only.
	size func(v *V) int
	more func(v *V) []string
}

// known takes what the request or others before it have read, and returns the
// ids that have to be read. Inside a transaction everything is read.
func (k *kind[V]) known(ctx context.Context, db *DB, ids []int64, found map[int64]*V) ([]int64, error) {
	s := scope.From(ctx)
	if txOf(ctx, db) != nil || s == nil {
		for _, id := range ids {
			scope.Read(ctx, k.tag(id))
		}
		if len(ids) < 2 {
			return ids, nil
		}
		ids = slices.Clone(ids)
		slices.Sort(ids)
		return slices.Compact(ids), nil
	}
	var g *glance
	if k.size != nil {
		var err error
		if g, err = db.glance(ctx); err != nil {
			return nil, err
		}
	}
	var missing []int64
	for _, id := range ids {
		if _, ok := found[id]; ok || slices.Contains(missing, id) {
			continue
		}
		scope.Read(ctx, k.tag(id))
		key := k.key(id)
		v, ok := scope.Get[*V](ctx, key)
		if !ok && g != nil && g.use {
			var shared any
			if shared, ok = db.objects.get(key); ok {
				v = shared.(*V)
				scope.Put(ctx, key, v)
			}
		}
		switch {
		case !ok:
			missing = append(missing, id)
		case v != nil:
			found[id] = v
		}
	}
	return missing, nil
}

// remember keeps what was read: for the request with what isn't there, and
// what is there for others.
func (k *kind[V]) remember(ctx context.Context, db *DB, ids []int64, found map[int64]*V) {
	if txOf(ctx, db) != nil || scope.From(ctx) == nil {
		return
	}
	var g *glance
	if k.size != nil {
		g, _ = scope.Get[*glance](ctx, glanceKey{})
	}
	for _, id := range ids {
		key, v := k.key(id), found[id]
		scope.Put(ctx, key, v)
		if g == nil || v == nil {
			continue
		}
		tags := []string{k.tag(id)}
		if k.more != nil {
			tags = append(tags, k.more(v)...)
		}
		db.objects.put(g, key, v, k.size(v), tags...)
	}
}
