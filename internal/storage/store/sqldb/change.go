package sqldb

import (
	"context"
	"fmt"
	"strings"

	"quoin/internal/platform/cache"
)

// Changed notes what the transaction of ctx changed.
func (db *DB) Changed(ctx context.Context, tags ...cache.Tag) {
	t := TxOf(ctx, db)
	if t == nil {
		return
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.Note(tags...)
}

// Note is changed for who holds the lock of t. A change of a single thing is one
// of its collection.
func (t *Tx) Note(tags ...cache.Tag) {
	parts := t.parts.all()
	for _, tag := range tags {
		t.Tags[tag] = struct{}{}
		t.Tags[tag.Wider()] = struct{}{}
		for _, p := range parts {
			p.Changed(tag)
		}
	}
}

// recordChanges ends a transaction: it tells other nodes what changed, or raises the
// versions of the collections that did. Collections are those tags whose lists are
// remembered across requests.
func (db *DB) recordChanges(ctx context.Context, t *Tx) error {
	if len(t.Tags) == 0 {
		return nil
	}
	tags := t.sortedTags()
	c := &changeNote{node: db.node, tags: tags}
	if db.Engine.takeNote(t.Ex, c) {
		t.noted = c
		return nil
	}
	var collections []string
	for _, tag := range tags {
		if tag.IsCollection() {
			collections = append(collections, tag.String())
		}
	}
	t.raised = len(collections)
	return db.raiseVersions(ctx, collections)
}

func (db *DB) raiseVersions(ctx context.Context, collections []string) error {
	if len(collections) == 0 {
		return nil
	}
	names := make([]any, len(collections))
	for i, name := range collections {
		names[i] = name
	}
	more := len(names) - 1
	raised, err := db.Exec(ctx, "UPDATE version SET n = n + 1 WHERE name IN (?"+strings.Repeat(", ?", more)+")", names...)
	if err == nil && raised < int64(len(names)) {
		_, err = db.Exec(ctx, "INSERT INTO version (name, n) VALUES (?, 1)"+strings.Repeat(", (?, 1)", more)+" ON CONFLICT DO NOTHING", names...)
	}
	if err != nil {
		return fmt.Errorf("raise versions of %v: %w", names, err)
	}
	return nil
}

// Versions is the state of collections, as this process knows it: it is another one
// whenever one of them changed.
func (db *DB) Versions(ctx context.Context, tags []cache.Tag) (string, error) {
	if db.Engine.sideBySide() {
		return db.heardVersions(ctx, tags)
	}
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

// heardVersions tells the state by the changes that this process heard of. Whoever
// has looked at them already, as its scope remembers, needs no other look.
func (db *DB) heardVersions(ctx context.Context, tags []cache.Tag) (string, error) {
	g, err := db.StateVersion(ctx)
	if err == nil && g == nil {
		g, err = db.lookAtChanges(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("versions of %v: %w", tags, err)
	}
	return db.Objects.versions(g, tags), nil
}

// versionsKey is where all versions are remembered.
type versionsKey struct{}

type versionSet struct {
	sum int64
	n   map[cache.Tag]int64
}

// allVersions are the versions of all collections when the request began, or
// since.
func (db *DB) allVersions(ctx context.Context) (map[cache.Tag]int64, error) {
	g, err := db.StateVersion(ctx)
	if err != nil {
		return nil, err
	}
	if g != nil && g.Use {
		if v, ok := db.Objects.Get(versionsKey{}); ok && (!g.summed || v.(*versionSet).sum == g.sum) {
			return v.(*versionSet).n, nil
		}
	}
	set := &versionSet{n: map[cache.Tag]int64{}}
	err = db.Each(ctx, "SELECT name, n FROM version", nil, func(scan func(...any) error) error {
		var name string
		var n int64
		err := scan(&name, &n)
		set.n[cache.ParseTag(name)] = n
		set.sum += n
		return err
	})
	if err != nil {
		return nil, err
	}
	if g != nil && (!g.summed || set.sum == g.sum) {
		db.Objects.Remember(g, versionsKey{}, set, 96*len(set.n), cache.Versions())
	}
	return set.n, nil
}
