package blocks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/display/render/rendertest"
)

// site is the small paper the goldens are about.
func site() *rendertest.Source {
	s := rendertest.New()
	s.SiteData.Description = "Tides & tales"
	s.SiteData.LogoID = 8
	s.RequestData.URL = "https://news.example/here/"
	day := time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC)
	s.PostList = []*render.Post{
		{ID: 1, Type: "post", Status: "publish", Slug: "catch", Title: "The Catch", Date: day, Modified: day, AuthorID: 3, FeaturedID: 7,
			Permalink: "https://news.example/catch/", Meta: map[string]string{"footnotes": `[{"id":"fn1","content":"Measured at <em>noon</em>"}]`}},
		{ID: 2, Type: "core_block", Status: "publish", Title: "Notice", Content: `<!-- wp:paragraph {"metadata":{"name":"who","bindings":{"__default":{"source":"core/pattern-overrides"}}}} --><p>Dear reader</p><!-- /wp:paragraph -->`},
	}
	for i, title := range []string{"Fog", "Nets & Lines", "Herring"} {
		at := day.AddDate(0, -i-1, i)
		s.PostList = append(s.PostList, &render.Post{ID: int64(30 + i), Type: "post", Status: "publish", Title: title, Content: "<p>About " + title + ".</p>",
			Date: at, Modified: at, AuthorID: 3, Permalink: "https://news.example/" + strconv.Itoa(30+i) + "/"})
	}
	s.PostList = append(s.PostList,
		&render.Post{ID: 40, Type: "page", Status: "publish", Title: "Quays", MenuOrder: 1, Permalink: "https://news.example/quays/"},
		&render.Post{ID: 41, Type: "page", Status: "publish", Title: "North Quay", ParentID: 40, Permalink: "https://news.example/quays/north/"},
		&render.Post{ID: 42, Type: "core_navigation", Status: "publish", Title: "Main", Content: "<!-- wp:page-list /--><!-- wp:navigation-link {\"label\":\"Tides\",\"url\":\"/tides\"} /-->"})
	s.PostList[0].CommentsOpen, s.PostList[0].CommentCount = true, 3
	s.PostList[0].Content = "<!-- wp:paragraph --><p>The boats came home with forty barrels.</p><!-- /wp:paragraph -->"
	for i, author := range []string{"Bea", "Ada", ""} {
		c := &render.Comment{ID: int64(50 + i), PostID: 1, Author: author, Content: "Line " + author, Date: day.Add(time.Hour * time.Duration(i)), Type: "comment",
			Status: "approved", Permalink: "https://news.example/catch/#comment-" + strconv.Itoa(50+i)}
		s.CommentList = append(s.CommentList, c)
	}
	s.CommentList[1].ParentID, s.CommentList[1].UserID, s.CommentList[1].URL = 50, 3, "https://ada.example"
	s.UserList = []*render.User{{ID: 3, Slug: "ada", Name: "Ada", Email: "ada@news.example", ArchiveURL: "https://news.example/author/ada/", Description: "Keeps the light."}}
	s.TaxonomyList = map[string]render.Taxonomy{"category": {Name: "category", Label: "Categories", SingularLabel: "Category", Hierarchical: true, Public: true}}
	s.ArchiveList = []render.Archive{{Year: 2026, Month: 5, Day: 1, Count: 1, URL: "https://news.example/2026/05/"}, {Year: 2026, Month: 4, Day: 2, Count: 2, URL: "https://news.example/2026/04/"}}
	s.Feeds = map[string]render.Feed{"https://sea.example/feed": {Items: []render.FeedItem{{Title: "Gale <b>warning</b>", URL: "https://sea.example/1", Date: day}}}}
	s.ImageList = []*render.Image{
		{ID: 7, MIME: "image/jpeg", Alt: "Quay", File: "2026/05/quay.jpg", URL: "https://news.example/media/2026/05/quay.jpg", Width: 1200, Height: 800},
		{ID: 8, MIME: "image/png", File: "2026/05/logo.png", URL: "https://news.example/media/2026/05/logo.png", Width: 400, Height: 100},
		{ID: 9, MIME: "video/mp4", File: "2026/05/tide.mp4", URL: "https://news.example/media/2026/05/tide.mp4", Width: 640, Height: 360},
	}
	s.TermList = []*render.Term{
		{ID: 20, Taxonomy: "category", Name: "Harbour", Permalink: "https://news.example/category/harbour/", Count: 1},
		{ID: 21, ParentID: 20, Taxonomy: "category", Name: "Boats", Permalink: "https://news.example/category/harbour/boats/", Count: 1},
	}
	s.Assigned = map[int64]map[string][]int64{1: {"category": {21}}}
	s.Parts = map[string]render.Part{"header": {ID: "plain//header", Slug: "header", Theme: "plain", Area: "header", AreaTag: "header", Content: "<!-- wp:site-title /-->"}}
	s.Patterns = map[string]string{"plain/greeting": "<!-- wp:paragraph --><p>Ahoy</p><!-- /wp:paragraph -->"}
	return s
}

func TestGoldens(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no goldens: %v", err)
	}
	src, r := site(), render.New(blocks.All(), nil)
	for _, file := range names {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range txtar.Parse(b).Files {
			files[f.Name] = strings.TrimRight(string(f.Data), "\n")
		}
		for name, in := range files {
			name, ok := strings.CutSuffix(name, ".in")
			if !ok {
				continue
			}
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				t.Parallel()
				got := r.Context(t.Context(), src, src.PostList[0]).Blocks(in)
				if d := cmp.Diff(files[name+".out"], strings.TrimRight(got, "\n")); d != "" {
					t.Errorf("%s\n%s", d, got)
				}
			})
		}
	}
}

func TestLoggedInCommentForm(t *testing.T) {
	t.Parallel()
	src := site()
	src.RequestData.Viewer = src.UserList[0]
	got := render.New(blocks.All(), nil).Context(t.Context(), src, src.PostList[0]).Blocks("<!-- wp:post-comments-form /-->")
	if want := `login?action=logout&amp;redirect_to=https%3A%2F%2Fnews.example%2Fcatch%2F">Log out?</a>`; !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
}

// A copy of a pattern that shows another image says which one it is.
func TestOverriddenImage(t *testing.T) {
	t.Parallel()
	src := site()
	src.PostList = append(src.PostList, &render.Post{ID: 90, Type: "core_block", Status: "publish", Content: `<!-- wp:image {"id":5,"metadata":{"name":"picture","bindings":{"__default":{"source":"core/pattern-overrides"}}}} --><figure class="wp-block-image"><img src="/5.png" alt="" class="wp-image-5"/></figure><!-- /wp:image -->`})
	got := render.New(blocks.All(), nil).Context(t.Context(), src, nil).Blocks(`<!-- wp:block {"ref":90,"content":{"picture":{"id":6,"url":"/6.png","alt":"Other"}}} /-->`)
	for _, want := range []string{`class="wp-image-6"`, `src="/6.png"`, `alt="Other"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// A menu is named by a number: whatever is published under it is shown, nothing that isn't
// for everybody.
func TestNavigationOfAnyEntry(t *testing.T) {
	t.Parallel()
	src := site()
	src.PostList = append(src.PostList,
		&render.Post{ID: 90, Type: "post", Status: "publish", Content: "<!-- wp:paragraph --><p>in the menu</p><!-- /wp:paragraph -->"},
		&render.Post{ID: 91, Type: "post", Status: "draft", Content: "<!-- wp:paragraph --><p>secret</p><!-- /wp:paragraph -->"},
		&render.Post{ID: 92, Type: "post", Status: "publish", HasPassword: true, Content: "<!-- wp:paragraph --><p>secret</p><!-- /wp:paragraph -->"},
		&render.Post{ID: 93, Type: "ledger", Status: "publish", Content: "<!-- wp:paragraph --><p>secret</p><!-- /wp:paragraph -->"})
	r := render.New(blocks.All(), nil)
	for id, want := range map[int]string{90: "in the menu", 91: "", 92: "", 93: ""} {
		got := r.Context(t.Context(), src, nil).Blocks(`<!-- wp:navigation {"ref":` + strconv.Itoa(id) + `,"overlayMenu":"never"} /-->`)
		if strings.Contains(got, "secret") || !strings.Contains(got, want) {
			t.Errorf("%d: %s", id, got)
		}
	}
}

// Comments of the fixed layout tell who wrote them and when, and can be replied to.
func TestFixedComments(t *testing.T) {
	t.Parallel()
	src := site()
	p := src.PostList[0]
	src.RequestData.PostID = p.ID
	src.SiteData.ShowAvatars, src.SiteData.ThreadComments, src.SiteData.ThreadDepth = true, true, 5
	got := render.New(blocks.All(), nil).Context(t.Context(), src, p).Blocks("<!-- wp:post-comments /-->")
	for _, want := range []string{`<ol class="commentlist">`, `class='avatar avatar-32 photo`, `<b class="fn">`, `<div class="comment-metadata"><a href="`, `<time datetime="`,
		`data-belowelement="div-comment-`, `<ul class="children">`, `depth-1 parent"`, `class="submit wp-block-button__link`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// Beside a comment stands the image of the account that wrote it, whatever address came with it.
func TestImagesOfAccountsBesideComments(t *testing.T) {
	t.Parallel()
	src := site()
	src.SiteData.ShowAvatars = true
	src.CommentList[1].Email = "other@news.example"
	got := render.New(blocks.All(), nil).Context(t.Context(), src, nil).Blocks("<!-- wp:latest-comments /-->")
	address := func(email string) string {
		return strings.SplitAfter(src.SiteData.AvatarURL(render.Person{Email: email}, 48), "?")[0]
	}
	if !strings.Contains(got, address("ada@news.example")) || strings.Contains(got, address("other@news.example")) {
		t.Error(got)
	}
}

// A list of terms marks the one whose entries are shown, whose description has paragraphs.
func TestCurrentTerm(t *testing.T) {
	t.Parallel()
	src := site()
	src.RequestData.Front, src.RequestData.Kind = true, "category"
	term := src.TermList[0]
	shown := *term
	shown.Description = "It's so.\n\nAnd so."
	src.RequestData.Term = &shown
	got := render.New(blocks.All(), nil).Context(t.Context(), src, nil).Blocks("<!-- wp:categories /--><!-- wp:term-description /-->")
	for _, want := range []string{` current-cat"><a aria-current="page" href="`, "<p>It&#8217;s so.</p>\n<p>And so.</p>"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
}

// A menu of terms with levels counts entries of the terms below each, too, as a list does.
func TestCountsOfTermsWithLevels(t *testing.T) {
	t.Parallel()
	src := site()
	above := *src.TermList[0]
	below := above
	below.ID, below.ParentID, below.Name = 9001, above.ID, "Below"
	src.TermList = append(src.TermList, &below)
	list := `<!-- wp:categories {"showPostCounts":true,"showHierarchy":true,"displayAsDropdown":%v,"showEmpty":true} /-->`
	count := func(menu bool, pattern string) string {
		got := render.New(blocks.All(), nil).Context(t.Context(), src, nil).Blocks(fmt.Sprintf(list, menu))
		m := regexp.MustCompile(pattern).FindStringSubmatch(got)
		if m == nil {
			t.Fatalf("no %s in %s", pattern, got)
		}
		return m[1]
	}
	name := regexp.QuoteMeta(above.Name)
	listed, chosen := count(false, name+`</a> \((\d+)\)`), count(true, name+`&nbsp;&nbsp;\((\d+)\)`)
	if listed != chosen {
		t.Errorf("a list says %s, a menu %s", listed, chosen)
	}
	above.Count += 5
	src.TermList[0] = &above
	if again := count(true, name+`&nbsp;&nbsp;\((\d+)\)`); again != chosen {
		t.Errorf("entries of the term alone are counted: %s", again)
	}
}

// Attributes of any shape must neither stop a block nor leave its tag.
func TestHostileAttributes(t *testing.T) {
	t.Parallel()
	src, r := site(), render.New(blocks.All(), nil)
	const evil = `\u0022\u003e\u003cscript\u003e`
	for name := range blocks.All() {
		name := strings.TrimPrefix(name, "core/")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, value := range []string{`"` + evil + `"`, "1", "-1", "1e300", "true", "null", "[]", `[{"id":[]}]`, `{"a":{"b":[1]}}`} {
				attrs := `{`
				for i, key := range []string{"id", "ref", "slug", "url", "label", "text", "level", "textAlign", "align", "className", "style", "layout",
					"query", "size", "width", "service", "userId", "tagName", "content", "anchor", "icon", "image", "title", "backgroundColor",
					"fontSize", "showLabels", "term", "taxonomy", "categories", "metadata", "columns", "displayLayout", "linkTarget", "rel", "type"} {
					if i > 0 {
						attrs += ","
					}
					attrs += `"` + key + `":` + value
				}
				got := r.Context(t.Context(), src, src.PostList[0]).Blocks("<!-- wp:" + name + " " + attrs + "} --><div><a>x</a></div><!-- /wp:" + name + " -->")
				if strings.Contains(got, "<script>") {
					t.Errorf("%s lets markup out: %s", value, got)
				}
			}
		})
	}
}

// Social icons lead to the address that they have, with the scheme that it lacks, or to one
// of the site.
func TestSocialLinkOfTheSite(t *testing.T) {
	t.Parallel()
	src := site()
	for address, want := range map[string]string{
		"/feed/": "https://news.example/feed/", "//sea.example/": "//sea.example/", "sea.example": "https://sea.example",
		"http://sea.example": "http://sea.example", "#top": "#top", "ada@sea.example": "mailto:ada@sea.example",
	} {
		got := render.New(blocks.All(), nil).Context(t.Context(), src, nil).Blocks(`<!-- wp:social-link {"url":"` + address + `","service":"feed"} /-->`)
		if !strings.Contains(got, `href="`+want+`"`) {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

// What a theme says of the length of excerpts doesn't count in a block, which has its own; and
// entries of a type that doesn't tell who wrote show nobody.
func TestBlocksOfEntriesAgainstTheirTheme(t *testing.T) {
	t.Parallel()
	src := site()
	src.SiteData.ExcerptLength = 2
	p := src.PostList[0]
	show := func(text string) string {
		return render.New(blocks.All(), nil).Context(t.Context(), src, p).Blocks(text)
	}
	if got := show(`<!-- wp:post-excerpt {"excerptLength":4} /-->`); !strings.Contains(got, "The boats came home&hellip;") {
		t.Errorf("excerpt %s", got)
	}
	authors := `<!-- wp:post-author /--><!-- wp:post-author-name /-->`
	if got := show(authors); strings.Count(got, "Ada") != 2 {
		t.Errorf("authors %s", got)
	}
	p.NoAuthor = true
	if got := show(authors); strings.Contains(got, "Ada") {
		t.Errorf("authors %s", got)
	}
}
