package menu_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
)

type fixture struct {
	*coretest.Site
	t     *testing.T
	menus *menu.Service
	main  int64
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s := coretest.New(t, func(*env.Env) []rest.Route { return nil })
	f := &fixture{Site: s, t: t, menus: s.Env.Menus}
	f.main = f.term(taxonomy.Menu, "Main")
	return f
}

// write runs fn in a transaction.
func (f *fixture) write(fn func(ctx context.Context) error) {
	f.t.Helper()
	if err := f.DB.InTx(f.Context(), fn); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) term(tax, name string) int64 {
	f.t.Helper()
	term := &taxonomy.Term{Taxonomy: tax, Name: name, Slug: name}
	f.write(func(ctx context.Context) error { return f.DB.InsertTerm(ctx, term) })
	return term.ID
}

func (f *fixture) save(before *content.Entry, d menu.Draft) *content.Entry {
	f.t.Helper()
	var saved *content.Entry
	f.write(func(ctx context.Context) (err error) {
		saved, err = f.menus.Save(ctx, access.System(), before, d)
		return err
	})
	e, err := f.DB.EntryByID(f.Context(), saved.ID)
	if err != nil {
		f.t.Fatal(err)
	}
	return e
}

func (f *fixture) item(e *content.Entry) *menu.Item {
	f.t.Helper()
	it, err := f.menus.Item(f.Context(), e)
	if err != nil {
		f.t.Fatal(err)
	}
	return it
}

func TestWhatItemsLeadTo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	page := f.AddEntry(content.TypePage, content.Publish, 0, "About")
	untitled := f.AddEntry(content.TypePage, content.Draft, 0, "")
	trashed := f.AddEntry(content.TypePage, content.Trash, 0, "Old")
	stone := f.term(taxonomy.Category, "stone")
	for _, c := range []struct {
		name  string
		draft menu.Draft
		// what is shown
		title, label, url string
		invalid           bool
	}{
		{"address", menu.Draft{Type: menu.Custom, Title: "Guild", URL: " https://guild.example/ "}, "Guild", "Custom Link", "https://guild.example/", false},
		{"page", menu.Draft{Type: menu.Post, Object: "page", ObjectID: page}, "About", "Page", fmt.Sprint(coretest.URL, "/about/"), false},
		{"page with its own title", menu.Draft{Type: menu.Post, Object: "page", ObjectID: page, Title: "Us"}, "Us", "Page", coretest.URL + "/about/", false},
		{"untitled page", menu.Draft{Type: menu.Post, Object: "page", ObjectID: untitled}, fmt.Sprintf("#%d (no title)", untitled), "Page", fmt.Sprint(coretest.URL, "/?page_id=", untitled), false},
		{"trashed page", menu.Draft{Type: menu.Post, Object: "page", ObjectID: trashed}, "Old", "Page", fmt.Sprint(coretest.URL, "/?page_id=", trashed), true},
		{"missing page", menu.Draft{Type: menu.Post, Object: "page", ObjectID: 999}, "#999 (no title)", "Page", "", true},
		{"category", menu.Draft{Type: menu.Term, Object: taxonomy.Category, ObjectID: stone}, "stone", "Category", coretest.URL + "/category/stone/", false},
		{"category as a tag", menu.Draft{Type: menu.Term, Object: taxonomy.Tag, ObjectID: stone}, fmt.Sprintf("#%d (no title)", stone), "Tag", "", true},
		{"unknown taxonomy", menu.Draft{Type: menu.Term, Object: "walls", ObjectID: 5}, "#5 (no title)", "walls", "", true},
		{"archive of posts", menu.Draft{Type: menu.Archive, Object: "post"}, "Post Archives", "Post Type Archive", coretest.URL, false},
		{"archive of nothing", menu.Draft{Type: menu.Archive, Object: "walls"}, "", "Post Type Archive", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.draft.Menu, c.draft.Published = f.main, true
			it := f.item(f.save(nil, c.draft))
			if it.Title != c.title || it.TypeLabel != c.label || it.URL != c.url || it.Invalid != c.invalid {
				t.Errorf("shows %q (%s) %s, invalid %v", it.Title, it.TypeLabel, it.URL, it.Invalid)
			}
		})
	}
}

// The title of what an item leads to isn't stored, so that the item follows
// it.
func TestItemsFollowTitles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	page := f.AddEntry(content.TypePage, content.Publish, 0, "About")
	item := f.save(nil, menu.Draft{Type: menu.Post, Object: "page", ObjectID: page, Title: "About", Menu: f.main, Published: true})
	if item.Title != "" {
		t.Errorf("stored %q", item.Title)
	}
	f.write(func(ctx context.Context) error {
		e, err := f.DB.EntryByID(ctx, page)
		if err != nil {
			return err
		}
		title := "Who we are"
		_, err = f.Env.Entries.Update(ctx, access.System(), e, content.Change{Title: &title})
		return err
	})
	if it := f.item(item); it.Title != "Who we are" {
		t.Errorf("shows %q", it.Title)
	}
}

func TestSaveItem(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := menu.Draft{
		Type: menu.Custom, Title: "Guild", URL: "https://guild.example/", Menu: f.main, Location: 3, Target: "_blank",
		Classes: []string{"a", "b c"}, XFN: []string{"me", "friend"}, AttrTitle: `"Out"`, Description: "Elsewhere", Published: true,
	}
	e := f.save(nil, d)
	it := f.item(e)
	if e.Status != content.Publish || e.MenuOrder != 3 || it.ObjectID != e.ID || it.Object != menu.Custom || it.Target != "_blank" ||
		it.XFN != "me friend" || it.AttrTitle != "&#8220;Out&#8221;" || it.Description != "Elsewhere" || !slices.Equal(it.Classes, []string{"a", "b", "c"}) {
		t.Errorf("stored %+v as %+v", e, it)
	}
	again, err := f.menus.DraftOf(f.Context(), e)
	if err != nil || again.Menu != f.main || again.Location != 3 || !again.Published || !slices.Equal(again.XFN, d.XFN) {
		t.Errorf("read again: %+v, %v", again, err)
	}
	again.Published, again.Title = false, "The guild"
	if e = f.save(e, again); e.Status != content.Draft || e.Title != "The guild" {
		t.Errorf("changed: %s %q", e.Status, e.Title)
	}
	// Outside all menus the place is the first.
	if e = f.save(nil, menu.Draft{Type: menu.Custom, Title: "x", URL: "https://x.example/", Location: 9}); e.MenuOrder != 1 {
		t.Errorf("outside menus at %d", e.MenuOrder)
	}
	category := f.term(taxonomy.Category, "stone")
	for _, id := range []int64{999, category} {
		err := f.DB.InTx(f.Context(), func(ctx context.Context) error {
			_, err := f.menus.Save(ctx, access.System(), nil, menu.Draft{Type: menu.Custom, Title: "x", URL: "y", Menu: id})
			return err
		})
		if !errors.Is(err, menu.ErrMenu) {
			t.Errorf("into menu %d: %v", id, err)
		}
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := f.term(taxonomy.Menu, "Other")
	set := func(id int64, names ...string) {
		f.write(func(ctx context.Context) error { return f.menus.SetPlaces(ctx, id, names) })
	}
	set(f.main, "primary", "social")
	if got := f.menus.PlacesOf(f.Context(), f.main); !slices.Equal(got, []string{"primary", "social"}) {
		t.Errorf("places of main: %v", got)
	}
	set(other, "social")
	if got := f.menus.PlacesOf(f.Context(), f.main); !slices.Equal(got, []string{"primary"}) {
		t.Errorf("a place that went to another menu: %v", got)
	}
	if f.menus.MenuAt(f.Context(), "social") != other || f.menus.MenuAt(f.Context(), "roof") != 0 {
		t.Error("menus at places")
	}
	if !f.menus.HasLocation("primary") || f.menus.HasLocation("roof") {
		t.Error("places of the theme")
	}
	set(other)
	if got := f.menus.MenuAt(f.Context(), "social"); got != 0 {
		t.Errorf("a place that was given up shows %d", got)
	}
}

func TestNewPagesJoinMenus(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.write(func(ctx context.Context) error { return f.menus.SetTakesPages(ctx, f.main, true) })
	if !f.menus.TakesPages(f.Context(), f.main) {
		t.Fatal("the menu doesn't take pages")
	}
	joined := func() []int64 {
		items, err := f.menus.Items(f.Context(), f.main)
		if err != nil {
			t.Fatal(err)
		}
		var ids []int64
		for _, e := range items {
			ids = append(ids, f.item(e).ObjectID)
		}
		return ids
	}
	draft := f.AddEntry(content.TypePage, content.Draft, 0, "Draft")
	f.AddEntry(content.TypePost, content.Publish, 0, "Post")
	first := f.AddEntry(content.TypePage, content.Publish, 0, "First")
	if got := joined(); !slices.Equal(got, []int64{first}) {
		t.Errorf("joined: %v, want only the public page %d", got, first)
	}
	publish := func() {
		f.write(func(ctx context.Context) error {
			e, err := f.DB.EntryByID(ctx, draft)
			if err != nil {
				return err
			}
			status := content.Publish
			_, err = f.Env.Entries.Update(ctx, access.System(), e, content.Change{Status: &status})
			return err
		})
	}
	publish()
	publish() // going public counts, once
	if got := joined(); !slices.Equal(got, []int64{first, draft}) {
		t.Errorf("joined: %v, want %v", got, []int64{first, draft})
	}
	// Their places follow from how many items there are, whatever the places
	// of those are.
	f.save(nil, menu.Draft{Type: menu.Custom, Title: "x", URL: "https://x.example/", Location: 40, Menu: f.main, Published: true})
	last := f.AddEntry(content.TypePage, content.Publish, 0, "Last")
	items, err := f.menus.Items(f.Context(), f.main)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range items {
		if f.item(e).ObjectID == last && e.MenuOrder != 4 {
			t.Errorf("the last of four items is at %d", e.MenuOrder)
		}
	}
	f.write(func(ctx context.Context) error { return f.menus.SetTakesPages(ctx, f.main, false) })
	f.AddEntry(content.TypePage, content.Publish, 0, "Late")
	if got := joined(); len(got) != 4 {
		t.Errorf("joined after that was over: %v", got)
	}
}

func TestDeletedMenu(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	item := f.save(nil, menu.Draft{Type: menu.Custom, Title: "x", URL: "https://x.example/", Menu: f.main, Published: true})
	f.write(func(ctx context.Context) error {
		return errors.Join(f.menus.SetPlaces(ctx, f.main, []string{"primary"}), f.menus.SetTakesPages(ctx, f.main, true))
	})
	f.write(func(ctx context.Context) error {
		term, err := f.DB.TermByID(ctx, f.main)
		if err != nil {
			return err
		}
		return f.menus.Deleted(ctx, term)
	})
	if _, err := f.DB.EntryByID(f.Context(), item.ID); !errors.Is(err, content.ErrNotFound) {
		t.Errorf("its item: %v", err)
	}
	if f.menus.MenuAt(f.Context(), "primary") != 0 || f.menus.TakesPages(f.Context(), f.main) {
		t.Error("its places or its share in new pages are left")
	}
}
