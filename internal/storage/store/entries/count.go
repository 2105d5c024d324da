package entries

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quoin/internal/domain/content"
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
	var kinds []KindCount
	if types == nil || len(authors) != 1 || authors[0] != Everyone || g == nil || !g.Use {
		kinds, err = db.readCounts(ctx, types, authors)
		if err == nil {
			remember(key, kinds, tags...)
		}
		return kinds, err
	}
	// Who asks for one type will ask for others, and for what authors have: these come with
	// the same message.
	all, who := db.asked.with(types)
	for _, k := range who {
		authors = append(authors, k.author)
	}
	if len(who) == 0 {
		kinds, err = db.readCounts(ctx, all, authors)
	} else {
		kinds, err = db.readCounts(ctx, nil, sqldb.Distinct(authors)) // these may have any
	}
	if err != nil {
		return nil, err
	}
	byType, byAuthor := map[string][]KindCount{}, map[authorTypesKey][]string{}
	for _, k := range kinds {
		if k.Author == Everyone {
			byType[k.Typ] = append(byType[k.Typ], k)
		} else {
			of := authorTypesKey{k.Author, content.Status(k.Status)}
			byAuthor[of] = append(byAuthor[of], k.Typ)
		}
	}
	for _, k := range who {
		k.remember(db.DB, g, byAuthor[k])
	}
	for _, typ := range all {
		remember(countsKey{"of " + typ, key.authors}, byType[typ], cache.Entries(typ))
	}
	kinds = slices.DeleteFunc(kinds, func(k KindCount) bool { return k.Author != Everyone || !slices.Contains(types, k.Typ) })
	if len(types) > 1 {
		remember(key, kinds, tags...)
	}
	return kinds, nil
}

// authorTypesKey is where the types are remembered of which an author has entries.
type authorTypesKey struct {
	author int64
	status content.Status
}

// remember keeps the types of an author.
func (key authorTypesKey) remember(db *sqldb.DB, g *sqldb.StateVersion, types []string) {
	db.Objects.Remember(g, key, types, 64+16*len(types), cache.AllEntries())
}

// AuthorTypes are the types of which authors have entries with a status. Those that weren't
// asked for before are read together.
func (db *Store) AuthorTypes(ctx context.Context, authors []int64, status content.Status) (map[int64][]string, error) {
	g, err := db.StateVersion(ctx)
	if err != nil {
		return nil, err
	}
	found := map[int64][]string{}
	var missing []int64
	for _, id := range sqldb.Distinct(authors) {
		v, ok := any(nil), false
		if g != nil && g.Use {
			v, ok = db.Objects.Get(authorTypesKey{id, status})
		}
		if !ok {
			missing = append(missing, id)
			continue
		}
		found[id] = v.([]string)
	}
	if len(missing) == 0 {
		return found, nil
	}
	err = db.Each(ctx, "SELECT c.author, c.type FROM entry_count c WHERE "+db.Engine.IntsIn("c.author")+" AND c.status = ? AND c.n > 0",
		[]any{db.Engine.IntList(missing), string(status)}, func(scan func(...any) error) error {
			var id int64
			var typ string
			err := scan(&id, &typ)
			found[id] = append(found[id], typ)
			return err
		})
	if err != nil {
		return nil, err
	}
	for _, id := range missing {
		authorTypesKey{id, status}.remember(db.DB, g, found[id])
		db.asked.also(authorTypesKey{id, status})
	}
	return found, nil
}

// asked are types of which somebody wanted to know how many entries there are, and
// authors of whom somebody wanted to know what they have.
type asked struct {
	mu      sync.Mutex
	list    []string
	authors []authorTypesKey // the last one at the end
}

// maxAskedTypes bounds the types: few sites have more. The last maxAskedAuthors authors are kept.
const (
	maxAskedTypes   = 64
	maxAskedAuthors = 16
)

// also notes that somebody asked for what an author has.
func (a *asked) also(key authorTypesKey) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.authors = append(slices.DeleteFunc(a.authors, func(k authorTypesKey) bool { return k == key }), key)
	if len(a.authors) > maxAskedAuthors {
		a.authors = a.authors[1:]
	}
}

// with are some types and those that others asked for, and the authors.
func (a *asked) with(types []string) ([]string, []authorTypesKey) {
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
	return all, slices.Clone(a.authors)
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
