package store

import (
	"context"
	"strings"
	"testing"

	"quoin/internal/content"
	"quoin/internal/scope"
)

func openAt(t *testing.T, dir string) *DB {
	t.Helper()
	db, err := Open(t.Context(), Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func insertPost(t *testing.T, db *DB, title string) *content.Entry {
	t.Helper()
	e := &content.Entry{Type: "post", Status: content.Publish, Title: title, Slug: title}
	if err := db.InsertEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return e
}

// seen is an entry as a new request sees it, with the statements that took.
func seen(t *testing.T, db *DB, id int64) (*content.Entry, int) {
	t.Helper()
	ctx, n := CountStatements(scope.New(t.Context()))
	e, err := db.EntryByID(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return e, n()
}

func TestObjectsAreSharedByRequests(t *testing.T) {
	db := openAt(t, t.TempDir())
	id := insertPost(t, db, "a").ID
	first, _ := seen(t, db, id)
	again, n := seen(t, db, id)
	if again != first || n != 1 {
		t.Fatalf("the same object: %v, after %d statements", again == first, n)
	}
	other := insertPost(t, db, "b")
	if again, _ := seen(t, db, id); again != first {
		t.Error("a write to another entry dropped this one")
	}
	changed := first.Clone()
	changed.Title = "new"
	if err := db.UpdateEntry(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	if now, _ := seen(t, db, id); now.Title != "new" {
		t.Errorf("title %q after a write", now.Title)
	}
	if err := db.DeleteEntry(t.Context(), other.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := db.EntryByID(scope.New(t.Context()), other.ID); err == nil {
		t.Error("a removed entry is still there")
	}
}

func TestObjectsHearOfOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	here, there := openAt(t, dir), openAt(t, dir)
	id := insertPost(t, here, "a").ID
	for _, title := range []string{"b", "c"} {
		e, _ := seen(t, here, id)
		seen(t, there, id)
		e = e.Clone()
		e.Title = title
		if err := there.UpdateEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		for name, db := range map[string]*DB{"here": here, "there": there} {
			if e, _ := seen(t, db, id); e.Title != title {
				t.Errorf("title %q %s after %q was written there", e.Title, name, title)
			}
		}
		page, err := here.ListEntries(scope.New(t.Context()), content.Query{Types: []string{"post"}})
		if err != nil || len(page.Entries) != 1 || page.Entries[0].Title != title {
			t.Errorf("list %+v, %v", page, err)
		}
	}
}

func TestObjectsReadBeforeAChangeAreNotKept(t *testing.T) {
	db := openAt(t, t.TempDir())
	e := insertPost(t, db, "a")
	ctx := scope.New(t.Context())
	g, err := db.glance(ctx)
	if err != nil || !g.use {
		t.Fatalf("%+v, %v", g, err)
	}
	if err := db.SetEntryMeta(t.Context(), e.ID, "k", "v"); err != nil {
		t.Fatal(err)
	}
	db.objects.put(g, entryKey{e.ID}, e, 1, entryTag(e.ID))
	if _, ok := db.objects.get(entryKey{e.ID}); ok {
		t.Error("an entry that was read before its change is kept")
	}
	db.objects.put(g, entryKey{99}, e, 1, entryTag(99))
	if _, ok := db.objects.get(entryKey{99}); !ok {
		t.Error("what didn't change isn't kept")
	}
	for range rememberedChanges + 1 {
		db.objects.begin()
		db.objects.end(true, 0, []string{"other"})
	}
	db.objects.put(g, entryKey{98}, e, 1, entryTag(98))
	if _, ok := db.objects.get(entryKey{98}); ok {
		t.Error("kept though nobody knows what changed meanwhile")
	}
}

func TestObjectsAreBounded(t *testing.T) {
	o := newObjects(100_000)
	g := &glance{use: true}
	for id := range int64(1000) {
		o.put(g, entryKey{id}, &content.Entry{}, 1000, entryTag(id))
		o.get(entryKey{0})
	}
	if o.bytes > 100_000 || len(o.byKey) < 50 || len(o.byTag) != len(o.byKey) {
		t.Errorf("%d bytes, %d objects, %d tags", o.bytes, len(o.byKey), len(o.byTag))
	}
	if _, ok := o.get(entryKey{0}); !ok {
		t.Error("what was used all the time is gone")
	}
	if _, ok := o.get(entryKey{1}); ok {
		t.Error("what wasn't used is still there")
	}
	o.put(g, entryKey{5000}, &content.Entry{}, 50_000, entryTag(5000))
	if _, ok := o.get(entryKey{5000}); ok {
		t.Error("an object that leaves no room for others is kept")
	}
}

func TestRolledBackChangesLeaveObjectsAlone(t *testing.T) {
	db := openAt(t, t.TempDir())
	id := insertPost(t, db, "a").ID
	first, _ := seen(t, db, id)
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		e := first.Clone()
		e.Title = strings.Repeat("x", 3)
		if err := db.UpdateEntry(ctx, e); err != nil {
			return err
		}
		return context.Canceled
	})
	if err == nil {
		t.Fatal("no error")
	}
	if again, _ := seen(t, db, id); again != first || again.Title != "a" {
		t.Errorf("%+v", again)
	}
}
