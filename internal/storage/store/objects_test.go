package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
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
	for name, statements := range map[string]int{"marks": 0, "sum": 1} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if name == "sum" {
				withoutStamp(t, dir)
			}
			objectsAreShared(t, openAt(t, dir), statements)
		})
	}
}

// withoutStamp sees that no stamp can be written in a data folder.
func withoutStamp(t *testing.T, dir string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, sqldb.ChangeStampFile), 0o755); err != nil {
		t.Fatal(err)
	}
}

func objectsAreShared(t *testing.T, db *DB, statements int) {
	id := insertPost(t, db, "a").ID
	first, _ := seen(t, db, id)
	again, n := seen(t, db, id)
	if again != first || n != statements {
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
	for _, name := range []string{"marks", "sum"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if name == "sum" {
				withoutStamp(t, dir)
			}
			objectsHearOfOthers(t, openAt(t, dir), openAt(t, dir))
		})
	}
}

func objectsHearOfOthers(t *testing.T, here, there *DB) {
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

// TestObjectsOutliveNoDeadProcess has another process end between its commit
// and the mark after it.
func TestObjectsOutliveNoDeadProcess(t *testing.T) {
	dir := t.TempDir()
	here, there := openAt(t, dir), openAt(t, dir)
	e := insertPost(t, here, "a")
	look := here.base.Inspect().Look(Follower{ChangedSomehow: func() {}})
	if _, _, err := look(t.Context(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	inside := there.base.Inspect()
	if err := inside.BeginMark(); err != nil {
		t.Fatal(err)
	}
	seen(t, here, e.ID) // after the mark before the commit
	restore := inside.LoseMarks()
	e = e.Clone()
	e.Title = "b"
	if err := there.UpdateEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	restore()
	if _, _, err := look(t.Context(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	if got, _ := seen(t, here, e.ID); got.Title != "b" {
		t.Errorf("title %q after the look for changes of others", got.Title)
	}
}

// TestObjectsHearOfAnOverwrittenMark has this process write right after
// another, whose second mark comes late or never.
func TestObjectsHearOfAnOverwrittenMark(t *testing.T) {
	dir := t.TempDir()
	here, there := openAt(t, dir), openAt(t, dir)
	e, other := insertPost(t, here, "a"), insertPost(t, here, "other")
	inside := there.base.Inspect()
	if err := inside.BeginMark(); err != nil {
		t.Fatal(err)
	}
	seen(t, here, e.ID)
	restore := inside.LoseMarks()
	changed := e.Clone()
	changed.Title = "b"
	if err := there.UpdateEntry(t.Context(), changed); err != nil {
		t.Fatal(err)
	}
	restore()
	if err := here.SetEntryMeta(t.Context(), other.ID, "k", "v"); err != nil {
		t.Fatal(err)
	}
	if got, _ := seen(t, here, e.ID); got.Title != "b" {
		t.Errorf("title %q", got.Title)
	}
}

func TestNewEntriesAreRememberedAsStored(t *testing.T) {
	db := openAt(t, t.TempDir())
	term := &taxonomy.Term{Taxonomy: "category", Name: "c", Slug: "c"}
	if err := db.InsertTerm(t.Context(), term); err != nil {
		t.Fatal(err)
	}
	seen(t, db, insertPost(t, db, "first").ID) // knows the state from here on
	for name, c := range map[string]struct {
		change     func(ctx context.Context, e *content.Entry) error
		statements int
	}{
		"nothing more": {func(context.Context, *content.Entry) error { return nil }, 0},
		"terms": {func(ctx context.Context, e *content.Entry) error {
			return db.SetEntryTerms(ctx, e.ID, "category", []int64{term.ID})
		}, 0},
		"meta":     {func(ctx context.Context, e *content.Entry) error { return db.SetEntryMeta(ctx, e.ID, "k", "v") }, 2},
		"a parent": {func(ctx context.Context, e *content.Entry) error { return db.MoveChildren(ctx, 77, 78) }, 1},
		"an update": {func(ctx context.Context, e *content.Entry) error {
			e.Content = "other"
			return db.UpdateEntry(ctx, e)
		}, 1},
	} {
		e := &content.Entry{Type: "post", Status: content.Publish, Title: "T\x00\xff", Slug: name, Parent: 77, Content: "<p>"}
		err := db.InTx(t.Context(), func(ctx context.Context) error {
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			return c.change(ctx, e)
		})
		if err != nil {
			t.Fatal(name, err)
		}
		shared, n := seen(t, db, e.ID)
		if n != c.statements {
			t.Errorf("%s: %d statements, want %d", name, n, c.statements)
		}
		stored, err := db.EntryByID(t.Context(), e.ID) // without a scope, from the database
		if err != nil || !reflect.DeepEqual(shared, stored) {
			t.Errorf("%s: %+v, stored %+v, %v", name, shared, stored, err)
		}
		sameTerms(t, db, e.ID)
	}
}

// sameTerms compares the terms that a request sees with those in the database.
func sameTerms(t *testing.T, db *DB, id int64) {
	t.Helper()
	shared, err := db.EntryTerms(scope.New(t.Context()), []int64{id})
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.EntryTerms(t.Context(), []int64{id})
	if err != nil || len(shared[id])+len(stored[id]) > 0 && !reflect.DeepEqual(shared[id], stored[id]) {
		t.Errorf("terms %+v, stored %+v, %v", shared[id], stored[id], err)
	}
}

func TestTermsOfNewEntriesAreRememberedAsStored(t *testing.T) {
	db := openAt(t, t.TempDir())
	var terms []*taxonomy.Term
	for _, name := range []string{"c zebra", "c Ähre", "t one", "c apple"} {
		term := &taxonomy.Term{Taxonomy: "category", Name: name, Slug: name}
		if name[0] == 't' {
			term.Taxonomy = "post_tag"
		}
		if err := db.InsertTerm(t.Context(), term); err != nil {
			t.Fatal(err)
		}
		terms = append(terms, term)
	}
	zebra, corn, one, apple := terms[0].ID, terms[1].ID, terms[2].ID, terms[3].ID
	if err := db.SetTermMeta(t.Context(), apple, "k", "v"); err != nil {
		t.Fatal(err)
	}
	seen(t, db, insertPost(t, db, "first").ID)
	set := func(tax string, ids ...int64) func(context.Context, int64) error {
		return func(ctx context.Context, id int64) error { return db.SetEntryTerms(ctx, id, tax, ids) }
	}
	both := func(a, b func(context.Context, int64) error) func(context.Context, int64) error {
		return func(ctx context.Context, id int64) error { return errors.Join(a(ctx, id), b(ctx, id)) }
	}
	for name, c := range map[string]struct {
		change     func(ctx context.Context, id int64) error
		statements int
	}{
		"none":           {set("category"), 0},
		"two":            {set("category", zebra, corn, 99), 0},
		"two taxonomies": {both(set("post_tag", one, zebra), set("category", zebra)), 0},
		"twice":          {both(set("category", zebra), set("category", corn)), 1},
		"one with meta":  {set("category", apple), 0},
		"a name afterwards": {both(set("category", zebra), func(ctx context.Context, _ int64) error {
			return db.UpdateTerm(ctx, &taxonomy.Term{ID: zebra, Taxonomy: "category", Name: "other", Slug: "zebra"})
		}), 1},
		"a second entry": {both(set("category", corn), func(ctx context.Context, _ int64) error {
			e := &content.Entry{Type: "post", Status: content.Publish, Slug: "second"}
			return errors.Join(db.InsertEntry(ctx, e), set("category", corn)(ctx, e.ID))
		}), 1},
	} {
		for _, status := range []content.Status{content.Publish, content.Draft} {
			e := &content.Entry{Type: "post", Status: status, Title: name}
			err := db.InTx(t.Context(), func(ctx context.Context) error {
				return errors.Join(db.InsertEntry(ctx, e), c.change(ctx, e.ID))
			})
			if err != nil {
				t.Fatal(name, err)
			}
			ctx, n := CountStatements(scope.New(t.Context()))
			if _, err := db.EntryTerms(ctx, []int64{e.ID}); err != nil || n() != c.statements {
				t.Errorf("%s: %d statements, want %d, %v", name, n(), c.statements, err)
			}
			sameTerms(t, db, e.ID)
		}
	}
}

func TestCommitsAreCountedBeforeAnyoneGoesOn(t *testing.T) {
	db := openAt(t, t.TempDir())
	e := insertPost(t, db, "a")
	seen(t, db, e.ID)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				if err := db.SetEntryMeta(t.Context(), e.ID, fmt.Sprint("k", i), "v"); err != nil {
					t.Error(err)
				}
				if got, _ := seen(t, db, e.ID); got.Meta.Text(fmt.Sprint("k", i)) != "v" {
					t.Errorf("%+v doesn't have what was written before", got.Meta)
				}
			}
		})
	}
	wg.Wait()
	if n := db.base.Inspect().Committing(); n != 0 {
		t.Errorf("%d commits under way", n)
	}
}

func TestObjectsReadBeforeAChangeAreNotCached(t *testing.T) {
	type key struct{ id int64 }
	db := openAt(t, t.TempDir())
	e := insertPost(t, db, "a")
	ctx := scope.New(t.Context())
	g, err := db.base.StateVersion(ctx)
	if err != nil || !g.Use {
		t.Fatalf("%+v, %v", g, err)
	}
	if err := db.SetEntryMeta(t.Context(), e.ID, "k", "v"); err != nil {
		t.Fatal(err)
	}
	db.base.Objects.Remember(g, key{e.ID}, e, 1, cache.Entry(e.ID))
	if _, ok := db.base.Objects.Get(key{e.ID}); ok {
		t.Error("an entry that was read before its change is cached")
	}
	db.base.Objects.Remember(g, key{99}, e, 1, cache.Entry(99))
	if _, ok := db.base.Objects.Get(key{99}); !ok {
		t.Error("what didn't change isn't cached")
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
