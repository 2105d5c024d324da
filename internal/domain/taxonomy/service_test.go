package taxonomy_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/storage/store"
)

type fixture struct {
	*taxonomy.Service
	t       *testing.T
	db      *store.DB
	content *content.Service
	links   *taxonomy.Links
}

func newSite(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	types, options := content.NewTypes(content.Builtin()...), &site.Site{Store: db, URL: "http://example.org", Clock: time.Now}
	registry := taxonomy.NewRegistry(taxonomy.Builtin()...)
	entries := &content.Service{
		Store: db, Types: types, Site: options, Policy: content.Policy{Types: types, Site: options, Entries: db},
		Links: &content.Permalinks{Site: options, Types: types, Store: db},
	}
	terms := &taxonomy.Service{Store: db, Entries: entries, Taxonomies: registry, Site: options}
	entries.Terms = terms
	return &fixture{
		t: t, db: db,
		Service: terms,
		links:   &taxonomy.Links{Site: options, Store: db, Taxonomies: registry},
		content: entries,
	}
}

func (f *fixture) in(fn func(ctx context.Context) error) {
	f.t.Helper()
	if err := f.db.InTx(f.t.Context(), fn); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) add(tax, name string, parent int64) *taxonomy.Term {
	f.t.Helper()
	var t *taxonomy.Term
	f.in(func(ctx context.Context) (err error) {
		t, err = f.Create(ctx, tax, taxonomy.Change{Name: &name, Parent: &parent})
		return err
	})
	return t
}

func (f *fixture) load(id int64) *taxonomy.Term {
	f.t.Helper()
	t, err := f.Store.TermByID(f.t.Context(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return t
}

func (f *fixture) entry(typ string, status content.Status, meta content.Meta, terms ...*taxonomy.Term) int64 {
	f.t.Helper()
	var id int64
	f.in(func(ctx context.Context) error {
		title := "x"
		by := map[string][]int64{taxonomy.Category: {}}
		for _, t := range terms {
			by[t.Taxonomy] = append(by[t.Taxonomy], t.ID)
		}
		e, err := f.content.Create(ctx, access.System(), typ, content.Change{Title: &title, Status: &status, Meta: meta, Terms: by})
		if err == nil {
			id = e.ID
		}
		return err
	})
	return id
}

// terms are the names of an entry's terms.
func (f *fixture) terms(entry int64) string {
	f.t.Helper()
	all, err := f.Store.EntryTerms(f.t.Context(), []int64{entry})
	if err != nil {
		f.t.Fatal(err)
	}
	names := []string{}
	for _, t := range all[entry] {
		names = append(names, t.Name)
	}
	return fmt.Sprint(names)
}

func TestDelete(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	def, top := f.add(taxonomy.Category, "Default", 0), f.add(taxonomy.Category, "Top", 0)
	gone := f.add(taxonomy.Category, "Gone", top.ID)
	child, tag := f.add(taxonomy.Category, "Child", gone.ID), f.add(taxonomy.Tag, "Tag", 0)
	if err := f.Site.SetOption(t.Context(), "default_category", def.ID); err != nil {
		t.Fatal(err)
	}
	only, two := f.entry("post", content.Publish, nil, gone, tag), f.entry("post", content.Publish, nil, gone, top)
	draft, none := f.entry("post", content.Draft, nil, gone), f.entry("post", content.Publish, nil)
	item := func(kind, object string, id int64) int64 {
		return f.entry("nav_menu_item", content.Publish, content.Meta{
			"_menu_item_type": {kind}, "_menu_item_object": {object}, "_menu_item_object_id": {fmt.Sprint(id)},
		})
	}
	leads, other, post := item("taxonomy", "category", gone.ID), item("taxonomy", "category", top.ID), item("post_type", "post", gone.ID)
	if n := f.load(gone.ID).Count; n != 2 {
		t.Errorf("counts %d published entries, want 2", n)
	}
	f.in(func(ctx context.Context) error { return f.Delete(ctx, gone) })
	if _, err := f.Store.TermByID(t.Context(), gone.ID); !errors.Is(err, taxonomy.ErrNotFound) {
		t.Errorf("the term is left (%v)", err)
	}
	if got := f.load(child.ID).Parent; got != top.ID {
		t.Errorf("its child is below %d, want %d", got, top.ID)
	}
	for name, c := range map[string]struct {
		id   int64
		want string
	}{
		"its only category": {only, "[Default Tag]"}, "one of two": {two, "[Top]"}, "a draft": {draft, "[Default]"}, "without any": {none, "[]"},
	} {
		if got := f.terms(c.id); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if n := f.load(def.ID).Count; n != 1 {
		t.Errorf("the default category counts %d, want 1", n)
	}
	exists := func(id int64) bool { _, err := f.db.EntryByID(t.Context(), id); return err == nil }
	if exists(leads) || !exists(other) || !exists(post) {
		t.Errorf("menu items left: to the term %v, to another %v, to an entry %v", exists(leads), exists(other), exists(post))
	}
	f.in(func(ctx context.Context) error { return f.Delete(ctx, tag) })
	if got := f.terms(only); got != "[Default]" {
		t.Errorf("without the tag: %s", got)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	top := f.add(taxonomy.Category, "Top", 0)
	child, tag := f.add(taxonomy.Category, "Child", top.ID), f.add(taxonomy.Tag, "Größe", 0)
	pattern, format := f.add(taxonomy.PatternCategory, "P", 0), f.add(taxonomy.Format, "post-format-aside", 0)
	for _, c := range []struct {
		options map[string]any
		term    *taxonomy.Term
		want    string
	}{
		{nil, top, "/category/top/"},
		{nil, child, "/category/top/child/"},
		{nil, tag, "/tag/grose/"},
		{nil, pattern, "/?taxonomy=core_pattern_category&term=p"},
		{nil, format, "/type/aside/"},
		{map[string]any{"category_base": "/topics/", "tag_base": "words"}, child, "/topics/top/child/"},
		{map[string]any{"tag_base": "words"}, tag, "/words/grose/"},
	} {
		for name, v := range c.options {
			if err := f.Site.SetOption(t.Context(), name, v); err != nil {
				t.Fatal(err)
			}
		}
		if got := f.links.Link(t.Context(), c.term); got != "http://example.org"+c.want {
			t.Errorf("%s with %v: %s, want %s", c.term.Name, c.options, got, c.want)
		}
	}
}

func TestUnknownTaxonomyAndLoops(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	name := "x"
	if _, err := f.Create(t.Context(), "nothing", taxonomy.Change{Name: &name}); err == nil || errors.Is(err, taxonomy.ErrEmptyName) {
		t.Errorf("an unknown taxonomy is a defect, got %v", err)
	}
	// A loop that is stored already ends somewhere.
	a, b := f.add(taxonomy.Category, "a", 0), f.add(taxonomy.Category, "b", 0)
	a.Parent, b.Parent = b.ID, a.ID
	f.in(func(ctx context.Context) error {
		return errors.Join(f.Store.UpdateTerm(ctx, a), f.Store.UpdateTerm(ctx, b))
	})
	if got := f.links.Link(t.Context(), a); len(got) > 200 {
		t.Errorf("link %s", got)
	}
	c := f.add(taxonomy.Category, "c", 0)
	f.in(func(ctx context.Context) error {
		_, err := f.Update(ctx, c, taxonomy.Change{Parent: &a.ID})
		return err
	})
	if got := f.load(c.ID).Parent; got != a.ID {
		t.Errorf("parent %d, want %d", got, a.ID)
	}
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	r := taxonomy.NewRegistry(taxonomy.Builtin()...)
	names := func(list []*taxonomy.Taxonomy) string {
		out := []string{}
		for _, x := range list {
			out = append(out, x.Name)
		}
		return fmt.Sprint(out)
	}
	if got := names(r.Of("post")); got != "[category post_tag post_format]" {
		t.Errorf("of posts: %s", got)
	}
	if got := names(r.Of("page")); got != "[]" {
		t.Errorf("of pages: %s", got)
	}
	if len(r.All()) != 7 || r.Get("category") == nil || r.Get("nothing") != nil {
		t.Errorf("all: %s", names(r.All()))
	}
}

func TestSlugsOfOddNames(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	for name, want := range map[string]string{"a < b > c & d": "a-b-c-d", "x &bogus; y": "x-bogus-y", "Salt & Pepper": "salt-pepper"} {
		if got := f.add("post_tag", name, 0).Slug; got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
