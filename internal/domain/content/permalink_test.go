package content_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

func TestLinksByStructure(t *testing.T) {
	t.Parallel()
	const when = "2020-05-06T07:08:09"
	f := newSite(t)
	e := f.create("post", content.Change{Title: ptr("My post"), Status: ptr(content.Publish), Date: at(when, when), Author: ptr(writer)})
	f.Links.AuthorSlug = func(_ context.Context, id int64) string { return "author" + strconv.FormatInt(id, 10) }
	f.Links.Category = func(context.Context, *content.Entry) string { return "a/b" }
	for structure, want := range map[string]string{
		"": "/?p=ID", "/%year%/%monthnum%/%day%/%postname%/": "/2020/05/06/my-post/", "/%postname%/": "/my-post/", "/%postname%": "/my-post",
		"/archives/%post_id%": "/archives/ID", "/%hour%-%minute%-%second%/%postname%.html": "/07-08-09/my-post.html",
		"/%author%/%postname%/": "/author2/my-post/", "/%category%/%postname%/": "/a/b/my-post/", "/%postname%/in/%year%/": "/my-post/in/2020/",
	} {
		f.option("permalink_structure", structure)
		want = "http://example.org" + strings.ReplaceAll(want, "ID", strconv.FormatInt(e.ID, 10))
		if got := f.Links.Link(t.Context(), e); got != want {
			t.Errorf("%q: %s, want %s", structure, got, want)
		}
		found, err := f.Links.Resolve(t.Context(), want)
		if err != nil || found == nil || found.ID != e.ID {
			t.Errorf("%q: %s leads to %v (%v)", structure, want, found, err)
		}
	}
}

func TestLinksByStatusAndType(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	below := func(typ, title string, parent int64, status content.Status) *content.Entry {
		c := titled(title, status)
		c.Parent = &parent
		return f.create(typ, c)
	}
	post := func(status content.Status) *content.Entry { return f.create("post", titled("P", status)) }
	public, draft := post(content.Publish), post(content.Draft)
	page := f.create("page", titled("Top", content.Publish))
	child := below("page", "Child", page.ID, content.Publish)
	nameless := below("page", "", page.ID, content.Draft)
	deep := below("page", "Deep", nameless.ID, content.Publish)
	greek := below("page", "Leaf", below("page", "Δύο", page.ID, content.Publish).ID, content.Publish)
	front := f.create("page", titled("Front", content.Publish))
	f.option("show_on_front", "page")
	f.option("page_on_front", front.ID)
	day := "/2026/03/04/"
	for _, c := range []struct {
		name  string
		entry *content.Entry
		want  string // ID stands for the entry's id
	}{
		{"published", public, day + "p/"},
		{"private", post(content.Private), day + "p-2/"},
		{"draft", draft, "/?p=ID"},
		{"pending", post(content.Pending), "/?p=ID"},
		{"auto-draft", post(content.AutoDraft), "/?p=ID"},
		{"scheduled", f.scheduled("later", 1<<40), "/?p=ID"},
		{"trashed", f.trash(post(content.Publish).ID), "/?p=ID"},
		{"block", f.create("core_block", titled("B", content.Publish)), day + "b/"},
		{"page", page, "/top/"},
		{"child", child, "/top/child/"},
		{"page below one without a name", deep, "/top/deep/"},
		{"draft page", nameless, "/?page_id=ID"},
		{"front page", front, "/"},
		{"file", below("attachment", "File", 0, content.Inherit), "/file/"},
		{"file of a post", below("attachment", "Pic", public.ID, content.Inherit), day + "p/pic/"},
		{"file with a number for a name", below("attachment", "7", public.ID, content.Inherit), day + "p/attachment/7/"},
		{"file of a page", below("attachment", "Map", child.ID, content.Inherit), "/top/child/map/"},
		{"file of a draft", below("attachment", "Sketch", draft.ID, content.Inherit), "/?attachment_id=ID"},
		{"file of nothing", below("attachment", "Lost", 99999, content.Inherit), "/?attachment_id=ID"},
	} {
		want := "http://example.org" + strings.ReplaceAll(c.want, "ID", strconv.FormatInt(c.entry.ID, 10))
		if got := f.Links.Link(t.Context(), c.entry); got != want {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
		if c.name == "block" {
			continue // nothing that visitors may open
		}
		found, err := f.Links.Resolve(t.Context(), want)
		if err != nil || found == nil || found.ID != c.entry.ID {
			t.Errorf("%s: %s leads to %v (%v)", c.name, want, found, err)
		}
	}
	sketch := below("attachment", "Drawn", draft.ID, content.Inherit)
	for name, c := range map[string]struct {
		entry *content.Entry
		want  string
	}{
		"file of a post":  {below("attachment", "Shown", public.ID, content.Inherit), day + "p/%postname%/"},
		"file of a draft": {sketch, "/?attachment_id=" + strconv.FormatInt(sketch.ID, 10)},
		"post":            {public, day + "%postname%/"}, "draft": {draft, day + "%postname%/"},
		"page": {child, "/top/%pagename%/"}, "page at the top": {page, "/%pagename%/"}, "page below letters": {greek, "/top/δύο/%pagename%/"}, "draft page": {nameless, "/top/%pagename%/"},
	} {
		if got, want := f.Links.Template(t.Context(), c.entry), "http://example.org"+c.want; got != want {
			t.Errorf("template of %s: %s, want %s", name, got, want)
		}
	}
}

func TestResolveNothing(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	f.create("post", titled("P", content.Publish))
	for _, address := range []string{
		"", "%", "http://example.org", "http://example.org/", "http://example.org/p/", "http://example.org/2026/03/05/p/",
		"http://example.org/?p=0", "http://example.org/?p=99", "http://elsewhere.org/2026/03/04/p/", "/2026/03/04/p/", "http://example.org/%zz",
	} {
		if e, err := f.Links.Resolve(t.Context(), address); err != nil || e != nil {
			t.Errorf("%q leads to %v (%v)", address, e, err)
		}
	}
	if e, err := f.Links.Resolve(t.Context(), "https://www.example.org/2026/03/04/P"); err != nil || e == nil {
		t.Errorf("another spelling of the address leads nowhere (%v)", err)
	}
}

// Parents that go round in a circle end somewhere.
func TestLoopOfParents(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	a, b := f.create("page", titled("a", content.Publish)), f.create("page", titled("b", content.Publish))
	f.update(a.ID, content.Change{Parent: &b.ID})
	b = f.update(b.ID, content.Change{Parent: &a.ID})
	if got := f.Links.Link(t.Context(), b); !strings.HasPrefix(got, "http://example.org/") || len(got) > 1000 {
		t.Errorf("link %s", got)
	}
}
