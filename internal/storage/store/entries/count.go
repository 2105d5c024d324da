package entries

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// KindCount is how many entries there are of one kind: type and status, of one
// author or (author everyone) of all.
type KindCount struct {
	Typ    string
	Status string
	Author int64
	N      int
}

// Everyone stands for all authors in entry_count.
const Everyone = -1

// countsKey is where the counts of some types are remembered.
type countsKey struct{ types, authors string }

// EntryCounts is how many entries of which kind some authors have.
func (db *Store) EntryCounts(ctx context.Context, types []string, authors []int64) ([]KindCount, error) {
	g, err := db.StateVersion(ctx)
	if err != nil {
		return nil, err
	}
	key := countsKey{"all", sqldb.JoinInts(authors)}
	tags := []cache.Tag{cache.AllEntries()}
	if types != nil {
		key.types = "of " + strings.Join(types, "\x00")
		tags = tags[:0]
		for _, typ := range types {
			tags = append(tags, cache.Entries(typ))
		}
	}
	if g != nil && g.Use {
		if v, ok := db.Objects.Get(key); ok {
			return v.([]KindCount), nil
		}
	}
	remember := func(key countsKey, kinds []KindCount, tags ...cache.Tag) {
		db.Objects.Remember(g, key, kinds, len(key.types)+len(key.authors)+80*len(kinds), tags...)
	}
	if types == nil || len(authors) != 1 || authors[0] != Everyone || g == nil || !g.Use {
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
	byType := map[string][]KindCount{}
	for _, k := range kinds {
		byType[k.Typ] = append(byType[k.Typ], k)
	}
	for _, typ := range all {
		remember(countsKey{"of " + typ, key.authors}, byType[typ], cache.Entries(typ))
	}
	kinds = slices.DeleteFunc(kinds, func(k KindCount) bool { return !slices.Contains(types, k.Typ) })
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

// maxaskedTypes bounds them: few sites have more types.
const maxaskedTypes = 64

// with are some types and those that others asked for.
func (a *askedTypes) with(types []string) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, typ := range types {
		if !slices.Contains(a.list, typ) && len(a.list) < maxaskedTypes {
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

func (db *Store) readCounts(ctx context.Context, types []string, authors []int64) ([]KindCount, error) {
	var c sqldb.Clause
	if types != nil {
		c.And(db.Engine.TextsIn("type"), db.Engine.TextList(types))
	}
	c.And(db.Engine.IntsIn("author"), db.Engine.IntList(authors))
	c.And("n > 0")
	var kinds []KindCount
	err := db.Each(sqldb.Quick(ctx), "SELECT type, status, author, n FROM entry_count"+c.Where()+" ORDER BY type, status, author", c.Args,
		func(scan func(...any) error) error {
			var p KindCount
			err := scan(&p.Typ, &p.Status, &p.Author, &p.N)
			kinds = append(kinds, p)
			return err
		})
	return kinds, err
}

func (k KindCount) String() string {
	if k.Author == Everyone {
		return fmt.Sprintf("%s %s (%d)", k.Typ, k.Status, k.N)
	}
	return fmt.Sprintf("%s %s of author %d (%d)", k.Typ, k.Status, k.Author, k.N)
}
