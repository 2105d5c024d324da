package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/scope"
)

// SlugsTaken implements content.Store.
func (db *DB) SlugsTaken(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error) {
	if len(slugs) == 0 || types != nil && len(types) == 0 {
		return nil, nil
	}
	var c clause
	if len(slugs) == 1 {
		c.and("slug = ?", slugs[0]) // most of the time, and faster
	} else {
		c.and(db.engine.textsIn("slug"), db.engine.textList(slugs))
	}
	c.and("id <> ?", except)
	if types != nil {
		tests := make([]string, len(types))
		for i, typ := range types {
			var t clause
			t.andName("type", typ)
			tests[i] = t.tests[0]
			c.args = append(c.args, t.args...)
		}
		c.and(anyOf(tests))
		for _, typ := range types {
			scope.DependsOn(ctx, cache.Entries(typ))
		}
	} else {
		scope.DependsOn(ctx, cache.AllEntries())
	}
	if parent != nil {
		c.and(db.engine.keep("parent")+" = ?", *parent)
	}
	look := func() (map[string]bool, error) {
		taken, reserve := map[string]bool{}, ""
		if except == 0 {
			reserve = db.reserving(ctx) // for the entry that isn't there yet
		}
		err := db.each(quick(ctx), "SELECT DISTINCT slug FROM entry"+c.where()+reserve, slices.Clone(c.args), func(scan func(...any) error) error {
			var slug string
			if err := scan(&slug); err != nil {
				return err
			}
			if id, ok := strings.CutPrefix(slug, reservedMark); ok && reserve != "" {
				t := db.entryTx(ctx)
				var err error
				t.reserved, err = strconv.ParseInt(id, 10, 64)
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
	if db.concurrentTx(ctx) == nil {
		return look()
	}
	return db.slugsClaimed(ctx, slugs, look)
}

// slugsClaimed looks which slugs are taken, and sees to it that the first that
// isn't stays free for the transaction.
func (db *DB) slugsClaimed(ctx context.Context, slugs []string, look func() (map[string]bool, error)) (taken map[string]bool, err error) {
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
		if err := db.Claim(ctx, "slug "+clean(free)); err != nil {
			return nil, err
		}
		if taken, err = look(); err != nil || !taken[free] {
			return taken, err
		}
	}
}

// RevisionInfo implements content.Store.
func (db *DB) RevisionInfo(ctx context.Context, entries []int64) (map[int64]content.RevisionInfo, error) {
	found := make(map[int64]*content.RevisionInfo, len(entries))
	missing, err := revisionKind.fromCache(ctx, db, entries, found)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		// The newest by date, then by id.
		text := "SELECT e.parent, COUNT(*), MAX(e.date || ' ' || " + paddedID + ") FROM entry e WHERE " +
			db.engine.intsIn("e.parent") + " AND e.type = ? GROUP BY e.parent"
		err := db.each(quick(ctx), text, []any{db.engine.intList(missing), revisionType}, func(scan func(...any) error) error {
			var parent int64
			var info content.RevisionInfo
			var last string
			if err := scan(&parent, &info.Count, &last); err != nil {
				return err
			}
			id, err := strconv.ParseInt(last[strings.LastIndexByte(last, ' ')+1:], 10, 64)
			info.Last = id
			found[parent] = &info
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("count revisions of %v: %w", missing, err)
		}
		for _, id := range missing {
			if found[id] == nil {
				found[id] = &content.RevisionInfo{}
			}
		}
		revisionKind.remember(ctx, db, missing, found)
	}
	infos := make(map[int64]content.RevisionInfo, len(found))
	for id, info := range found {
		if info.Count > 0 {
			infos[id] = *info
		}
	}
	return infos, nil
}

type revisionInfoKey struct{ id int64 }

var revisionKind = kind[content.RevisionInfo]{
	key: func(id int64) any { return revisionInfoKey{id} }, tag: cache.Revisions,
	size: func(*content.RevisionInfo) int { return 32 },
}

// paddedID is e.id as text that sorts like the number.
const paddedID = "substr('0000000000000000000' || CAST(e.id AS TEXT), length(CAST(e.id AS TEXT)) + 1)"

// Autosave implements content.Store.
func (db *DB) Autosave(ctx context.Context, entry, user int64) (*content.Entry, error) {
	scope.DependsOn(ctx, cache.Revisions(entry))
	text := "SELECT e.id FROM entry e WHERE e.parent = ? AND e.type = ? AND e.slug = ?"
	args := []any{entry, revisionType, strconv.FormatInt(entry, 10) + "-autosave-v1"}
	if user != 0 {
		text += " AND " + db.engine.keep("e.author") + " = ?"
		args = append(args, user)
	}
	var id int64
	ok, err := db.one(ctx, text+" ORDER BY e.date DESC, e.id DESC LIMIT 1", args, &id)
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
func (db *DB) Ancestors(ctx context.Context, ids []int64) (map[int64][]int64, error) {
	parents := map[int64]int64{}
	text := "WITH RECURSIVE up (id, parent, level) AS (SELECT e.id, e.parent, 0 FROM entry e WHERE " + db.engine.intsIn("e.id") +
		" UNION SELECT e.id, e.parent, up.level + 1 FROM up JOIN entry e ON e.id = up.parent WHERE up.level < ?)" +
		" SELECT id, parent FROM up"
	err := db.each(ctx, text, []any{db.engine.intList(ids), ancestorLimit}, func(scan func(...any) error) error {
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
func (db *DB) MoveChildren(ctx context.Context, from, to int64, types ...string) error {
	return db.write(ctx, func(ctx context.Context) error {
		where, args := "parent = ?", []any{from}
		if len(types) > 0 {
			where += " AND " + db.engine.textsIn("type")
			args = append(args, db.engine.textList(types))
		}
		return db.updateEntries(ctx, "parent = ?", to, where, args)
	})
}

// Reassign implements content.Store.
func (db *DB) Reassign(ctx context.Context, from, to int64) error {
	return db.write(ctx, func(ctx context.Context) error {
		db.changed(ctx, cache.User(from), cache.User(to))
		return db.updateEntries(ctx, "author = ?", to, "author = ?", []any{from})
	})
}

// updateEntries sets a column of many entries and notes their tags, before and
// after.
func (db *DB) updateEntries(ctx context.Context, set string, value int64, where string, args []any) error {
	note := func() error {
		return db.each(ctx, "SELECT id, type, parent FROM entry WHERE "+where, slices.Clone(args), func(scan func(...any) error) error {
			var e content.Entry
			if err := scan(&e.ID, &e.Type, &e.Parent); err != nil {
				return err
			}
			t := txOf(ctx, db)
			t.note(cache.Entry(e.ID), cache.Entries(e.Type))
			if e.Type == revisionType {
				t.note(cache.Revisions(e.Parent), cache.Revisions(value))
			}
			return nil
		})
	}
	if err := note(); err != nil {
		return fmt.Errorf("entries with %s: %w", where, err)
	}
	if _, err := db.exec(ctx, "UPDATE entry SET "+set+" WHERE "+where, append([]any{value}, args...)...); err != nil {
		return fmt.Errorf("set %s of entries with %s: %w", set, where, err)
	}
	return nil
}

// CountByStatus implements content.Store.
func (db *DB) CountByStatus(ctx context.Context, typ string) (map[content.Status]int, error) {
	scope.DependsOn(ctx, cache.Entries(typ))
	counts := map[content.Status]int{}
	err := db.each(ctx, "SELECT status, n FROM entry_count WHERE type = ? AND author = -1 AND n > 0", []any{typ}, func(scan func(...any) error) error {
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
func (db *DB) DueEntries(ctx context.Context, nowUTC string, limit int) (ids []int64, nextDue string, err error) {
	ids, err = db.ints(ctx, "SELECT id FROM entry WHERE status = 'future' AND date_utc <= ? ORDER BY date_utc, id LIMIT ?", nowUTC, limit)
	if err == nil {
		_, err = db.one(ctx, "SELECT date_utc FROM entry WHERE status = 'future' AND date_utc > ? ORDER BY date_utc LIMIT 1", []any{nowUTC}, &nextDue)
	}
	if err != nil {
		return nil, "", fmt.Errorf("entries due at %s: %w", nowUTC, err)
	}
	return ids, nextDue, nil
}
