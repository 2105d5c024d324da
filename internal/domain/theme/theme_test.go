package theme

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/platform/wire"
)

func loadPlainTheme(t *testing.T) *Theme {
	t.Helper()
	th, err := Load(os.DirFS("testdata/plain"), "plain", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func encode(v any) string { return strings.ReplaceAll(string(wire.Encode(v, nil)), `\/`, "/") }

func decode(t *testing.T, s string) *wire.Object {
	t.Helper()
	v, err := wire.Decode([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return v.(*wire.Object)
}

func TestLoad(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	header := Header{Name: "Plain", Author: "A. Tester", Description: "For tests only: nothing to see.", Version: "0.3",
		Tags: []string{"one", "two words", "three"}, TextDomain: "plain", RequiresPHP: "8.0"}
	if diff := cmp.Diff(header, th.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	if th.Screenshot != "screenshot.gif" {
		t.Errorf("screenshot is %q", th.Screenshot)
	}
	supports := Supports{PostFormats: []string{"aside", "link"},
		NavMenuLocations: []NavMenuLocation{{"main", "Main"}, {"foot", "Foot"}}}
	if diff := cmp.Diff(supports, th.Supports); diff != "" {
		t.Errorf("supports (-want +got):\n%s", diff)
	}
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	for _, tt := range []struct {
		slug, title string
		custom      bool
		forPost     bool
	}{
		{"index", "Index", false, false},
		{"single", "Single Posts", false, false},
		{"bare", "Bare", true, true},
		{"nested/deep", "nested/deep", true, false},
		{"loose", "loose", true, true},
	} {
		got := th.Template(tt.slug)
		if got == nil {
			t.Errorf("no template %q", tt.slug)
			continue
		}
		if got.Title != tt.title || got.IsCustom != tt.custom || got.ForPostType("post") != tt.forPost {
			t.Errorf("%q: title %q, custom %v, for posts %v", tt.slug, got.Title, got.IsCustom, got.ForPostType("post"))
		}
		if got.IsCustom != (got.Description == "") {
			t.Errorf("%q: description %q", tt.slug, got.Description)
		}
	}
	if th.Template("top") != nil {
		t.Error("a part is found among the templates")
	}
	for slug, want := range map[string]string{"top": "Top header", "odd": "Odd uncategorized", "side": "side uncategorized"} {
		got := th.Part(slug)
		if got == nil || got.Title+" "+got.Area != want {
			t.Errorf("part %q: %+v, want %q", slug, got, want)
		}
	}
}

func TestOldFolderNames(t *testing.T) {
	t.Parallel()
	th, err := Load(fstest.MapFS{
		"style.css":                      {Data: []byte("/* Theme Name: Old */")},
		"block-templates/index.html":     {Data: []byte("i")},
		"block-template-parts/head.html": {Data: []byte("h")},
	}, "old", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if th.Template("index") == nil || th.Part("head") == nil {
		t.Errorf("templates %v, parts %v", th.Templates, th.Parts)
	}
}

func TestPatterns(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	no := false
	want := []Pattern{
		{Slug: "plain/html", Title: "From HTML", Description: "Says: hello", Content: "<p>HTML</p>\n"},
		{Slug: "plain/running", Title: "Running", Content: "<p>2</p>\n"},
		{Slug: "plain/static", Title: "Static", ViewportWidth: 900, Inserter: &no, Categories: []string{"text", "featured"},
			BlockTypes: []string{"core/query"}, Content: "<!-- wp:paragraph -->\n<p>Static</p>\n<!-- /wp:paragraph -->\n"},
	}
	if diff := cmp.Diff(want, th.Patterns); diff != "" {
		t.Errorf("patterns (-want +got):\n%s", diff)
	}
	var skipped []string
	for _, s := range th.Skipped {
		skipped = append(skipped, s.Path)
	}
	if diff := cmp.Diff([]string{"patterns/bare.html"}, skipped); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}

func TestPatternsWithoutHeader(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{"no title": "<?php /* Slug: t */ ?>x", "no slug": "<?php /* Title: T */ ?>x", "nothing": ""} {
		if _, err := parsePattern("p.php", source); !errors.Is(err, errNoHeader) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := parsePattern("p.html", "<!-- Title: T\nSlug: a b -->x"); err == nil || !strings.Contains(err.Error(), "a b") {
		t.Errorf("slug with a space: %v", err)
	}
	if _, err := parsePattern("p.html", "<!-- wp:group -->x"); !errors.Is(err, errNoHeader) {
		t.Errorf("a block is no header: %v", err)
	}
}

func TestLoadErrorsNameTheFile(t *testing.T) {
	t.Parallel()
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	whole := func() fstest.MapFS {
		return fstest.MapFS{"style.css": file("/* Theme Name: X */"), "templates/index.html": file("x")}
	}
	for name, tt := range map[string]struct {
		change func(fstest.MapFS)
		want   string
	}{
		"whole":             {func(fstest.MapFS) {}, ""},
		"no style":          {func(m fstest.MapFS) { delete(m, "style.css") }, "style.css"},
		"no name":           {func(m fstest.MapFS) { m["style.css"] = file("/* Version: 1 */") }, "style.css"},
		"child":             {func(m fstest.MapFS) { m["style.css"] = file("/* Theme Name: X\nTemplate: y */") }, "style.css"},
		"no index":          {func(m fstest.MapFS) { delete(m, "templates/index.html") }, "templates/index.html"},
		"bad theme.json":    {func(m fstest.MapFS) { m["theme.json"] = file(`{"version":`) }, "theme.json"},
		"list theme.json":   {func(m fstest.MapFS) { m["theme.json"] = file(`[]`) }, "theme.json"},
		"bad variation":     {func(m fstest.MapFS) { m["styles/a.json"] = file(`nope`) }, "styles/a.json"},
		"bad supports":      {func(m fstest.MapFS) { m["supports.json"] = file(`7`) }, "supports.json"},
		"not text":          {func(m fstest.MapFS) { m["parts/a.html"] = file("\xff\xfe") }, "parts/a.html"},
		"large":             {func(m fstest.MapFS) { m["parts/a.html"] = file(strings.Repeat("x", maxFileBytes+1)) }, "parts/a.html"},
		"deep":              {func(m fstest.MapFS) { m[strings.Repeat("d/", maxDepth+2)+"a.css"] = file("") }, "d/d/d"},
		"large but no text": {func(m fstest.MapFS) { m["assets/a.png"] = file(strings.Repeat("x", maxFileBytes+1)) }, ""},
		"deep JSON": {func(m fstest.MapFS) {
			m["theme.json"] = file(strings.Repeat(`{"a":`, 9999) + "1" + strings.Repeat("}", 9999))
		}, "theme.json"},
		"many": {func(m fstest.MapFS) {
			for i := range maxFiles {
				m[fmt.Sprintf("assets/%d.css", i)] = file("")
			}
		}, "more than 5000 files"},
	} {
		m := whole()
		tt.change(m)
		_, err := Load(m, "x", Options{})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: the error is %v and should name %s", name, err, tt.want)
		}
	}
}

func TestTotalSizeIsBounded(t *testing.T) {
	t.Parallel()
	m := fstest.MapFS{"style.css": {Data: []byte("/* Theme Name: X */")}}
	half := []byte(strings.Repeat("x", maxFileBytes/2))
	for i := range 2*maxReadBytes/maxFileBytes + 1 {
		m[fmt.Sprintf("templates/%d.html", i)] = &fstest.MapFile{Data: half}
	}
	if _, err := Load(m, "x", Options{}); !errors.Is(err, errTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestAsset(t *testing.T) {
	t.Parallel()
	th := loadPlainTheme(t)
	f, kind, err := th.Asset("assets/dot.gif")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if data, _ := io.ReadAll(f); kind != "image/gif" || string(data) != "GIF89a" {
		t.Errorf("%q of type %s", data, kind)
	}
	for _, name := range []string{"assets/notes.txt", "theme.json", "patterns/static.php", "../theme_test.go", "assets/none.gif", ""} {
		if _, _, err := th.Asset(name); err == nil {
			t.Errorf("%q is served", name)
		}
	}
}

func TestFolderOrder(t *testing.T) {
	t.Parallel()
	th, err := Load(unsorted{fstest.MapFS{
		"style.css":            {Data: []byte("/* Theme Name: X */")},
		"templates/a.html":     {Data: []byte("a")},
		"templates/index.html": {Data: []byte("i")},
	}}, "x", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if th.Templates[0].Slug != "index" {
		t.Errorf("templates are sorted: %v", th.Templates)
	}
}

// unsorted lists folders backwards.
type unsorted struct{ fs.FS }

func (u unsorted) Open(name string) (fs.File, error) {
	f, err := u.FS.Open(name)
	if d, ok := f.(fs.ReadDirFile); ok {
		return backwards{d}, err
	}
	return f, err
}

type backwards struct{ fs.ReadDirFile }

func (b backwards) ReadDir(n int) ([]fs.DirEntry, error) {
	list, err := b.ReadDirFile.ReadDir(n)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list, err
}

// A classic theme is told as what it is.
func TestClassicTheme(t *testing.T) {
	t.Parallel()
	_, err := Load(mapFS(map[string]string{"style.css": "/* Theme Name: Classic */", "index.php": "<?php get_header();", "header.php": "x"}), "classic", Options{})
	if !errors.Is(err, ErrClassic) {
		t.Errorf("a classic theme: %v", err)
	}
	_, err = Load(mapFS(map[string]string{"style.css": "/* Theme Name: Bare */", "theme.json": "{}"}), "bare", Options{})
	if err == nil || errors.Is(err, ErrClassic) || !strings.Contains(err.Error(), "templates/index.html") {
		t.Errorf("a theme without templates: %v", err)
	}
}
