package content_test

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

func TestSlugOfNewEntries(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	long := strings.Repeat("x", 250)
	for _, c := range []struct {
		typ    string
		title  string
		slug   string // "" when none is given
		status content.Status
		want   string // ID stands for the id
	}{
		{"post", "Hello, World!", "", content.Publish, "hello-world"},
		{"post", "Hello, World!", "", content.Publish, "hello-world-2"},
		{"post", "Hello, World!", "", content.Private, "hello-world-3"},
		{"post", "A draft", "", content.Draft, ""},
		{"post", "A draft", "", content.Pending, ""},
		{"post", "A draft", "", content.AutoDraft, ""},
		// A slug that is asked for is made unique in drafts too.
		{"post", "A draft", "hello-world", content.Draft, "hello-world-4"},
		{"post", "A draft", "Own Slug", content.Draft, "own-slug"},
		// Without a status it isn't, nor is that of what nobody has saved yet.
		{"post", "A draft", "hello-world", "", "hello-world"},
		{"post", "A draft", "hello-world", content.AutoDraft, "hello-world"},
		{"page", "***", "", content.Publish, "ID-2"},
		{"post", "***", "", content.Publish, "ID"},
		{"post", "x", "***", content.Publish, "x"},
		{"post", "Grüße Ω", "", content.Publish, "gruse-%cf%89"},
		{"post", "x", long, content.Publish, strings.Repeat("x", 200)},
		{"post", "x", long, content.Publish, strings.Repeat("x", 198) + "-2"},
		// Other types don't count, feeds and embed do.
		{"page", "Hello, World!", "", content.Publish, "hello-world"},
		{"post", "Feed", "", content.Publish, "feed-2"},
		{"page", "Embed", "", content.Publish, "embed-2"},
		{"page", "RSS2", "", content.Publish, "rss2-2"},
		{"post", "atoms", "", content.Publish, "atoms"},
		{"page", "12", "", content.Publish, "12-2"},
		{"page", "Page 12", "page12", content.Publish, "page12-2"},
		{"page", "Page 12", "", content.Publish, "page-12"},
		// After a day no number is part of a date.
		{"post", "31", "", content.Publish, "31"},
		{"post", "00", "", content.Publish, "00"},
		{"core_block", "12", "", content.Publish, "12"},
		// An attachment is compared with every entry.
		{"attachment", "Hello, World!", "", content.Inherit, "hello-world-5"},
		{"nav_menu_item", "x", "hello-world", content.Publish, "hello-world"},
	} {
		change := titled(c.title, c.status)
		if c.slug != "" {
			change.Slug = &c.slug
		}
		if c.status == "" {
			change.Status = nil
		}
		e := f.create(c.typ, change)
		want := strings.ReplaceAll(c.want, "ID", fmt.Sprint(e.ID))
		if got := f.load(e.ID).Slug; got != want || e.Slug != want {
			t.Errorf("%s %q (slug %q) as %s: %q, stored %q, want %q", c.typ, c.title, c.slug, c.status, e.Slug, got, want)
		}
	}
}

func TestSlugsAndAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ structure, slug, want string }{
		{"/%year%/%monthnum%/%day%/%postname%/", "31", "31"},
		{"/%year%/%monthnum%/%postname%/", "31", "31-2"},
		{"/%year%/%monthnum%/%postname%/", "32", "32"},
		{"/%year%/%postname%/", "12", "12-2"},
		{"/%year%/%postname%/", "13", "13"},
		{"/%postname%/", "2026", "2026-2"},
		{"/%postname%/", "99999999999999999999", "99999999999999999999-2"},
		{"/%postname%/", "000", "000"},
		{"/%post_id%/", "5", "5"},
		{"", "5", "5"},
		{"/blog/%postname%/", "5", "5"},
	} {
		f := newSite(t)
		f.option("permalink_structure", c.structure)
		e := f.create("post", content.Change{Title: ptr("x"), Status: ptr(content.Publish), Slug: &c.slug})
		if e.Slug != c.want {
			t.Errorf("%s with %q: %q, want %q", c.structure, c.slug, e.Slug, c.want)
		}
	}
}

func TestSlugsOfPagesByParent(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	top := f.create("page", titled("Top", content.Publish))
	page := func(parent int64) *content.Entry {
		c := titled("About", content.Publish)
		c.Parent = &parent
		return f.create("page", c)
	}
	a, b, c := page(0), page(top.ID), page(top.ID)
	if a.Slug != "about" || b.Slug != "about" || c.Slug != "about-2" {
		t.Errorf("%s, %s, %s", a.Slug, b.Slug, c.Slug)
	}
	// An attachment of the parent is in the way of its pages.
	file := titled("Photo", content.Inherit)
	file.Parent = &top.ID
	f.create("attachment", file)
	photo := titled("Photo", content.Publish)
	photo.Parent = &top.ID
	if e := f.create("page", photo); e.Slug != "photo-2" {
		t.Errorf("beside an attachment: %s", e.Slug)
	}
	if e := f.create("page", titled("Photo", content.Publish)); e.Slug != "photo" {
		t.Errorf("elsewhere: %s", e.Slug)
	}
}

func TestSlugsOfUpdates(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	taken := f.create("post", titled("Taken", content.Publish))
	e := f.create("post", titled("Mine", content.Draft))
	steps := []struct {
		change content.Change
		want   string
	}{
		{content.Change{Title: ptr("Mine too")}, ""},
		{content.Change{Status: ptr(content.Publish)}, "mine-too"},
		{content.Change{Title: ptr("Renamed")}, "mine-too"},
		{content.Change{Slug: ptr("Taken")}, "taken-2"},
		{content.Change{Slug: ptr("taken-2")}, "taken-2"},
		{content.Change{Slug: ptr("")}, "renamed"},
		{content.Change{Status: ptr(content.Draft)}, "renamed"},
		{content.Change{Slug: ptr("")}, ""},
		{content.Change{Status: ptr(content.Publish), Title: ptr("?")}, fmt.Sprint(e.ID)},
	}
	for i, s := range steps {
		if got := f.update(e.ID, s.change); got.Slug != s.want || f.load(e.ID).Slug != s.want {
			t.Errorf("step %d: %q, want %q", i, got.Slug, s.want)
		}
	}
	if f.load(taken.ID).Slug != "taken" {
		t.Error("the other entry's slug changed")
	}
}

// A numeric slug that an entry has already doesn't clash when it is kept.
func TestKeepsNumericSlug(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.option("permalink_structure", "/blog/%postname%/")
	e := f.create("post", titled("12", content.Publish))
	f.option("permalink_structure", "/%postname%/")
	if got := f.update(e.ID, content.Change{Title: ptr("x")}); got.Slug != "12" {
		t.Errorf("kept: %q", got.Slug)
	}
	if got := f.update(e.ID, content.Change{Slug: ptr("13")}); got.Slug != "13-2" {
		t.Errorf("changed: %q", got.Slug)
	}
}

func TestRemembersOldSlugsAndDays(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", titled("One", content.Publish))
	slugs := func() string { return fmt.Sprint(f.load(e.ID).Meta[content.MetaOldSlug]) }
	f.update(e.ID, content.Change{Slug: ptr("two")})
	f.update(e.ID, content.Change{Slug: ptr("three")})
	if got := slugs(); got != "[one two]" {
		t.Errorf("old slugs %s", got)
	}
	f.update(e.ID, content.Change{Slug: ptr("one")})
	if got := slugs(); got != "[two three]" {
		t.Errorf("old slugs after going back: %s", got)
	}
	f.update(e.ID, content.Change{Date: &content.Date{Local: "2020-01-01T00:00:00", UTC: "2020-01-01T00:00:00"}})
	if got := fmt.Sprint(f.load(e.ID).Meta[content.MetaOldDate]); got != "[2026-03-04]" {
		t.Errorf("old days %s", got)
	}
	draft, page := f.create("post", titled("Draft", content.Draft)), f.create("page", titled("Page", content.Publish))
	for _, id := range []int64{draft.ID, page.ID} {
		f.update(id, content.Change{Slug: ptr("a")})
		f.update(id, content.Change{Slug: ptr("b"), Status: ptr(content.Publish)})
		if m := f.load(id).Meta; m[content.MetaOldSlug] != nil {
			t.Errorf("entry %d remembers %v", id, m[content.MetaOldSlug])
		}
	}
}

// TestSlugOfManyEqualTitles fills the numbers up and leaves a gap among those
// that are tried late.
func TestSlugOfManyEqualTitles(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	made := map[string]int64{}
	next := func() string {
		e := f.create("post", titled("Untitled", content.Publish))
		made[e.Slug] = e.ID
		return e.Slug
	}
	for i := range 60 {
		want := fmt.Sprintf("untitled-%d", i+1)
		if i == 0 {
			want = "untitled"
		}
		if got := next(); got != want {
			t.Fatalf("post %d: %s, want %s", i, got, want)
		}
	}
	for _, gap := range []string{"untitled-37", "untitled-9", "untitled"} {
		if err := f.Store.DeleteEntry(t.Context(), made[gap]); err != nil {
			t.Fatal(err)
		}
		if got := next(); got != gap {
			t.Errorf("after the deletion of %s: %s", gap, got)
		}
	}
	if got := next(); got != "untitled-61" {
		t.Errorf("at the end: %s", got)
	}
}
