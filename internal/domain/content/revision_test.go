package content_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

func (f *fixture) revisions(id int64) []*content.Entry {
	f.t.Helper()
	return f.list(content.Query{Types: []string{"revision"}, Parents: []int64{id}, Order: []content.Order{{By: content.ByID}}})
}

func TestRevisionsAreMadeOfChangedTexts(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", content.Change{Title: ptr("t"), Content: ptr("a b"), Status: ptr(content.Publish)})
	if n := len(f.revisions(e.ID)); n != 0 {
		t.Fatalf("%d revisions of a new entry", n)
	}
	for _, s := range []struct {
		what   string
		change content.Change
		made   bool
	}{
		{"the first update, whatever it changes", content.Change{MenuOrder: ptr(int64(1))}, true},
		{"no text", content.Change{Status: ptr(content.Draft)}, false},
		{"more blanks", content.Change{Content: ptr(" a \t  b\n")}, false},
		{"a line break for a blank", content.Change{Content: ptr("a\nb")}, true},
		{"more line breaks", content.Change{Content: ptr("a\r\n\n\nb")}, false},
		{"a blank line", content.Change{Content: ptr("a\n \nb")}, true},
		{"the title", content.Change{Title: ptr("T")}, true},
		{"the excerpt", content.Change{Excerpt: ptr("e")}, true},
		{"nothing", content.Change{}, false},
	} {
		f.Now = f.Now.Add(time.Minute)
		before := len(f.revisions(e.ID))
		got := f.update(e.ID, s.change)
		list := f.revisions(e.ID)
		if made := len(list) > before; made != s.made || len(list) > before+1 {
			t.Errorf("%s: %d revisions more, want one: %v", s.what, len(list)-before, s.made)
		}
		r := list[len(list)-1]
		if s.made && (r.Title != got.Title || r.Content != got.Content || r.Excerpt != got.Excerpt || r.Date != got.Modified ||
			r.DateUTC != got.ModifiedUTC || r.Author != admin || r.Status != content.Inherit || r.Slug != fmt.Sprint(e.ID, "-revision-v1") ||
			r.GUID != fmt.Sprint("http://example.org/?p=", r.ID)) {
			t.Errorf("%s: revision %+v", s.what, r)
		}
	}
}

func TestRevisionsKeepFootnotes(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", content.Change{Title: ptr("t"), Status: ptr(content.Publish)})
	note := func(v string) {
		t.Helper()
		if err := f.Store.SetEntryMeta(t.Context(), e.ID, content.MetaFootnotes, v); err != nil {
			t.Fatal(err)
		}
		f.update(e.ID, content.Change{})
	}
	note("one")
	note("one")
	note("two")
	list := f.revisions(e.ID)
	if len(list) != 2 || list[0].Meta.Text(content.MetaFootnotes) != "one" || list[1].Meta.Text(content.MetaFootnotes) != "two" {
		t.Errorf("%d revisions: %v", len(list), list)
	}
	// Empty footnotes differ from none.
	if err := f.Store.SetEntryMeta(t.Context(), e.ID, content.MetaFootnotes); err != nil {
		t.Fatal(err)
	}
	f.update(e.ID, content.Change{})
	note("")
	note("")
	if list = f.revisions(e.ID); len(list) != 4 || len(list[2].Meta[content.MetaFootnotes]) != 0 || len(list[3].Meta[content.MetaFootnotes]) != 1 {
		t.Errorf("%d revisions: %v", len(list), list)
	}
}

func TestTypesWithoutRevisions(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	for typ, want := range map[string]int{
		"post": 1, "page": 1, "core_block": 1, "core_navigation": 1, "core_template": 1, "core_template_part": 1, "core_global_styles": 1,
		"attachment": 0, "nav_menu_item": 0, "core_font_family": 0,
	} {
		e := f.create(typ, titled("x", content.Publish))
		f.update(e.ID, content.Change{Content: ptr("y")})
		if n := len(f.revisions(e.ID)); n != want {
			t.Errorf("%s: %d revisions, want %d", typ, n, want)
		}
	}
	e := f.create("post", titled("x", content.AutoDraft))
	f.update(e.ID, content.Change{Content: ptr("y")})
	if n := len(f.revisions(e.ID)); n != 0 {
		t.Errorf("auto-draft: %d revisions", n)
	}
}

func TestAutosaves(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", content.Change{Title: ptr("t"), Content: ptr("c"), Status: ptr(content.Publish)})
	save := func(user int64, c content.Change) *content.Entry {
		t.Helper()
		f.Now = f.Now.Add(time.Minute)
		return f.in(func(ctx context.Context) (*content.Entry, error) {
			return f.Autosave(ctx, as(user, access.Editor), e, c)
		})
	}
	row := func(id int64) string {
		r := f.load(id)
		return r.Title + "|" + r.Content + "|" + r.Excerpt + "|" + r.Meta.Text(content.MetaFootnotes) + "|" + r.Modified[14:16]
	}
	// What isn't given is empty in the first row, which is made even of what
	// equals the entry.
	a := save(writer, content.Change{Title: ptr("t")})
	if got := row(a.ID); got != "t||||07" || a.Slug != fmt.Sprint(e.ID, "-autosave-v1") || a.Parent != e.ID {
		t.Errorf("first: %s, %q", got, a.Slug)
	}
	if again := save(writer, content.Change{Content: ptr("new")}); again.ID != a.ID || row(a.ID) != "t|new|||08" {
		t.Errorf("merged: row %d %s", again.ID, row(a.ID))
	}
	// Equal to the entry: nothing happens, also when the row differs elsewhere.
	if same := save(writer, content.Change{Title: ptr(" t ")}); same.ID != a.ID || row(a.ID) != "t|new|||08" {
		t.Errorf("unchanged: %s", row(a.ID))
	}
	if same := save(writer, content.Change{}); same.ID != a.ID || row(a.ID) != "t|new|||08" {
		t.Errorf("nothing given: %s", row(a.ID))
	}
	save(writer, content.Change{Meta: content.Meta{content.MetaFootnotes: {"note"}}})
	if got := row(a.ID); got != "t|new||note|11" {
		t.Errorf("footnotes: %s", got)
	}
	b := save(other, content.Change{Title: ptr("theirs")})
	if b.ID == a.ID || row(b.ID) != "theirs||||12" || row(a.ID) != "t|new||note|11" {
		t.Errorf("another user's: row %d %s, first %s", b.ID, row(b.ID), row(a.ID))
	}
	if got := f.load(e.ID); got.Title != "t" || got.Content != "c" {
		t.Errorf("the entry changed: %+v", got)
	}
	// An autosave isn't what the next revision is compared with.
	f.update(e.ID, content.Change{Title: ptr("theirs")})
	if n := len(f.revisions(e.ID)); n != 3 {
		t.Errorf("%d revisions with two autosaves, want 3", n)
	}
}

func TestAutosavesAreFiltered(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create("post", content.Change{Title: ptr("t"), Author: ptr(writer), Status: ptr(content.Publish)})
	r := f.in(func(ctx context.Context) (*content.Entry, error) {
		return f.Autosave(ctx, as(writer, access.Author), e, content.Change{Content: ptr("<b>x</b><script>y</script>")})
	})
	if r.Content != "<b>x</b>y" {
		t.Errorf("content %q", r.Content)
	}
}

func TestWhoMayNotPostAnyHTML(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	dirty := content.Change{
		Title: ptr(" <b>t</b><script>x</script> "), Content: ptr(`<p onclick="x">c</p><iframe></iframe>`), Excerpt: ptr("<form>e</form>"),
		Status: ptr(content.Publish),
	}
	for role, want := range map[string]string{
		access.Author: "<b>t</b>x|<p>c</p>|e",
		access.Editor: `<b>t</b><script>x</script>|<p onclick="x">c</p><iframe></iframe>|<form>e</form>`,
	} {
		e := f.in(func(ctx context.Context) (*content.Entry, error) {
			return f.Create(ctx, as(writer, role), "post", dirty)
		})
		if got := e.Title + "|" + e.Content + "|" + e.Excerpt; got != want {
			t.Errorf("created by %s: %s", role, got)
		}
		plain := f.create("post", titled("x", content.Publish))
		e = f.in(func(ctx context.Context) (*content.Entry, error) {
			return f.Update(ctx, as(writer, role), plain, dirty)
		})
		if got := e.Title + "|" + e.Content + "|" + e.Excerpt; got != want {
			t.Errorf("updated by %s: %s", role, got)
		}
	}
}

func TestEmptyEntries(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	for _, c := range []struct {
		typ    string
		change content.Change
		ok     bool
	}{
		{"post", content.Change{}, false},
		{"post", content.Change{Title: ptr("  ")}, false},
		{"post", content.Change{Excerpt: ptr("x")}, true},
		{"post", content.Change{Content: ptr("0")}, false},
		{"post", content.Change{Title: ptr("0"), Excerpt: ptr("0")}, false},
		{"post", content.Change{Title: ptr("00")}, true},
		{"core_block", content.Change{}, false},
		{"page", content.Change{}, true},
		{"attachment", content.Change{}, true},
	} {
		e, err := f.try(func(ctx context.Context) (*content.Entry, error) {
			return f.Create(ctx, as(admin, access.Administrator), c.typ, c.change)
		})
		if (err == nil) != c.ok {
			t.Errorf("%s %+v: %v, %v", c.typ, c.change, e, err)
		}
	}
	e := f.create("post", titled("x", content.Publish))
	if _, err := f.try(func(ctx context.Context) (*content.Entry, error) {
		return f.Update(ctx, as(admin, access.Administrator), e, content.Change{Title: ptr("")})
	}); err == nil {
		t.Error("an update took away all that an entry has")
	}
	// A slug of zero is made anew from the title.
	zero := f.create("post", content.Change{Title: ptr("0"), Excerpt: ptr("x"), Status: ptr(content.Publish)})
	if zero.Slug != "0" {
		t.Errorf("slug of a zero: %q", zero.Slug)
	}
	if e, err := f.try(func(ctx context.Context) (*content.Entry, error) {
		return f.Update(ctx, as(admin, access.Administrator), zero, content.Change{Title: ptr("One")})
	}); err != nil || e.Slug != "one" {
		t.Errorf("%+v, %v", e, err)
	}
	if f.load(e.ID).Title != "x" {
		t.Error("the refused update was stored")
	}
}
