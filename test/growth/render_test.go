package growth

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/render/rendertest"
	"quoin/internal/display/render/shortcodes"
	"quoin/internal/domain/blocktype"
)

// show renders a text as the content and as the excerpt of an entry, on a page
// of its own.
func show(text string) {
	r, s := render.New(blocks.All(), shortcodes.Table()), site(text)
	p := s.PostList[0]
	ctx := context.Background()
	_ = r.Content(ctx, s, p)
	_ = r.Excerpt(ctx, s, p, 0)
}

// site has one of each thing that blocks ask for, and an entry with a text.
func site(text string) *rendertest.Source {
	s := rendertest.New()
	day := time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC)
	s.PostList = []*render.Post{{
		ID: 1, Type: "post", Status: "publish", Slug: "a", Title: "A", Content: text, Date: day, Modified: day, AuthorID: 3, FeaturedID: 7,
		Permalink: "https://news.example/a/", CommentsOpen: true, CommentCount: 2,
	}}
	for n := range int64(20) {
		s.PostList = append(s.PostList, &render.Post{ID: 30 + n, Type: "post", Status: "publish", Title: "B", Content: "<p>B</p>", Date: day, Permalink: "https://news.example/b/"})
		s.CommentList = append(s.CommentList, &render.Comment{ID: 50 + n, PostID: 1, Author: "C", Content: "D", Date: day, Type: "comment", Status: "approved"})
	}
	s.UserList = []*render.User{{ID: 3, Slug: "e", Name: "E", Email: "e@news.example"}}
	s.ImageList = []*render.Image{{ID: 7, ParentID: 1, MIME: "image/jpeg", File: "2026/05/a.jpg", URL: "https://news.example/media/2026/05/a.jpg", Width: 1200, Height: 800}}
	s.TermList = []*render.Term{{ID: 20, Taxonomy: "category", Name: "F", Count: 1}}
	s.Assigned = map[int64]map[string][]int64{1: {"category": {20}}}
	s.TaxonomyList = map[string]render.Taxonomy{"category": {Name: "category", Hierarchical: true, Public: true}}
	s.ArchiveList = []render.Archive{{Year: 2026, Month: 5, Day: 1, Count: 1}}
	s.Patterns = map[string]string{"a": "<!-- wp:paragraph --><p>G</p><!-- /wp:paragraph -->"}
	return s
}

// blockNames are all types that something is known of.
func blockNames() []string {
	names := slices.Collect(maps.Keys(blocks.All()))
	for _, t := range blocktype.All() {
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	return names
}

// markup is a block as it stands in a text, with inside between its
// delimiters.
func markup(name string, attrs map[string]any, inside string) string {
	printed := ""
	if len(attrs) > 0 {
		b, err := json.Marshal(attrs)
		if err != nil {
			panic(err)
		}
		printed = string(b) + " "
	}
	name = strings.TrimPrefix(name, "core/")
	if inside == "" {
		return "<!-- wp:" + name + " " + printed + "/-->"
	}
	return "<!-- wp:" + name + " " + printed + "-->" + inside + "<!-- /wp:" + name + " -->"
}

// numbered is a list of n values.
func numbered(length int, piece func(n int) any) []any {
	var out []any
	for n, had := 0, 0; had < length; n++ {
		v := piece(n)
		out = append(out, v)
		had += len(fmt.Sprint(v)) + 4
	}
	return out
}

// values are long ones for an attribute of any type.
var values = map[string]func(length int) any{
	"words":   func(n int) any { return count("", func(n int) string { return "w" + strconv.Itoa(n) + " " }, "")(n) },
	"tags":    func(n int) any { return repeat("", "<b>", "")(n / 3) },
	"less":    func(n int) any { return repeat("", "<", "")(n / 6) },
	"ids":     func(n int) any { return count("0", func(n int) string { return "," + strconv.Itoa(n) }, "")(n) },
	"numbers": func(n int) any { return numbered(n, func(n int) any { return n }) },
	"strings": func(n int) any { return numbered(n, func(n int) any { return "s" + strconv.Itoa(n) }) },
	"objects": func(n int) any {
		return numbered(n, func(n int) any { return map[string]any{"id": n, "slug": strconv.Itoa(n)} })
	},
	"members": func(n int) any {
		out := map[string]any{}
		for i, v := range numbered(n, func(n int) any { return n }) {
			out["m"+strconv.Itoa(i)] = v
		}
		return out
	},
	"styles": func(n int) any { return count("", func(n int) string { return fmt.Sprintf("a%d:red;", n) }, "")(n) },
}

// insides are what may stand in a block, of any length.
var insides = map[string]func(int) string{
	"elements":         repeat("", "<li><a href='x'>y</a></li>", ""),
	"images":           repeat("", `<figure><img src="https://news.example/media/2026/05/a.jpg" class="wp-image-7"/></figure>`, ""),
	"classes":          count(`<div class="`, func(n int) string { return " c" + strconv.Itoa(n) }, `"></div>`),
	"attrs":            count(`<div`, func(n int) string { return fmt.Sprintf(" data-%d=1", n) }, `></div>`),
	"less":             repeat("<div>", "<", "</div>"),
	"marks":            repeat("", `<mark class="wp-note">`, ""),
	"blocks":           repeat("", "<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->", ""),
	"images in blocks": repeat("", `<!-- wp:image {"id":7} --><figure class="wp-block-image"><img src="https://news.example/media/2026/05/a.jpg" class="wp-image-7"/></figure><!-- /wp:image -->`, ""),
}

// TestBlocks renders each type of block many times over, with long values in
// each of its attributes, with much inside it, and inside itself.
func TestBlocks(t *testing.T) {
	for _, name := range blockNames() {
		t.Run(strings.TrimPrefix(name, "core/"), func(t *testing.T) { testBlock(t, name) })
	}
}

func testBlock(t *testing.T, name string) {
	run := func(kind string, text func(int) string) {
		t.Run(kind, func(t *testing.T) { hold(t, half(text), show) })
	}
	run("many", repeat("", markup(name, nil, ""), ""))
	run("many with text", repeat("", markup(name, nil, "<p>x</p>"), ""))
	run("inside itself", func(n int) string {
		text := strings.Repeat("<p>x</p>", n/8/2)
		for range 200 {
			text = markup(name, nil, text)
		}
		return text
	})
	for kind, inside := range insides {
		run(kind+" inside", func(n int) string { return markup(name, nil, inside(n)) })
	}
	if testing.Short() {
		return
	}
	for kind, value := range values {
		run("className of "+kind, func(n int) string {
			return markup(name, map[string]any{"className": value(n)}, "<div class='a'>x</div>")
		})
	}
	attrs := []string{"style", "layout", "metadata", "anchor", "unknown"}
	if typ := blocktype.Get(name); typ != nil {
		attrs = append(attrs, slices.Sorted(maps.Keys(typ.Attributes))...)
	}
	for _, attr := range slices.Compact(slices.Sorted(slices.Values(attrs))) {
		kind := "words"
		if typ := blocktype.Get(name); typ != nil && len(typ.Attributes[attr].Type) > 0 && strings.Contains("array object", typ.Attributes[attr].Type[0]) {
			kind = "objects"
		}
		run(attr+" of "+kind, func(n int) string {
			return markup(name, map[string]any{attr: values[kind](n)}, "<div class='a'>x</div>")
		})
	}
}

// half makes texts of half the length: there are thousands of them.
func half(text func(int) string) func(int) string {
	return func(n int) string { return text(n / 2) }
}

// TestShortcodes does the same with shortcodes.
func TestShortcodes(t *testing.T) {
	attrs := []string{"ids", "include", "exclude", "id", "columns", "size", "link", "itemtag", "orderby", "src", "mp3", "mp4", "width", "caption", "class", "align", "style", "poster"}
	for name := range shortcodes.Table() {
		run := func(kind string, text func(int) string) {
			t.Run(name+"/"+kind, func(t *testing.T) { hold(t, text, show) })
		}
		run("many", repeat("", "["+name+"]", ""))
		run("many lines", repeat("", "["+name+"]\n\n", ""))
		run("closed", repeat("", "["+name+"]x[/"+name+"]", ""))
		run("inside itself", func(n int) string { return strings.Repeat("["+name+"]", n/20) + strings.Repeat("[/"+name+"]", n/20) })
		run("much inside", func(n int) string { return "[" + name + "]" + strings.Repeat("<p>x</p>\n\n", n/10) + "[/" + name + "]" })
		run("many attributes", count("["+name, func(n int) string { return fmt.Sprintf(" a%d=1", n) }, "]"))
		for _, attr := range attrs {
			for _, kind := range []string{"words", "ids", "styles"} {
				run(attr+" of "+kind, func(n int) string { return "[" + name + " " + attr + `="` + values[kind](n).(string) + `"]` })
			}
		}
	}
}

// TestTexts renders what the filters are tried with.
func TestTexts(t *testing.T) {
	for kind, text := range texts() {
		t.Run(kind, func(t *testing.T) { hold(t, text, show) })
	}
}
