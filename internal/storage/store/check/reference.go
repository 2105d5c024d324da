package check

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/dump"
	"quoin/internal/storage/store/sqldb"
)

// foreignKey is a column whose rows belong to those of another table.
type foreignKey struct{ table, column, to, key string }

func (k foreignKey) orphans() string {
	return k.column + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + k.to + " o WHERE o." + k.key + " = " + k.table + "." + k.column + ")"
}

func (db *Store) foreignKeys(ctx context.Context) (list []foreignKey, err error) {
	err = db.Each(ctx, db.Engine.Catalog().Foreign, nil, func(scan func(...any) error) error {
		var k foreignKey
		err := scan(&k.table, &k.column, &k.to, &k.key)
		list = append(list, k)
		return err
	})
	slices.SortFunc(list, func(a, b foreignKey) int { return strings.Compare(a.table+a.column, b.table+b.column) })
	return list, err
}

// CheckOrphans looks for rows that belong to a thing that isn't there, which the
// database should have refused: meta, terms of entries, sessions and the like.
func (db *Store) CheckOrphans(ctx context.Context) (f Flaws, err error) {
	keys, err := db.foreignKeys(ctx)
	if err != nil {
		return f, err
	}
	for _, k := range keys {
		var n, least int64
		if _, err := db.One(ctx, "SELECT COUNT(*), COALESCE(MIN("+k.column+"), 0) FROM "+k.table+" WHERE "+k.orphans(), nil, &n, &least); err != nil {
			return f, err
		}
		if n > 0 {
			f.addMany(n, fmt.Sprintf("%d rows of %s belong to nothing (%s %d, for one)", n, k.table, k.to, least))
		}
	}
	return f, nil
}

// MendOrphans deletes such rows, as the database would have with what they
// belong to.
func (db *Store) MendOrphans(ctx context.Context) error {
	keys, err := db.foreignKeys(ctx)
	if err != nil {
		return err
	}
	for _, k := range keys {
		if err := db.mendOrphansOf(ctx, k); err != nil {
			return fmt.Errorf("rows of %s that belong to nothing: %w", k.table, err)
		}
	}
	return nil
}

// mendOrphansOf deletes the rows of some owners that aren't there at a time.
func (db *Store) mendOrphansOf(ctx context.Context, k foreignKey) error {
	next, args := "", []any(nil)
	for {
		var owners []any
		text := "SELECT DISTINCT " + k.column + " FROM " + k.table + " WHERE " + next + k.orphans() + " ORDER BY " + k.column + " LIMIT ?"
		err := db.Each(ctx, text, append(args, mendAtOnce), func(scan func(...any) error) error {
			var owner any
			err := scan(&owner)
			owners = append(owners, owner)
			return err
		})
		if err != nil || len(owners) == 0 {
			return err
		}
		last := owners[len(owners)-1]
		err = db.InTx(ctx, func(ctx context.Context) error {
			db.Changed(ctx, cache.AllEntries(), cache.AllTerms(), cache.AllUsers(), cache.AllComments(), site.FieldIndexes.Tag())
			_, err := db.Exec(ctx, "DELETE FROM "+k.table+" WHERE "+k.column+" BETWEEN ? AND ? AND "+k.orphans(), owners[0], last)
			return err
		})
		if err != nil {
			return err
		}
		next, args = k.column+" > ? AND ", []any{last}
	}
}

// pointers are columns that name things without a foreign key: what may be
// deleted alone. The query tells what isn't there any more, by whom it is
// named, and how often. The parent of a menu item isn't its own, but that of what
// it leads to, of whatever kind that is.
var pointers = []struct{ from, query string }{
	{"have the author", "SELECT e.author, e.type, COUNT(*) FROM entry e WHERE e.author <> 0 AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = e.author) GROUP BY e.author, e.type ORDER BY 1, 2"},
	{"have the parent", "SELECT e.parent, e.type, COUNT(*) FROM entry e WHERE e.parent <> 0 AND e.type <> 'nav_menu_item' AND NOT EXISTS (SELECT 1 FROM entry p WHERE p.id = e.parent) GROUP BY e.parent, e.type ORDER BY 1, 2"},
	{"have the parent term", "SELECT t.parent, t.taxonomy, COUNT(*) FROM term t WHERE t.parent <> 0 AND NOT EXISTS (SELECT 1 FROM term p WHERE p.id = t.parent) GROUP BY t.parent, t.taxonomy ORDER BY 1, 2"},
	{"are on the entry", "SELECT c.entry_id, 'comment', COUNT(*) FROM comment c WHERE c.entry_id <> 0 AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.id = c.entry_id) GROUP BY c.entry_id ORDER BY 1"},
	{"answer the comment", "SELECT c.parent, 'comment', COUNT(*) FROM comment c WHERE c.parent <> 0 AND NOT EXISTS (SELECT 1 FROM comment p WHERE p.id = c.parent) GROUP BY c.parent ORDER BY 1"},
	{"are by the user", "SELECT c.account_id, 'comment', COUNT(*) FROM comment c WHERE c.account_id <> 0 AND NOT EXISTS (SELECT 1 FROM account a WHERE a.id = c.account_id) GROUP BY c.account_id ORDER BY 1"},
}

// CheckPointers looks for entries, terms and comments that name a parent, author
// or entry that isn't there.
func (db *Store) CheckPointers(ctx context.Context) (f Flaws, err error) {
	for _, p := range pointers {
		err := db.Each(ctx, p.query, nil, func(scan func(...any) error) error {
			var id, n int64
			var what string
			err := scan(&id, &what, &n)
			f.addMany(n, fmt.Sprintf("%d of %s %s %d, which isn't there", n, what, p.from, id))
			return err
		})
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// MetaPointer is a value of an entry that names an entry or a term that isn't
// there.
type MetaPointer struct {
	Entry   int64
	Key     string
	Compare string // the value, as it is compared
}

// pageOfRows is how many rows a check reads at once.
const pageOfRows = 1000

// FeaturedNowhere tells fn of entries whose featured image isn't there.
func (db *Store) FeaturedNowhere(ctx context.Context, fn func(MetaPointer) error) error {
	last := MetaPointer{Key: content.MetaFeaturedMedia}
	for {
		var page []MetaPointer
		ids := map[string]int64{}
		err := db.Each(ctx, "SELECT compare, entry_id FROM entry_meta WHERE key = ? AND (compare > ? OR compare = ? AND entry_id > ?) ORDER BY compare, entry_id LIMIT ?",
			[]any{last.Key, last.Compare, last.Compare, last.Entry, pageOfRows}, func(scan func(...any) error) error {
				p := MetaPointer{Key: last.Key}
				err := scan(&p.Compare, &p.Entry)
				ids[p.Compare], _ = strconv.ParseInt(p.Compare, 10, 64)
				page = append(page, p)
				return err
			})
		if err != nil || len(page) == 0 {
			return err
		}
		there, err := db.present(ctx, "entry", ids)
		if err != nil {
			return err
		}
		for _, p := range page {
			// An empty or negative value says that there is none.
			if id := ids[p.Compare]; id > 0 && !there[id] {
				if err := fn(p); err != nil {
					return err
				}
			}
		}
		last = page[len(page)-1]
	}
}

// present are those of ids that a table has.
func (db *Store) present(ctx context.Context, table string, ids map[string]int64) (map[int64]bool, error) {
	var list []int64
	for _, id := range ids {
		list = append(list, id)
	}
	found, err := db.Ints(ctx, "SELECT id FROM "+table+" WHERE "+db.Engine.IntsIn("id"), db.Engine.IntList(sqldb.Distinct(list)))
	there := map[int64]bool{}
	for _, id := range found {
		there[id] = true
	}
	return there, err
}

// CheckFeatured looks for featured images that aren't there.
func (db *Store) CheckFeatured(ctx context.Context) (f Flaws, err error) {
	err = db.FeaturedNowhere(ctx, func(p MetaPointer) error {
		f.add(fmt.Sprintf("entry %d shows the image %s, which isn't there", p.Entry, p.Compare))
		return nil
	})
	return f, err
}

// MendFeatured takes such images from their entries.
func (db *Store) MendFeatured(ctx context.Context) error {
	var batch []MetaPointer
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := db.InTx(ctx, func(ctx context.Context) error {
			for _, p := range batch {
				if _, err := db.Exec(ctx, "DELETE FROM entry_meta WHERE entry_id = ? AND key = ? AND compare = ?", p.Entry, p.Key, p.Compare); err != nil {
					return err
				}
				if _, err := db.entries.EntryTouched(ctx, p.Entry); err != nil {
					return err
				}
			}
			return nil
		})
		batch = batch[:0]
		return err
	}
	err := db.FeaturedNowhere(ctx, func(p MetaPointer) error {
		if batch = append(batch, p); len(batch) < mendAtOnce {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// CheckMenus looks for items of menus that lead to an entry or a term that isn't
// there, or stand below an item that isn't.
func (db *Store) CheckMenus(ctx context.Context) (f Flaws, err error) {
	for _, kind := range []struct{ table, key, value, words string }{
		{"entry", "_menu_item_object_id", "post_type", "leads to the entry"},
		{"term", "_menu_item_object_id", "taxonomy", "leads to the term"},
		{"entry", "_menu_item_menu_item_parent", "", "stands below the item"},
	} {
		last := int64(0)
		for {
			items, ids := map[int64]string{}, map[string]int64{}
			text := "SELECT e.id, o.compare FROM entry e JOIN entry_meta o ON o.entry_id = e.id AND o.key = ?" +
				" LEFT JOIN entry_meta t ON t.entry_id = e.id AND t.key = '_menu_item_type'" +
				" WHERE e.type = 'nav_menu_item' AND e.id > ? AND (? = '' OR t.compare = ?) ORDER BY e.id LIMIT ?"
			order := []int64{}
			err := db.Each(ctx, text, []any{kind.key, last, kind.value, kind.value, pageOfRows}, func(scan func(...any) error) error {
				var id int64
				var target string
				err := scan(&id, &target)
				items[id], order = target, append(order, id)
				ids[target], _ = strconv.ParseInt(target, 10, 64)
				return err
			})
			if err != nil {
				return f, err
			}
			if len(order) == 0 {
				break
			}
			there, err := db.present(ctx, kind.table, ids)
			if err != nil {
				return f, err
			}
			for _, id := range order {
				if target := ids[items[id]]; target > 0 && !there[target] {
					f.add(fmt.Sprintf("menu item %d %s %d, which isn't there", id, kind.words, target))
				}
			}
			last = order[len(order)-1]
		}
	}
	return f, nil
}

// CheckIDs looks for tables that would give out ids which are taken.
func (db *Store) CheckIDs(ctx context.Context) (f Flaws, err error) {
	err = db.eachCounted(ctx, func(table string, highest, last int64) error {
		if highest > last {
			f.add(fmt.Sprintf("table %s has the id %d, and gives out those from %d on", table, highest, last+1))
		}
		return nil
	})
	return f, err
}

// MendIDs has them give out ids that are free.
func (db *Store) MendIDs(ctx context.Context) error {
	return db.InTx(ctx, func(ctx context.Context) error {
		return db.eachCounted(ctx, func(table string, highest, last int64) error {
			if highest <= last {
				return nil
			}
			return db.Use(ctx, func(ex sqldb.Executor) error { return db.Engine.SetLastID(ctx, ex, table, highest) })
		})
	})
}

func (db *Store) eachCounted(ctx context.Context, fn func(table string, highest, last int64) error) error {
	var tables []string
	err := db.Each(ctx, db.Engine.Catalog().Counted, nil, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		if !slices.Contains(dump.Undumped, name) { // those are numbered otherwise, by the database alone
			tables = append(tables, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(tables)
	for _, table := range tables {
		var highest, last int64
		if _, err := db.One(ctx, "SELECT COALESCE(MAX(id), 0) FROM "+table, nil, &highest); err != nil {
			return err
		}
		if _, err := db.One(ctx, db.Engine.LastID(table), nil, &last); err != nil {
			return err
		}
		if err := fn(table, highest, last); err != nil {
			return err
		}
	}
	return nil
}
