package store

import (
	"context"
	"quoin/internal/cache"
	"slices"
	"strings"
	"sync"
)

// kindCount is how many entries there are of one kind: type and status, of one
// author or (author everyone) of all.
type kindCount struct {
	typ    string
	status string
	author int64
	n      int
}

// everyone stands for all authors in entry_count.
const everyone = -1

// countsKey is where the counts of some types are remembered.
type countsKey struct{ types, authors string }

// entryCounts is how many entries of which kind some authors have.
func (db *DB) entryCounts(ctx context.Context, types []string, authors []int64) ([]kindCount, error) {
	g, err := db.stateVersion(ctx)
	if err != nil {
		return nil, err
	}
	key := countsKey{"all", joinInts(authors)}
	tags := []cache.Tag{cache.AllEntries()}
	if types != nil {
		key.types = "of " + strings.Join(types, "\x00")
		tags = tags[:0]
		for _, typ := range types {
			tags = append(tags, cache.Entries(typ))
		}
	}
	if g != nil && g.use {
		if v, ok := db.objects.Get(key); ok {
			return v.([]kindCount), nil
		}
	}
	remember := func(key countsKey, kinds []kindCount, tags ...cache.Tag) {
		db.objects.put(g, key, kinds, len(key.types)+len(key.authors)+80*len(kinds), tags...)
	}
	if types == nil || len(authors) != 1 || authors[0] != everyone || g == nil || !g.use {
		kinds, err := db.readCounts(ctx, types, authors)
		if err == nil {
			remember(key, kinds, tags...)
		}
		return kinds, err
	}
	// Who asks for one type will ask for others: they come with the same message.
	all := db.asked.with(types)
	kinds, err := db.readCounts(ctx, all, authors)
	if err != nil {
		return nil, err
	}
	byType := map[string][]kindCount{}
	for _, k := range kinds {
		byType[k.typ] = append(byType[k.typ], k)
	}
	for _, typ := range all {
		remember(countsKey{"of " + typ, key.authors}, byType[typ], cache.Entries(typ))
	}
	kinds = slices.DeleteFunc(kinds, func(k kindCount) bool { return !slices.Contains(types, k.typ) })
	if len(types) > 1 {
		remember(key, kinds, tags...)
	}
	return kinds, nil
}

// askedTypes are types of which somebody wanted to know how many entries there are.
type askedTypes struct {
	mu   sync.Mutex
	list []string
}

// maxAskedTypes bounds them: few sites have more types.
const maxAskedTypes = 64

// with are some types and those that others asked for.
func (a *askedTypes) with(types []string) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, typ := range types {
		if !slices.Contains(a.list, typ) && len(a.list) < maxAskedTypes {
			a.list = append(a.list, typ)
		}
	}
	all := slices.Clone(types)
	for _, typ := range a.list {
		if !slices.Contains(all, typ) {
			all = append(all, typ)
		}
	}
	return all
}

func (db *DB) readCounts(ctx context.Context, types []string, authors []int64) ([]kindCount, error) {
	var c clause
	if types != nil {
		c.and(db.engine.textsIn("type"), db.engine.textList(types))
	}
	c.and(db.engine.intsIn("author"), db.engine.intList(authors))
	c.and("n > 0")
	var kinds []kindCount
	err := db.each(quick(ctx), "SELECT type, status, author, n FROM entry_count"+c.where()+" ORDER BY type, status, author", c.args,
		func(scan func(...any) error) error {
			var p kindCount
			err := scan(&p.typ, &p.status, &p.author, &p.n)
			kinds = append(kinds, p)
			return err
		})
	return kinds, err
}
