package content_test

import (
	"fmt"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

func TestTrash(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", titled("Thing", content.Publish))
	e.Sticky = true
	if err := f.Store.UpdateEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	got := f.trash(e.ID)
	stored := f.load(e.ID)
	if got.Status != content.Trash || got.Slug != "thing__trashed" || stored.Slug != got.Slug || stored.Sticky {
		t.Errorf("in the trash: %s, %q, sticky %v", stored.Status, stored.Slug, stored.Sticky)
	}
	if m := stored.Meta; m.Text(content.MetaTrashStatus) != "publish" || m.Int(content.MetaTrashTime) != f.Now.Unix() || m.Text(content.MetaDesiredSlug) != "thing" {
		t.Errorf("remembered: %v", m)
	}
	if n := len(f.list(content.Query{Types: []string{"revision"}, Parents: []int64{e.ID}})); n != 1 {
		t.Errorf("%d revisions, want one", n)
	}
	// The slug is free, and a namesake that is trashed too has one of its own.
	second := f.create("post", titled("Thing", content.Publish))
	if second.Slug != "thing" {
		t.Errorf("the next one is called %q", second.Slug)
	}
	if second = f.trash(second.ID); second.Slug != "thing__trashed-2" {
		t.Errorf("the second in the trash is called %q", second.Slug)
	}
	// The wish comes back, and wins over what the change asks for.
	back := f.update(e.ID, content.Change{Status: ptr(content.Publish), Slug: ptr("else")})
	if back.Slug != "thing" || back.Status != content.Publish {
		t.Errorf("restored: %q, %s", back.Slug, back.Status)
	}
	for _, key := range []string{content.MetaDesiredSlug, content.MetaTrashStatus, content.MetaTrashTime} {
		if v := f.load(e.ID).Meta[key]; v != nil {
			t.Errorf("%s is left: %v", key, v)
		}
	}
	if back = f.update(second.ID, content.Change{Status: ptr(content.Draft)}); back.Slug != "thing" {
		t.Errorf("the second restored: %q", back.Slug)
	}
	// A draft may share its slug until it is published.
	if back = f.update(second.ID, content.Change{Status: ptr(content.Publish)}); back.Slug != "thing-2" {
		t.Errorf("the second published: %q", back.Slug)
	}
}

func TestTrashOfDrafts(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	a, b := f.create("post", titled("a", content.Draft)), f.create("post", titled("b", content.Draft))
	f.Now = f.Now.Add(time.Hour)
	a, b = f.trash(a.ID), f.trash(b.ID)
	if a.Slug != "__trashed" || b.Slug != "__trashed-2" {
		t.Errorf("%q, %q", a.Slug, b.Slug)
	}
	if a.Date != "2026-03-04T06:06:07" || a.DateUTC != a.Date {
		t.Errorf("the date stopped floating at %s, %q", a.Date, a.DateUTC)
	}
	if e := f.update(a.ID, content.Change{Title: ptr("still there")}); e.Status != content.Trash || e.Slug != "__trashed" {
		t.Errorf("updated in the trash: %s, %q", e.Status, e.Slug)
	}
	if e := f.update(b.ID, content.Change{Status: ptr(content.Draft)}); e.Slug != "__trashed-2" {
		t.Errorf("nothing was wished for: %q", e.Slug)
	}
}

// What is published takes the slug from an entry in the trash that holds it.
func TestPublishingFreesTrashedSlug(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	old := f.create("post", titled("Thing", content.Publish))
	f.trash(old.ID)
	e := f.load(old.ID)
	e.Slug = "thing" // as an import leaves it
	if err := f.Store.UpdateEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if fresh := f.create("post", titled("Thing", content.Publish)); fresh.Slug != "thing" {
		t.Errorf("the new one is called %q", fresh.Slug)
	}
	if got := f.load(old.ID); got.Slug != "thing__trashed" || got.Meta.Text(content.MetaDesiredSlug) != "thing" {
		t.Errorf("the old one: %q, wants %q", got.Slug, got.Meta.Text(content.MetaDesiredSlug))
	}
}

func TestEmptyTrash(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	old, young, odd := f.create("post", titled("a", content.Publish)), f.create("post", titled("b", content.Publish)), f.create("post", titled("c", content.Trash))
	f.trash(old.ID)
	f.Now = f.Now.AddDate(0, 0, 1)
	f.trash(young.ID)
	f.Now = f.Now.AddDate(0, 0, 29).Add(time.Second)
	n, err := f.EmptyTrash(t.Context())
	if err != nil || n != 1 || f.exists(old.ID) || !f.exists(young.ID) || !f.exists(odd.ID) {
		t.Errorf("%d deleted (%v), old left %v, young %v, undated %v", n, err, f.exists(old.ID), f.exists(young.ID), f.exists(odd.ID))
	}
}

func TestFrontPageGoesAway(t *testing.T) {
	t.Parallel()
	for _, force := range []bool{false, true} {
		f := newSite(t)
		front, blog, plain := f.create("page", titled("a", content.Publish)), f.create("page", titled("b", content.Publish)), f.create("page", titled("c", content.Publish))
		f.option("show_on_front", "page")
		f.option("page_on_front", front.ID)
		f.option("page_for_posts", blog.ID)
		settings := func() string {
			s, ctx := f.Site, t.Context()
			return fmt.Sprint(site.ShowOnFront.Of(ctx, s), site.PageOnFront.Of(ctx, s) == front.ID, site.PageForPosts.Of(ctx, s) == blog.ID)
		}
		drop := func(id int64) string {
			if force {
				f.remove(id)
			} else {
				f.trash(id)
			}
			return settings()
		}
		for _, step := range []struct {
			id   int64
			want string
		}{{plain.ID, "pagetrue true"}, {blog.ID, "pagetrue false"}, {front.ID, "postsfalse false"}} {
			if got := drop(step.id); got != step.want {
				t.Errorf("force %v, entry %d: %s, want %s", force, step.id, got, step.want)
			}
		}
	}
}

func TestDeleteTakesWhatBelongsToIt(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	below := func(typ, title string, parent int64, status content.Status) *content.Entry {
		c := titled(title, status)
		c.Parent = &parent
		return f.create(typ, c)
	}
	top := f.create("page", titled("top", content.Publish))
	e := below("page", "e", top.ID, content.Publish)
	child := below("page", "child", e.ID, content.Draft)
	file := below("attachment", "file", e.ID, content.Inherit)
	f.update(e.ID, content.Change{Title: ptr("changed")})
	item := func(kind string, id int64) *content.Entry {
		return f.create("nav_menu_item", content.Change{Title: ptr("m"), Status: ptr(content.Publish), Meta: content.Meta{
			"_menu_item_type": {kind}, "_menu_item_object_id": {fmt.Sprint(id)},
		}})
	}
	leads, elsewhere, term := item("post_type", e.ID), item("post_type", top.ID), item("taxonomy", e.ID)
	revisions := f.list(content.Query{Types: []string{"revision"}, Parents: []int64{e.ID}})
	if len(revisions) != 1 {
		t.Fatalf("%d revisions", len(revisions))
	}
	f.remove(e.ID)
	for name, id := range map[string]int64{"entry": e.ID, "revision": revisions[0].ID, "menu item": leads.ID} {
		if f.exists(id) {
			t.Errorf("the %s is left", name)
		}
	}
	for name, id := range map[string]int64{"child": child.ID, "file": file.ID} {
		if got := f.load(id).Parent; got != top.ID {
			t.Errorf("the %s is below %d, want %d", name, got, top.ID)
		}
	}
	if !f.exists(elsewhere.ID) || !f.exists(term.ID) {
		t.Error("menu items that lead elsewhere are gone")
	}
}

func TestDeleteOfImageTakesItFromEntries(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	image, another := f.create("attachment", titled("i", content.Inherit)), f.create("attachment", titled("j", content.Inherit))
	with := func(id any) *content.Entry {
		return f.create("post", content.Change{Title: ptr("x"), Meta: content.Meta{content.MetaFeaturedMedia: {id}}})
	}
	a, b, c := with(image.ID), with(fmt.Sprint(image.ID)), with(another.ID)
	f.remove(image.ID)
	for i, e := range []*content.Entry{a, b} {
		if m := f.load(e.ID).Meta.Get(content.MetaFeaturedMedia); m != nil {
			t.Errorf("entry %d still has image %v", i, m)
		}
	}
	if f.load(c.ID).Meta.Int(content.MetaFeaturedMedia) != another.ID {
		t.Error("another image was taken too")
	}
}
