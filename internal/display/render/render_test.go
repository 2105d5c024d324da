package render_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/render/rendertest"
	"quoin/internal/platform/markup/shortcode"
)

func renderer() *render.Renderer {
	return render.New(blocks.All(), map[string]render.Shortcode{
		"tide": func(c *render.Context, attrs shortcode.Attrs, content, _ string) string {
			at, _ := attrs.Get("at")
			return "<b>" + at + content + "</b>"
		},
	})
}

func source() *rendertest.Source {
	s := rendertest.New()
	s.SiteData.MovedToTLS = true
	s.ImageList = []*render.Image{{
		ID: 7, MIME: "image/jpeg", File: "2026/05/quay.jpg", URL: "https://news.example/media/2026/05/quay.jpg", Width: 1200, Height: 800,
		Sizes: []render.ImageSize{{Name: "medium", File: "quay-300x200.jpg", Width: 300, Height: 200}, {Name: "thumbnail", File: "quay-150x150.jpg", Width: 150, Height: 150}},
	}}
	s.Embeds = map[string]string{"https://films.example/7": `<iframe src="https://films.example/embed/7" width="500" height="280"></iframe>`}
	return s
}

func entry(content string) *render.Post {
	return &render.Post{ID: 1, Type: "post", Status: "publish", Content: content, Date: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
}

func TestContent(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/blocks.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(b).Files {
		files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
	}
	r, src := renderer(), source()
	for name, in := range files {
		name, ok := strings.CutSuffix(name, ".in")
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := strings.TrimSuffix(r.Content(t.Context(), src, entry(in)), "\n")
			if d := cmp.Diff(files[name+".out"], got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestOrderOfSteps(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	// Typography leaves the shortcode alone, it stands free of the paragraph,
	// and its own output is not dressed again.
	got := r.Content(t.Context(), src, entry("[tide at=\"6:10\"]\n\n\"high\" :)"))
	want := "<b>6:10</b>\n<p>&#8220;high&#8221; 🙂</p>\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	p := &render.Post{Title: ` "Fish" & Wordpress `, HasPassword: true}
	if got := r.Title(t.Context(), src, p); got != "&#8220;Fish&#8221; &#038; WordPress" {
		t.Errorf("title %q", got)
	}
	src.RequestData.Front = true
	if got := r.Title(t.Context(), src, p); !strings.HasPrefix(got, "Protected: ") {
		t.Errorf("title on a page %q", got)
	}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	for _, c := range []struct {
		name   string
		post   render.Post
		length int
		want   string
	}{
		{"own", render.Post{Excerpt: "By hand -- so"}, 0, "<p>By hand &#8212; so</p>\n"},
		{"picture", render.Post{Excerpt: `<img src="a.png">`}, 0, "<p><img decoding=\"async\" src=\"a.png\"></p>\n"},
		{"lazy picture", render.Post{Excerpt: `<img src="a.png" decoding="sync" width=9 loading=lazy sizes="5px">`}, 0, "<p><img src=\"a.png\" decoding=\"sync\" width=9 loading=lazy sizes=\"auto, 5px\"></p>\n"},
		{"words", render.Post{Content: "<p>one two three</p>"}, 2, "<p>one two [&hellip;]</p>\n"},
		{"no words", render.Post{Content: "<p>one two three</p>"}, -1, "<p> [&hellip;]</p>\n"},
		{"teaser", render.Post{Content: "one<!--more-->two"}, 0, "<p>one</p>\n"},
		{"first page", render.Post{Content: "one<!--nextpage-->two"}, 0, "<p>one</p>\n"},
		{"blocks", render.Post{Content: `<!-- wp:group --><div><!-- wp:paragraph --><p>in</p><!-- /wp:paragraph --><!-- wp:image --><figure>no</figure><!-- /wp:image --></div><!-- /wp:group --><!-- wp:video --><p>no</p><!-- /wp:video -->`}, 0, "<p>in</p>\n"},
		{"footnote", render.Post{Content: `<!-- wp:paragraph --><p>a<sup data-fn="x" class="fn"><a href="#x" id="x-link">1</a></sup></p><!-- /wp:paragraph -->`}, 0, "<p>a</p>\n"},
		{"shortcodes", render.Post{Content: `a [tide at="1"]b[/tide] c`}, 0, "<p>a c</p>\n"},
		{"locked", render.Post{Content: "secret", Locked: true}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if d := cmp.Diff(c.want, r.Excerpt(t.Context(), src, &c.post, c.length)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLockedContentIsEmpty(t *testing.T) {
	t.Parallel()
	p := entry("secret")
	p.Locked = true
	if got := renderer().Content(t.Context(), source(), p); got != "" {
		t.Errorf("content %q", got)
	}
}

func TestPageContent(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	p := entry("one<!--more Go on-->two<!--nextpage-->three")
	p.Permalink = "https://news.example/a/"
	c := r.Context(t.Context(), src, p)
	for _, v := range []struct {
		page  int
		whole bool
		want  string
	}{
		{1, true, "<p>one<span id=\"more-1\"></span>two</p>\n"},
		{1, false, "<p>one <a href=\"https://news.example/a/#more-1\" class=\"more-link\">Go on</a></p>\n"},
		{2, true, "<p>three</p>\n"},
		{9, true, "<p>three</p>\n"},
	} {
		if d := cmp.Diff(v.want, c.PageContent(p, v.page, v.whole)); d != "" {
			t.Errorf("page %d: %s", v.page, d)
		}
	}
	if render.Pages(p) != 2 {
		t.Errorf("%d pages", render.Pages(p))
	}
	p.Locked = true
	if got := c.PageContent(p, 1, true); strings.Contains(got, "one") || !strings.Contains(got, `name="post_password"`) {
		t.Errorf("locked: %s", got)
	}
}

func TestPatternLoopsEnd(t *testing.T) {
	t.Parallel()
	src := source()
	src.PostList = []*render.Post{
		{ID: 5, Type: "core_block", Status: "publish", Content: `<!-- wp:block {"ref":6} /-->five`},
		{ID: 6, Type: "core_block", Status: "publish", Content: `<!-- wp:block {"ref":5} /-->six`},
	}
	got := renderer().Content(t.Context(), src, entry(`<!-- wp:block {"ref":5} /-->`))
	if got != "sixfive" {
		t.Errorf("got %q", got)
	}
}

// Patterns that each include the next one many times over would grow without
// bound.
func TestIncludedContentIsBounded(t *testing.T) {
	t.Parallel()
	src := source()
	for i := range int64(render.MaxNesting) {
		src.PostList = append(src.PostList, &render.Post{ID: 10 + i, Type: "core_block", Status: "publish",
			Content: strings.Repeat("<!-- wp:block {\"ref\":"+string(rune('0'+(11+i)/10))+string(rune('0'+(11+i)%10))+"} /-->", 20) + strings.Repeat("x", 1000)})
	}
	got := renderer().Content(t.Context(), src, entry(`<!-- wp:block {"ref":10} /-->`))
	if len(got) > render.EntryLimits(0).Output+1<<20 {
		t.Errorf("%d bytes", len(got))
	}
}

func TestSharedIDs(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	p := entry(`<!-- wp:search /-->`)
	ids := render.NewCounters()
	content := func() string { return r.Begin(t.Context(), src, p, ids, nil).Content(p) }
	first, second := content(), content()
	if !strings.Contains(first, `__input-1"`) || !strings.Contains(second, `__input-2"`) {
		t.Error("ids do not count on")
	}
	if alone := r.Content(t.Context(), src, p); alone != first {
		t.Error("a rendering of its own does not begin anew")
	}
}

func TestLateParagraphs(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	classic, plain := entry("[tide]"), entry("text")
	blocks := entry("<!-- wp:paragraph --><p>b</p><!-- /wp:paragraph -->")
	ids := render.NewCounters()
	var used []render.Count
	content := func(p *render.Post) (html string) {
		used = ids.Trace(func() { html = r.Begin(t.Context(), src, p, ids, nil).Content(p) })
		return html
	}
	if got := content(classic); strings.Contains(got, "<p>") {
		t.Errorf("first of all: %s", got)
	}
	first := used
	content(plain)
	if !ids.At(used) {
		t.Error("text without shortcodes depends on what came before")
	}
	content(blocks)
	if !ids.At(used) {
		t.Error("blocks depend on what came before")
	}
	if got := content(classic); !strings.HasPrefix(got, "<p><b>") {
		t.Errorf("behind blocks: %s", got)
	}
	if slices.ContainsFunc(first, func(c render.Count) bool { return c.Name == "late paragraphs" && ids.At([]render.Count{c}) }) {
		t.Error("what was made before blocks serves behind them")
	}
	again := render.NewCounters()
	again.Skip([]render.Count{{Name: "late paragraphs", Before: -1, Last: 1}})
	if got := r.Begin(t.Context(), src, classic, again, nil).Content(classic); !strings.HasPrefix(got, "<p><b>") {
		t.Errorf("behind cached blocks: %s", got)
	}
}

func TestFrontImages(t *testing.T) {
	t.Parallel()
	src := source()
	src.RequestData = render.Request{Front: true, PostID: 1}
	img := `<img src="a%d.jpg" width="600" height="400" />`
	var in strings.Builder
	for i := range 5 {
		in.WriteString(strings.Replace(img, "%d", string(rune('0'+i)), 1))
	}
	got := renderer().Content(t.Context(), src, entry(in.String()))
	if n := strings.Count(got, `fetchpriority="high"`); n != 1 {
		t.Errorf("%d images with priority", n)
	}
	if n := strings.Count(got, `loading="lazy"`); n != 2 {
		t.Errorf("%d lazy images", n)
	}
}

func FuzzContent(f *testing.F) {
	b, err := os.ReadFile("testdata/blocks.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range txtar.Parse(b).Files {
		f.Add(string(file.Data))
	}
	for name := range blocks.All() {
		f.Add("<!-- wp:" + strings.TrimPrefix(name, "core/") + ` {"a":1,"style":[],"layout":"x","url":{},"id":"7","query":[]} /-->`)
	}
	r, src := renderer(), source()
	src.PostList = []*render.Post{entry("")}
	f.Fuzz(func(t *testing.T, content string) {
		if len(content) > 1<<14 {
			return
		}
		first := r.Content(context.Background(), src, entry(content))
		if second := r.Content(context.Background(), src, entry(content)); first != second {
			t.Errorf("two renderings of %q differ", content)
		}
		r.Excerpt(context.Background(), src, entry(content), 5)
	})
}

func BenchmarkRender(b *testing.B) {
	unit := "<!-- wp:paragraph {\"style\":{\"spacing\":{\"padding\":\"1px\"}}} -->\n<p>Boats \"come\" and go -- <a href=\"https://news.example/\">always</a>.</p>\n<!-- /wp:paragraph -->\n\n" +
		"<!-- wp:image {\"id\":7} --><figure class=\"wp-block-image\"><img src=\"https://news.example/media/2026/05/quay-300x200.jpg\" class=\"wp-image-7\"/></figure><!-- /wp:image -->\n\n"
	benchmark(b, strings.Repeat(unit, 5<<10/len(unit)))
}

func BenchmarkRenderHostile(b *testing.B) {
	for name, unit := range map[string]string{
		"openers":    "<!-- wp:group -->",
		"unfinished": "<!-- wp:group {",
		"brackets":   "[",
		"shortcodes": "[tide ",
		"less":       "<",
		"tags":       "<p ",
		"quotes":     `"'`,
		"images":     "<img class=wp-image-7 src=\"",
		"urls":       "\nhttps://x.example/",
		"groups":     `<!-- wp:group {"layout":{"type":"flex"}} --><div class="wp-block-group">`,
		"newlines":   "\n \n",
		"entities":   "&",
	} {
		b.Run(name, func(b *testing.B) { benchmark(b, strings.Repeat(unit, 1<<20/len(unit))) })
	}
}

func benchmark(b *testing.B, content string) {
	r, src := renderer(), source()
	p := entry(content)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		r.Content(context.Background(), src, p)
	}
}

// TestTraceSeesWhatIsSkipped: the numbers of texts that were made before belong
// to what shows them.
func TestTraceSeesWhatIsSkipped(t *testing.T) {
	t.Parallel()
	n := render.NewCounters()
	inner := []render.Count{{Name: "gallery", Before: 0, Last: 2}}
	used := n.Trace(func() { n.Skip(inner) })
	if !slices.Equal(used, inner) {
		t.Errorf("traced %v, want %v", used, inner)
	}
	if n.At(used) {
		t.Error("the counters stand where they stood, though numbers were taken")
	}
}
