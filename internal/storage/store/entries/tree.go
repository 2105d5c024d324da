package entries

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// SlugHolders implements content.Store.
func (db *Store) SlugHolders(ctx context.Context, slugs []string) ([]content.SlugHolder, error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	var out []content.SlugHolder
	err := db.Each(sqldb.Quick(ctx), "SELECT slug, id, type, parent FROM entry WHERE "+db.Engine.TextsIn("slug"), []any{db.Engine.TextList(slugs)}, func(scan func(...any) error) error {
		var h content.SlugHolder
		err := scan(&h.Slug, &h.ID, &h.Type, &h.Parent)
		out = append(out, h)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("holders of slugs: %w", err)
	}
	return out, nil
}

// ExpectSlugs implements content.Store.
func (db *Store) ExpectSlugs(ctx context.Context, slugs []string) error {
	t := db.entryTx(ctx)
	if t == nil || t.Plan.Concurrent {
		return nil
	}
	free := make(map[string]bool, len(slugs))
	for _, slug := range slugs {
		free[sqldb.Clean(slug)] = true
	}
	list := slices.Collect(maps.Keys(free))
	err := db.Each(ctx, "SELECT slug FROM entry WHERE "+db.Engine.TextsIn("slug"), []any{db.Engine.TextList(list)}, func(scan func(...any) error) error {
		var slug string
		err := scan(&slug)
		delete(free, slug)
		return err
	})
	if err != nil {
		return fmt.Errorf("which of %d slugs are taken: %w", len(slugs), err)
	}
	t.free = free
	return nil
}

// SlugsTaken implements content.Store.
func (db *Store) SlugsTaken(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error) {
	if len(slugs) == 0 || types != nil && len(types) == 0 {
		return nil, nil
	}
	var c sqldb.Clause
	if len(slugs) == 1 {
		c.And("slug = ?", slugs[0]) // most of the time, and faster
	} else {
		c.And(db.Engine.TextsIn("slug"), db.Engine.TextList(slugs))
	}
	c.And("id <> ?", except)
	if types != nil {
		tests := make([]string, len(types))
		for i, typ := range types {
			var t sqldb.Clause
			t.AndName("type", typ)
			tests[i] = t.Tests[0]
			c.Args = append(c.Args, t.Args...)
		}
		c.And(sqldb.AnyOf(tests))
		for _, typ := range types {
			scope.DependsOn(ctx, cache.Entries(typ))
		}
	} else {
		scope.DependsOn(ctx, cache.AllEntries())
	}
	if parent != nil {
		c.And(db.Engine.Keep("parent")+" = ?", *parent)
	}
	if t := db.entryTx(ctx); t != nil && len(slugs) == 1 && t.free[slugs[0]] {
		return nil, nil
	}
	look := func() (map[string]bool, error) {
		taken := map[string]bool{}
		if except == 0 {
			db.expectEntry(ctx)
		}
		err := db.Each(sqldb.Quick(ctx), "SELECT DISTINCT slug FROM entry"+c.Where(), slices.Clone(c.Args), func(scan func(...any) error) error {
			var slug string
			if err := scan(&slug); err != nil {
				return err
			}
			taken[slug] = true
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("look for slug %q: %w", slugs[0], err)
		}
		return taken, nil
	}
	if db.ConcurrentTx(ctx) == nil {
		return look()
	}
	return db.slugsClaimed(ctx, slugs, look)
}

// slugsClaimed looks which slugs are taken, and sees to it that the first that
// isn't stays free for the transaction.
func (db *Store) slugsClaimed(ctx context.Context, slugs []string, look func() (map[string]bool, error)) (taken map[string]bool, err error) {
	free := slugs[0]
	if len(slugs) > 1 {
		if taken, err = look(); err != nil {
			return nil, err
		}
	}
	for {
		for _, slug := range slugs {
			if free = slug; !taken[slug] {
				break
			}
		}
		if taken[free] {
			return taken, nil
		}
		if err := db.Claim(ctx, "slug "+sqldb.Clean(free)); err != nil {
			return nil, err
		}
		if taken, err = look(); err != nil || !taken[free] {
			return taken, err
		}
	}
}

// RevisionInfo implements content.Store.
func (db *Store) RevisionInfo(ctx context.Context, entries []int64) (map[int64]content.RevisionInfo, error) {
	found := make(map[int64]*content.RevisionInfo, len(entries))
	missing, err := revisionKind.FromCache(ctx, db.DB, entries, found)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		if err := db.countRevisions(ctx, missing, found); err != nil {
			return nil, fmt.Errorf("count revisions of %v: %w", missing, err)
		}
		for _, id := range missing {
			if found[id] == nil {
				found[id] = &content.RevisionInfo{}
			}
		}
		revisionKind.Remember(ctx, db.DB, missing, found)
	}
	infos := make(map[int64]content.RevisionInfo, len(found))
	for id, info := range found {
		if info.Count > 0 {
			infos[id] = *info
		}
	}
	return infos, nil
}

// countRevisions reads of entries how many revisions they have, and their newest, in one
// statement; each update runs that for a single entry.
func (db *Store) countRevisions(ctx context.Context, ids []int64, found map[int64]*content.RevisionInfo) error {
	if len(ids) == 1 && db.Engine.CountsOver() {
		var info content.RevisionInfo
		text := "SELECT COUNT(*) OVER (), e.id FROM entry e WHERE e.parent = ? AND e." + asRevisions + " ORDER BY e.date DESC, e.id DESC LIMIT 1"
		_, err := db.One(sqldb.Quick(ctx), text, []any{ids[0]}, &info.Count, &info.Last)
		found[ids[0]] = &info
		return err
	}
	text := "SELECT i.value, (SELECT COUNT(*) FROM entry e WHERE e.parent = i.value AND e." + asRevisions + ")," +
		" COALESCE((SELECT e.id FROM entry e WHERE e.parent = i.value AND e." + asRevisions + " ORDER BY e.date DESC, e.id DESC LIMIT 1), 0)" +
		" FROM " + db.Engine.IntTable() + " i"
	return db.Each(sqldb.Quick(ctx), text, []any{db.Engine.IntList(ids)}, func(scan func(...any) error) error {
		var parent int64
		var info content.RevisionInfo
		err := scan(&parent, &info.Count, &info.Last)
		found[parent] = &info
		return err
	})
}

type revisionInfoKey struct{ id int64 }

var revisionKind = sqldb.Kind[content.RevisionInfo]{
	Key: func(id int64) any { return revisionInfoKey{id} }, Tag: cache.Revisions,
	Size: func(*content.RevisionInfo) int { return 32 },
}

// Autosave implements content.Store.
func (db *Store) Autosave(ctx context.Context, entry, user int64) (*content.Entry, error) {
	scope.DependsOn(ctx, cache.Revisions(entry))
	text := "SELECT e.id FROM entry e WHERE e.parent = ? AND e." + asRevisions + " AND e.slug = ?"
	args := []any{entry, strconv.FormatInt(entry, 10) + "-autosave-v1"}
	if user != 0 {
		text += " AND " + db.Engine.Keep("e.author") + " = ?"
		args = append(args, user)
	}
	var id int64
	ok, err := db.One(ctx, text+" ORDER BY e.date DESC, e.id DESC LIMIT 1", args, &id)
	if err != nil {
		return nil, fmt.Errorf("autosave of entry %d: %w", entry, err)
	}
	if !ok {
		return nil, nil
	}
	found, err := db.EntriesByID(ctx, []int64{id})
	return found[id], err
}

// ancestorLimit bounds how far up Ancestors goes, also round a loop.
const ancestorLimit = 200

// Ancestors implements content.Store.
func (db *Store) Ancestors(ctx context.Context, ids []int64) (map[int64][]int64, error) {
	parents := map[int64]int64{}
	text := "WITH RECURSIVE up (id, parent, level) AS (SELECT e.id, e.parent, 0 FROM entry e WHERE " + db.Engine.IntsIn("e.id") +
		" UNION SELECT e.id, e.parent, up.level + 1 FROM up JOIN entry e ON e.id = up.parent WHERE up.level < ?)" +
		" SELECT id, parent FROM up"
	err := db.Each(ctx, text, []any{db.Engine.IntList(ids), ancestorLimit}, func(scan func(...any) error) error {
		var id, parent int64
		err := scan(&id, &parent)
		parents[id] = parent
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("ancestors of %v: %w", ids, err)
	}
	up := make(map[int64][]int64, len(ids))
	for _, id := range ids {
		scope.DependsOn(ctx, cache.Entry(id))
		var path []int64
		for at := parents[id]; at != 0 && at != id && !slices.Contains(path, at); at = parents[at] {
			scope.DependsOn(ctx, cache.Entry(at))
			if _, exists := parents[at]; !exists {
				break
			}
			path = append(path, at)
		}
		up[id] = path
	}
	return up, nil
}

// MoveChildren implements content.Store.
func (db *Store) MoveChildren(ctx context.Context, from, to int64, types ...string) error {
	return db.Write(ctx, func(ctx context.Context) error {
		where, args := "parent = ?", []any{from}
		if len(types) > 0 {
			where += " AND " + db.Engine.TextsIn("type")
			args = append(args, db.Engine.TextList(types))
		}
		return db.updateEntries(ctx, "parent = ?", to, where, args)
	})
}

// Reassign implements content.Store.
func (db *Store) Reassign(ctx context.Context, from, to int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		db.Changed(ctx, cache.User(from), cache.User(to))
		return db.updateEntries(ctx, "author = ?", to, "author = ?", []any{from})
	})
}

// updateEntries sets a column of many entries and notes their tags, before and
// after.
func (db *Store) updateEntries(ctx context.Context, set string, value int64, where string, args []any) error {
	note := func() error {
		return db.Each(ctx, "SELECT id, type, parent FROM entry WHERE "+where, slices.Clone(args), func(scan func(...any) error) error {
			var e content.Entry
			if err := scan(&e.ID, &e.Type, &e.Parent); err != nil {
				return err
			}
			t := sqldb.TxOf(ctx, db.DB)
			t.Note(cache.Entry(e.ID), cache.Entries(e.Type))
			if e.Type == RevisionType {
				t.Note(cache.Revisions(e.Parent), cache.Revisions(value))
			}
			return nil
		})
	}
	if err := note(); err != nil {
		return fmt.Errorf("entries with %s: %w", where, err)
	}
	if _, err := db.Exec(ctx, "UPDATE entry SET "+set+" WHERE "+where, append([]any{value}, args...)...); err != nil {
		return fmt.Errorf("set %s of entries with %s: %w", set, where, err)
	}
	return nil
}

// CountByStatus implements content.Store.
func (db *Store) CountByStatus(ctx context.Context, typ string) (map[content.Status]int, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	counts := map[content.Status]int{}
	err := db.Each(ctx, "SELECT status, n FROM entry_count WHERE type = ? AND author = -1 AND n > 0", []any{typ}, func(scan func(...any) error) error {
		var status content.Status
		var n int
		err := scan(&status, &n)
		counts[status] = n
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count entries of type %q: %w", typ, err)
	}
	return counts, nil
}

// DueEntries implements content.Store.
func (db *Store) DueEntries(ctx context.Context, nowUTC string, limit int) (ids []int64, nextDue string, err error) {
	ids, err = db.Ints(ctx, "SELECT id FROM entry WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc, id LIMIT ?", nowUTC, limit)
	if err == nil {
		_, err = db.One(ctx, "SELECT date_utc FROM entry WHERE status = 'future' AND date_utc > ? ORDER BY date_utc LIMIT 1", []any{nowUTC}, &nextDue)
	}
	if err != nil {
		return nil, "", fmt.Errorf("entries due at %s: %w", nowUTC, err)
	}
	return ids, nextDue, nil
}
