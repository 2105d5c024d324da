package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Tags of single things and of collections. A write to a thing leaves its tag
// and those of the collections that it is or was in.
func entryTag(id int64) string            { return "entry:" + strconv.FormatInt(id, 10) }
func entriesTag(typ string) string        { return "entries:" + typ }
func revisionsTag(parent int64) string    { return "revisions:" + strconv.FormatInt(parent, 10) }
func termTag(id int64) string             { return "term:" + strconv.FormatInt(id, 10) }
func termsTag(taxonomy string) string     { return "terms:" + taxonomy }
func userTag(id int64) string             { return "user:" + strconv.FormatInt(id, 10) }
func commentTag(id int64) string          { return "comment:" + strconv.FormatInt(id, 10) }
func entryCommentsTag(entry int64) string { return "comments:" + strconv.FormatInt(entry, 10) }
func optionTag(name string) string        { return "option:" + name }

const (
	allEntries  = "entries"
	allTerms    = "terms"
	allUsers    = "users"
	allComments = "comments"
	allOptions  = "options"
)

// changed notes what the transaction of ctx changed.
func (db *DB) changed(ctx context.Context, tags ...string) {
	t := txOf(ctx, db)
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.note(tags...)
}

// note is changed for who holds the lock of t.
func (t *tx) note(tags ...string) {
	for _, tag := range tags {
		t.tags[tag] = struct{}{}
		if len(t.made) > 0 {
			delete(t.made, tag)
			t.forgetTerms(tag)
		}
	}
}

// versioned tells whether a tag names a collection that has a version: one
// whose lists are remembered across requests.
func versioned(tag string) bool {
	switch tag {
	case allEntries, allTerms, allUsers, allComments, allOptions:
		return true
	}
	return strings.HasPrefix(tag, "entries:") || strings.HasPrefix(tag, "terms:")
}

// recordChanges ends a transaction: it raises the versions of the collections
// that changed and tells other nodes.
func (db *DB) recordChanges(ctx context.Context, t *tx) error {
	if len(t.tags) == 0 {
		return nil
	}
	// Sorted, so that transactions take the locks of these rows in one order.
	tags := slices.Sorted(maps.Keys(t.tags))
	var names []any
	for _, tag := range tags {
		if versioned(tag) {
			names = append(names, tag)
		}
	}
	t.raised = len(names)
	if len(names) > 0 {
		more := len(names) - 1
		raised, err := db.exec(ctx, "UPDATE version SET n = n + 1 WHERE name IN (?"+strings.Repeat(", ?", more)+")", names...)
		if err == nil && raised < int64(len(names)) {
			_, err = db.exec(ctx, "INSERT INTO version (name, n) VALUES (?, 1)"+strings.Repeat(", (?, 1)", more)+" ON CONFLICT DO NOTHING", names...)
		}
		if err != nil {
			return fmt.Errorf("raise versions of %v: %w", names, err)
		}
	}
	return db.engine.notify(ctx, t.ex, db.node, tags)
}

// versions is the state of collections: it is another one whenever one of
// them changed.
func (db *DB) versions(ctx context.Context, tags []string) (string, error) {
	all, err := db.allVersions(ctx)
	if err != nil {
		return "", fmt.Errorf("versions of %v: %w", tags, err)
	}
	var state strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&state, "%s=%d ", tag, all[tag])
	}
	return state.String(), nil
}

// versionsKey is where all versions are remembered, allVersionsTag their tag.
type versionsKey struct{}

const allVersionsTag = "versions"

type versionSet struct {
	sum int64
	n   map[string]int64
}

// allVersions are the versions of all collections when the request began, or
// since.
func (db *DB) allVersions(ctx context.Context) (map[string]int64, error) {
	g, err := db.glance(ctx)
	if err != nil {
		return nil, err
	}
	if g != nil && g.use {
		if v, ok := db.objects.get(versionsKey{}); ok && (g.marked || v.(*versionSet).sum == g.sum) {
			return v.(*versionSet).n, nil
		}
	}
	set := &versionSet{n: map[string]int64{}}
	err = db.each(ctx, "SELECT name, n FROM version", nil, func(scan func(...any) error) error {
		var name string
		var n int64
		err := scan(&name, &n)
		set.n[name] = n
		set.sum += n
		return err
	})
	if err != nil {
		return nil, err
	}
	if g != nil && (g.marked || set.sum == g.sum) {
		db.objects.put(g, versionsKey{}, set, 96*len(set.n), allVersionsTag)
	}
	return set.n, nil
}
