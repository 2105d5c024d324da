package storetest

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
)

func entryRoundTrip(t *testing.T, db *store.DB) {
	e := &content.Entry{
		Type: "attachment", Status: content.Inherit, Author: 3, Parent: 9,
		Date: "2024-05-01T10:00:00", DateUTC: "", Modified: "2024-05-02T10:00:00", ModifiedUTC: "2024-05-02T08:00:00",
		Title: "Ein <b>Titel</b> 'mit' \"Zeichen\" \\ 漢字 🙂", Content: "line\nline", Excerpt: "short", Slug: "%e6%bc%a2", Password: "pass",
		GUID: "http://x/?p=1", MimeType: "image/png", CommentStatus: "open", PingStatus: "closed", MenuOrder: -4, CommentCount: 7, Sticky: true,
		Meta: content.Meta{"one": {"a"}, "two": {int64(1), "b", int64(1)}},
	}
	must(t, db.InsertEntry(background, e))
	if e.ID == 0 {
		t.Fatal("no id")
	}
	read := get(db.EntryByID(background, e.ID))(t)
	if diff := cmp.Diff(e, read); diff != "" {
		t.Fatal(diff)
	}
	e.Type, e.Status, e.Author, e.Parent, e.MenuOrder, e.Sticky = "page", content.Draft, 4, 0, 9, false
	e.Date, e.DateUTC, e.Modified, e.ModifiedUTC = "2025-01-01T00:00:00", "2025-01-01T00:00:01", "2025-01-01T00:00:02", "2025-01-01T00:00:03"
	e.Title, e.Content, e.Excerpt, e.Slug, e.Password, e.GUID, e.MimeType = "t", "c", "e", "s", "p", "g", "m"
	e.CommentStatus, e.PingStatus = "closed", "open"
	must(t, db.UpdateEntry(background, e))
	if diff := cmp.Diff(e, get(db.EntryByID(background, e.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	list := get(db.ListEntries(background, content.Query{Types: []string{"page"}}))(t)
	if diff := cmp.Diff([]*content.Entry{e}, list.Entries); diff != "" {
		t.Fatal(diff)
	}
}

func entryNotFound(t *testing.T, db *store.DB) {
	_, err := db.EntryByID(background, 99)
	wantErr(t, err, content.ErrNotFound)
	_, err = db.EntryByID(request(), 0)
	wantErr(t, err, content.ErrNotFound)
	wantErr(t, db.UpdateEntry(background, &content.Entry{ID: 99, Type: "post"}), content.ErrNotFound)
	wantErr(t, db.SetEntryMeta(background, 99, "k", "v"), content.ErrNotFound)
	must(t, db.DeleteEntry(background, 99))
	e := newPost(t, background, db, nil)
	found := get(db.EntriesByID(background, []int64{99, e.ID, e.ID, -1}))(t)
	if len(found) != 1 || found[e.ID] == nil {
		t.Fatal(found)
	}
	if found := get(db.EntriesByID(background, nil))(t); len(found) != 0 {
		t.Fatal(found)
	}
	again := &content.Entry{ID: e.ID, Type: "post"}
	wantErr(t, db.InsertEntry(background, again), content.ErrTaken)
}

func entryMeta(t *testing.T, db *store.DB) {
	values := []any{"b", int64(math.MaxInt64), "a", nil, true, false, 1.5, "", "a", []any{"x", int64(2)},
		wire.NewObject("z", int64(1), "a", []any{nil}), "with \"quotes\" \\ and / \u2028 \x01", strings.Repeat("long", 100)}
	e := newPost(t, background, db, func(e *content.Entry) { e.Meta = content.Meta{"k": values} })
	check := func(want content.Meta) {
		t.Helper()
		got := get(db.EntryByID(background, e.ID))(t).Meta
		if len(got) != len(want) {
			t.Fatalf("keys of %v, want %v", got, want)
		}
		for key := range want {
			if !wire.Equal(got[key], want[key]) {
				t.Fatalf("%s: %#v, want %#v", key, got[key], want[key])
			}
		}
	}
	check(content.Meta{"k": values})
	must(t, db.SetEntryMeta(background, e.ID, "k", "only"))
	must(t, db.SetEntryMeta(background, e.ID, "n", int64(5), "5", "6"))
	check(content.Meta{"k": {"only"}, "n": {int64(5), "5", "6"}})
	must(t, db.SetEntryMeta(background, e.ID, "k"))
	check(content.Meta{"n": {int64(5), "5", "6"}})
	other := newPost(t, background, db, func(e *content.Entry) { e.Meta = content.Meta{"n": {"6"}, "m": {"5"}} })
	must(t, db.DeleteMetaValue(background, "n", "5"))
	check(content.Meta{"n": {"6"}})
	must(t, db.DeleteMetaValue(background, "n", "6"))
	check(content.Meta{})
	if m := get(db.EntryByID(background, other.ID))(t).Meta; len(m) != 1 || m.Text("m") != "5" {
		t.Fatal(m)
	}
	deep := any("x")
	for range wire.MaxDepth + 1 {
		deep = []any{deep}
	}
	if err := db.SetEntryMeta(background, e.ID, "deep", deep); err == nil {
		t.Fatal("stored a value that can't be read back")
	}
}

func hostileText(t *testing.T, db *store.DB) {
	e := newPost(t, background, db, func(e *content.Entry) {
		e.Title, e.Content, e.Slug = "nul\x00 bad\xff", "a\x00b", "x\x00"
		e.Meta = content.Meta{"k\x00": {"v\x00\xff"}}
	})
	got := get(db.EntryByID(background, e.ID))(t)
	equal(t, "title", got.Title, "nul bad\uFFFD")
	equal(t, "content", got.Content, "ab")
	for _, q := range []content.Query{
		{Search: &content.Search{Terms: []string{"\x00", "\xff\xff\xff", "%_\\*?[]'\""}}},
		{Slugs: []string{"\x00", "'; DROP TABLE entry"}},
		{Types: []string{"\x00"}, Statuses: []content.Status{"\xff"}},
		{MetaValues: map[string][]string{"\x00": {"\x00"}}},
	} {
		get(db.ListEntries(background, q))(t)
	}
	if !get(db.SlugsTaken(background, []string{"\x00", "x"}, nil, nil, 0))(t)["x"] {
		t.Error("the cleaned slug isn't taken")
	}
}

func idsContinue(t *testing.T, db *store.DB) {
	first := newPost(t, background, db, nil)
	given := newPost(t, background, db, func(e *content.Entry) { e.ID = first.ID + 1000 })
	equal(t, "given id", given.ID, first.ID+1000)
	next := newPost(t, background, db, nil)
	equal(t, "id after a given one", next.ID, given.ID+1)
	must(t, db.DeleteEntry(background, next.ID))
	after := newPost(t, background, db, nil)
	equal(t, "id after a deleted one", after.ID, next.ID+1)
	low := newPost(t, background, db, func(e *content.Entry) { e.ID = first.ID + 5 })
	equal(t, "low given id", low.ID, first.ID+5)
	last := newPost(t, background, db, nil)
	equal(t, "id after a low one", last.ID, after.ID+1)
}

func slugs(t *testing.T, db *store.DB) {
	e := newPost(t, background, db, func(e *content.Entry) { e.Slug, e.Parent = "About", 7 })
	seven, eight := int64(7), int64(8)
	for _, test := range []struct {
		slug   string
		types  []string
		parent *int64
		except int64
		want   bool
	}{
		{"About", nil, nil, 0, true}, {"about", nil, nil, 0, false}, {"About", nil, nil, e.ID, false},
		{"About", []string{"page"}, nil, 0, false}, {"About", []string{"page", "post"}, nil, 0, true}, {"About", []string{}, nil, 0, false},
		{"About", nil, &seven, 0, true}, {"About", nil, &eight, 0, false},
	} {
		taken := get(db.SlugsTaken(background, []string{"other", test.slug, test.slug}, test.types, test.parent, test.except))(t)
		equal(t, test.slug, taken[test.slug], test.want)
		equal(t, "another slug", taken["other"], false)
	}
	equal(t, "no slugs", len(get(db.SlugsTaken(background, nil, nil, nil, 0))(t)), 0)
}

func revisions(t *testing.T, db *store.DB) {
	parent, other := newPost(t, background, db, nil), newPost(t, background, db, nil)
	revision := func(parent, author int64, date, slug string) int64 {
		return newPost(t, background, db, func(e *content.Entry) {
			e.Type, e.Status, e.Parent, e.Author, e.Date, e.Slug = "revision", content.Inherit, parent, author, date, slug
		}).ID
	}
	one := "1-revision-v1"
	revision(parent.ID, 1, "2024-01-03T00:00:00", one)
	newest := revision(parent.ID, 1, "2024-01-04T00:00:00", one)
	revision(parent.ID, 1, "2024-01-02T00:00:00", one)
	infos := get(db.RevisionInfo(request(), []int64{parent.ID, other.ID}))(t)
	if len(infos) != 1 || infos[parent.ID] != (content.RevisionInfo{Count: 3, Last: newest}) {
		t.Fatal(infos)
	}
	third := newPost(t, background, db, nil)
	if none := get(db.RevisionInfo(request(), []int64{third.ID}))(t); len(none) != 0 {
		t.Fatal(none)
	}
	last := revision(third.ID, 1, "2024-01-05T00:00:00", "third-revision-v1")
	revision(third.ID, 1, "2024-01-04T00:00:00", "third-revision-v1")
	if alone := get(db.RevisionInfo(request(), []int64{third.ID}))(t); alone[third.ID] != (content.RevisionInfo{Count: 2, Last: last}) {
		t.Fatal(alone)
	}
	for counted, want := range map[bool]int{false: 0, true: 3} {
		last, n, err := db.LastRevision(background, parent.ID, one, counted)
		if err != nil || last == nil || last.ID != newest || n != want {
			t.Fatal(last, n, err)
		}
	}
	if last, n, err := db.LastRevision(background, other.ID, one, true); err != nil || last != nil || n != 0 {
		t.Fatal(last, n, err)
	}
	if a := get(db.Autosave(background, parent.ID, 0))(t); a != nil {
		t.Fatal(a)
	}
	name := func(id int64) string { return strings.Replace("ID-autosave-v1", "ID", itoa(id), 1) }
	mine := revision(parent.ID, 1, "2024-02-01T00:00:00", name(parent.ID))
	theirs := revision(parent.ID, 2, "2024-02-02T00:00:00", name(parent.ID))
	equal(t, "autosave of 1", get(db.Autosave(background, parent.ID, 1))(t).ID, mine)
	equal(t, "autosave of 2", get(db.Autosave(background, parent.ID, 2))(t).ID, theirs)
	equal(t, "newest autosave", get(db.Autosave(background, parent.ID, 0))(t).ID, theirs)
	if a := get(db.Autosave(background, parent.ID, 3))(t); a != nil {
		t.Fatal(a)
	}
}

func tree(t *testing.T, db *store.DB) {
	page := func(parent int64, typ string) int64 {
		return newPost(t, background, db, func(e *content.Entry) { e.Type, e.Parent = typ, parent }).ID
	}
	root := page(0, "page")
	child := page(root, "page")
	leaf := page(child, "page")
	orphan := page(987654, "page")
	image := page(child, "attachment")
	up := get(db.Ancestors(request(), []int64{leaf, root, orphan}))(t)
	equalLists(t, "ancestors", up[leaf], []int64{child, root})
	equal(t, "ancestors of root", len(up[root]), 0)
	equal(t, "ancestors of an orphan", len(up[orphan]), 0)
	must(t, db.MoveChildren(background, child, root, "page"))
	equal(t, "moved", get(db.EntryByID(background, leaf))(t).Parent, root)
	equal(t, "not moved", get(db.EntryByID(background, image))(t).Parent, child)
	must(t, db.MoveChildren(background, child, 0))
	equal(t, "moved", get(db.EntryByID(background, image))(t).Parent, 0)
	// A loop ends.
	e := get(db.EntryByID(background, root))(t).Clone()
	e.Parent = child
	must(t, db.UpdateEntry(background, e))
	equalLists(t, "ancestors in a loop", get(db.Ancestors(background, []int64{leaf}))(t)[leaf], []int64{root, child})
	must(t, db.Reassign(background, 1, 5))
	equal(t, "author", get(db.EntryByID(background, leaf))(t).Author, 5)
	equal(t, "entries of the old author", get(db.ListEntries(background, content.Query{Authors: []int64{1}}))(t).Total, 0)
	equal(t, "entries of the new author", get(db.ListEntries(background, content.Query{Authors: []int64{5}}))(t).Total, 5)
}

func due(t *testing.T, db *store.DB) {
	add := func(status content.Status, date string) int64 {
		return newPost(t, background, db, func(e *content.Entry) { e.Status, e.DateUTC = status, date }).ID
	}
	late := add(content.Future, "2030-01-01T00:00:02")
	early := add(content.Future, "2030-01-01T00:00:01")
	add(content.Publish, "2030-01-01T00:00:00")
	add(content.Future, "2030-01-01T00:00:09")
	check := func(now string, limit int, want []int64, next string) {
		t.Helper()
		got, n, err := db.DueEntries(background, now, limit)
		must(t, err)
		equalLists(t, "due", got, want)
		equal(t, "next", n, next)
	}
	check("2030-01-01T00:00:00", 5, nil, "2030-01-01T00:00:01")
	check("2030-01-01T00:00:02", 5, []int64{early, late}, "2030-01-01T00:00:09")
	check("2030-01-01T00:00:02", 1, []int64{early}, "2030-01-01T00:00:09")
	check("2031-01-01T00:00:00", 1, []int64{early}, "")
}

func metaValues(t *testing.T, db *store.DB) {
	for _, v := range []any{int64(30), "9", "30", int64(4), "9", int64(9)} {
		newPost(t, background, db, func(e *content.Entry) { e.Meta = content.Meta{"k": {v}, "other": {"x"}} })
	}
	for _, want := range []struct {
		limit, offset int
		values        []string
	}{{10, 0, []string{"30", "9", "4"}}, {1, 1, []string{"9"}}, {2, 2, []string{"4"}}, {2, 3, nil}} {
		values, total, err := db.MetaValues(background, "k", want.limit, want.offset)
		must(t, err)
		equalLists(t, "values", values, want.values)
		equal(t, "total", total, 3)
	}
	values, total, err := db.MetaValues(background, "nothing", 5, 0)
	must(t, err)
	equal(t, "none", len(values)+total, 0)
}

func deleteEntry(t *testing.T, db *store.DB) {
	term := newTerm(t, db, "category", "News", "news", 0)
	e := newPost(t, background, db, func(e *content.Entry) { e.Meta = content.Meta{"k": {"v"}}; e.Title = "vanishing" })
	must(t, db.SetEntryTerms(background, e.ID, "category", []int64{term.ID}))
	c := &comment.Comment{Entry: e.ID, Status: comment.Approved, Type: "comment"}
	must(t, db.InsertComment(background, c))
	equal(t, "count", get(db.TermByID(background, term.ID))(t).Count, 1)
	must(t, db.DeleteEntry(background, e.ID))
	_, err := db.EntryByID(background, e.ID)
	wantErr(t, err, content.ErrNotFound)
	_, err = db.CommentByID(background, c.ID)
	wantErr(t, err, comment.ErrNotFound)
	equal(t, "count", get(db.TermByID(background, term.ID))(t).Count, 0)
	equal(t, "entries with the term", len(get(db.EntriesWithTerm(background, term.ID))(t)), 0)
	found := get(db.ListEntries(background, content.Query{Search: &content.Search{Terms: []string{"vanishing"}}}))(t)
	equal(t, "found", found.Total, 0)
	if n := get(db.CountByStatus(background, "post"))(t); len(n) != 0 {
		t.Fatal(n)
	}
}
