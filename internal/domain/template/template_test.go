package template_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/template"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/access"
)

type fixture struct {
	*coretest.Site
	t *testing.T
	*template.Catalog
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	th, err := theme.Load(fstest.MapFS{
		"style.css":             file("/* Theme Name: Yard */"),
		"theme.json":            file(`{"version":3,"customTemplates":[{"name":"wide","title":"Wide","postTypes":["page"]}],"templateParts":[{"name":"head","area":"header","title":"Head"}]}`),
		"templates/index.html":  file("Index"),
		"templates/single.html": file("Single"),
		"templates/wide.html":   file("Wide"),
		"parts/head.html":       file("Head"),
		"parts/foot.html":       file("Foot"),
	}, "yard", theme.Options{})

	if err != nil {
		t.Fatal(err)
	}
	s := coretest.New(t, func(*env.Env) []rest.Route { return nil })
	return &fixture{Site: s, t: t, Catalog: &template.Catalog{Store: s.DB, Theme: th, Types: s.Env.Types, Taxonomies: s.Env.Taxonomies}}
}

func (f *fixture) write(fn func(ctx context.Context) error) {
	f.t.Helper()
	if err := f.DB.InTx(f.Context(), fn); err != nil {
		f.t.Fatal(err)
	}
}

// store makes a template of a theme, or a part of an area.
func (f *fixture) store(typ, themeID, slug, title, text, area string) int64 {
	f.t.Helper()
	var id int64
	f.write(func(ctx context.Context) error {
		terms := map[string][]int64{}
		for tax, name := range map[string]string{taxonomy.Theme: themeID, taxonomy.PartArea: area} {
			if name == "" {
				continue
			}
			id, err := f.ensure(ctx, tax, name)
			if err != nil {
				return err
			}
			terms[tax] = []int64{id}
		}
		status := content.Publish
		e, err := f.Env.Entries.Create(ctx, access.System(), typ, content.Change{Slug: &slug, Title: &title, Content: &text, Status: &status, Terms: terms})
		if err == nil {
			id = e.ID
		}
		return err
	})
	return id
}

func (f *fixture) ensure(ctx context.Context, tax, name string) (int64, error) {
	t, err := template.TermOf(ctx, f.DB, tax, name)
	if err != nil {
		return 0, err
	}
	if t != nil {
		return t.ID, nil
	}
	t = &taxonomy.Term{Taxonomy: tax, Name: name, Slug: name}
	err = f.DB.InsertTerm(ctx, t)
	return t.ID, err
}

func (f *fixture) slugs(typ string, filter template.Filter) []string {
	f.t.Helper()
	list, err := f.List(f.Context(), typ, filter)
	if err != nil {
		f.t.Fatal(err)
	}
	out := []string{}
	for _, t := range list {
		out = append(out, t.Slug+" "+t.Source)
	}
	return out
}

func (f *fixture) find(typ, id string) *template.Template {
	f.t.Helper()
	t, err := f.Find(f.Context(), typ, id)
	if err != nil {
		f.t.Fatalf("%s: %v", id, err)
	}
	return t
}

func TestStoredTemplatesStandBeforeFiles(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	const typ = content.TypeTemplate
	if got := f.find(typ, "yard//single"); got.Content != "Single" || got.Source != template.FromTheme || got.EntryID() != 0 || got.Author() != 0 {
		t.Errorf("of a file: %+v", got)
	}
	id := f.store(typ, "yard", "single", "Ours", "Own text", "")
	f.store(typ, "yard", "landing", "Landing", "Land", "")
	f.store(typ, "other", "index", "Elsewhere", "Not here", "")
	got := f.find(typ, "yard//single")
	if got.Content != "Own text" || got.Source != template.Custom || !got.HasThemeFile || got.IsCustom || got.EntryID() != id {
		t.Errorf("of the site: %+v", got)
	}
	if own := f.find(typ, "yard//landing"); own.HasThemeFile || !own.IsCustom {
		t.Errorf("of the site alone: %+v", own)
	}
	if file, err := f.File(typ, "yard//single"); err != nil || file.Content != "Single" {
		t.Errorf("the file behind it: %+v %v", file, err)
	}
	list := f.slugs(typ, template.Filter{})
	slices.Sort(list[:2])
	if want := []string{"landing custom", "single custom", "index theme", "wide theme"}; !slices.Equal(list, want) {
		t.Errorf("list: %v, want %v", list, want)
	}
	f.write(func(ctx context.Context) error {
		e, err := f.DB.EntryByID(ctx, id)
		if err != nil {
			return err
		}
		return f.Env.Entries.Delete(ctx, e)
	})
	if got := f.find(typ, "yard//single"); got.Content != "Single" {
		t.Errorf("after it was removed: %+v", got)
	}
	for _, id := range []string{"yard//attic", "elsewhere//single", "single", ""} {
		if _, err := f.Find(f.Context(), typ, id); !errors.Is(err, template.ErrNotFound) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.store(content.TypeTemplate, "yard", "landing", "Landing", "Land", "")
	f.store(content.TypeTemplatePart, "yard", "banner", "Banner", "Ban", "header")
	for _, c := range []struct {
		typ    string
		filter template.Filter
		want   []string
	}{
		{content.TypeTemplate, template.Filter{PostType: new("page")}, []string{"landing custom", "wide theme"}},
		{content.TypeTemplate, template.Filter{PostType: new("post")}, []string{"landing custom"}},
		{content.TypeTemplate, template.Filter{PostType: new("")}, []string{"landing custom"}},
		{content.TypeTemplate, template.Filter{PostType: new("0")}, []string{"landing custom"}},
		{content.TypeTemplate, template.Filter{Slugs: []string{"index", "none"}}, []string{"index theme"}},
		{content.TypeTemplate, template.Filter{Entry: id}, []string{"landing custom"}},
		{content.TypeTemplatePart, template.Filter{Area: "header"}, []string{"banner custom", "head theme"}},
		{content.TypeTemplatePart, template.Filter{Area: "cellar"}, []string{}},
	} {
		if got := f.slugs(c.typ, c.filter); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %v, want %v", c.filter, got, c.want)
		}
	}
}

// TestZeroAsTitle takes a zero for no title, as an empty one is.
func TestZeroAsTitle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.store(content.TypeTemplate, "yard", "page-none", "0", "text", "")
	f.store(content.TypeTemplate, "yard", "odd", "0", "text", "")
	for slug, want := range map[string]string{"page-none": "Not found: Page (none)", "odd": "0"} {
		got, err := f.Find(f.Context(), content.TypeTemplate, "yard//"+slug)
		if err != nil || got.Title != want {
			t.Errorf("%s: %+v, %v, want %q", slug, got, err, want)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.store(content.TypeTemplate, "yard", "single-post", "Empty", "", "")
	for _, c := range []struct {
		slugs []string
		want  string
	}{
		{[]string{"single", "index"}, "single"},
		{[]string{"page", "index"}, "index"},
		{[]string{"single-post", "single", "index"}, "single"}, // one without content is passed over
		{[]string{"single-post"}, "single-post"},
		{[]string{"page"}, ""},
	} {
		got, err := f.Resolve(f.Context(), c.slugs)
		if err != nil || got == nil && c.want != "" || got != nil && got.Slug != c.want {
			t.Errorf("%v: %+v %v, want %q", c.slugs, got, err, c.want)
		}
	}
}

func TestTitlesThatSlugsTell(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.AddEntry(content.TypePage, content.Publish, 0, "About")
	f.write(func(ctx context.Context) error {
		for slug, name := range map[string]string{"stone": "Stone", "roofs": "Same", "slates": "Same"} {
			if err := f.DB.InsertTerm(ctx, &taxonomy.Term{Taxonomy: taxonomy.Category, Name: name, Slug: slug}); err != nil {
				return err
			}
		}
		return nil
	})
	for slug, want := range map[string]string{
		"author-editor":           "Author: editor",
		"author-nobody":           "Deleted author: nobody",
		"page-about":              "Page: About",
		"page-none":               "Not found: Page (none)",
		"single-page-about":       "Page: About",
		"category-stone":          "Category: Stone",
		"category-roofs":          "Category: Same (roofs)", // others have that name
		"tag-none":                "Not found: Tag (none)",
		"taxonomy-category-stone": "Category: Stone",
		"plain":                   "plain",
	} {
		f.store(content.TypeTemplate, "yard", slug, slug, "x", "")
		if got := f.find(content.TypeTemplate, "yard//"+slug); got.Title != want {
			t.Errorf("%s: %q, want %q", slug, got.Title, want)
		}
	}
}

func TestFreeSlug(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.store(content.TypeTemplate, "yard", "landing", "Landing", "x", "")
	for _, c := range []struct{ theme, slug, want string }{
		{"yard", "landing", "landing-2"}, {"yard", "single", "single"}, {"other", "landing", "landing"},
	} {
		if got, err := f.FreeSlug(f.Context(), content.TypeTemplate, c.theme, c.slug); err != nil || got != c.want {
			t.Errorf("%s of %s: %q %v, want %q", c.slug, c.theme, got, err, c.want)
		}
	}
}

func TestRevision(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.store(content.TypeTemplatePart, "yard", "foot", "Foot", "Now", "footer")
	of := f.find(content.TypeTemplatePart, "yard//foot")
	got, err := f.Revision(f.Context(), of, &content.Entry{ID: 99, Parent: id, Type: content.TypeRevision, Title: "Old", Content: "Then", Slug: "99-revision-v1"})
	if err != nil || got.Content != "Then" || got.Title != "Old" || got.Slug != "foot" || got.Area != "footer" || got.EntryID() != 99 || got.ID != "yard//foot" {
		t.Errorf("%+v %v", got, err)
	}
}
