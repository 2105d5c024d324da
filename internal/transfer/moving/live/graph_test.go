package live

import (
	"slices"
	"testing"

	"quoin/internal/platform/wire"
)

// Titles tell the form that they were made by.
func TestFormsOfTitles(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"A &amp; b | Site", "A & b", "%%title%% %%page%% %%sep%% %%sitename%%"},
		{"Book: A by Ann Lee", "A", "Book: %%title%% by %%name%%"},
		{"A by me - Site", "A", "%%title%% by me %%page%% %%sep%% %%sitename%%"},
		{"Read A", "A", "Read %%title%%"},
		{"Marked up & more | Site", "<em>Marked</em> up &amp; more", "%%title%% %%page%% %%sep%% %%sitename%%"},
		{"Other", "A", ""},
	} {
		if got := form(c[0], c[1], "%%title%%", "Site", "Ann Lee"); got != c[2] {
			t.Errorf("%s: %q, want %q", c[0], got, c[2])
		}
	}
}

// Descriptions tell that they are made of excerpts.
func TestFormsOfDescriptions(t *testing.T) {
	t.Parallel()
	for _, c := range [][4]string{
		{"Read: What it  is &amp; more", "What <b>it</b> is & more", "Other", "Read: %%excerpt%%"},
		{"Read: A long text that goes on, by us", "", "<!-- wp:paragraph --><p>A long text\nthat goes on. And on.</p>", "Read: %%excerpt%%, by us"},
		{"One", "", "One", "%%excerpt%%"},
		{"Own words", "", "A long text that goes on", "Own words"},
		{"Own words", "", "", "Own words"},
		{"Read: Beginning of it", "", "[gallery ids=\"1\"]Beginning of it", "Read: %%excerpt%%"},
		{"", "What it is", "A text", ""},
		{"What it is by Ann Lee", "What it is", "A text", "%%excerpt%% by %%name%%"},
		{"by Ann Lee", "", "A text", "by %%name%%"},
	} {
		if got := described(c[0], c[1], c[2], "Ann Lee"); got != c[3] {
			t.Errorf("%s: %q, want %q", c[0], got, c[3])
		}
	}
}

// Where those without an excerpt of their own say the rest alone, no text stands in for one.
func TestFormsOfExcerptsAlone(t *testing.T) {
	t.Parallel()
	all := []head{
		{describes: "%%excerpt%% by %%name%%", excerpted: true}, {describes: "by %%name%%"}, {describes: "by %%name%%"}, {describes: "Own"}, {describes: "Own words", excerpted: true},
		{describes: "%%excerpt%% by %%name%%", excerpted: true},
	}
	only := "%%excerpt_only%% by %%name%%"
	if got := onlyExcerpts(all); !slices.Equal(got, []string{only, only, only, "Own", "Own words", only}) {
		t.Errorf("made of excerpts alone: %q", got)
	}
	shared := []head{{describes: "%%excerpt%%", excerpted: true}, {}, {says: wire.NewObject("og_description", "A text that goes on")}}
	if got := onlyExcerpts(shared); !slices.Equal(got, []string{"%%excerpt%%", "", ""}) {
		t.Errorf("one that networks are told of: %q", got)
	}
	if got := onlyExcerpts(all[:1]); !slices.Equal(got, []string{"%%excerpt%% by %%name%%"}) {
		t.Errorf("nothing tells that: %q", got)
	}
}

// Heads tell the further wishes to search engines.
func TestRobotsOfHeads(t *testing.T) {
	t.Parallel()
	if got := robotsOf(wire.NewObject("index", "index", "snippet", "nosnippet", "imageindex", "noimageindex", "max-snippet", "max-snippet:-1")); got != "noimageindex,nosnippet" {
		t.Errorf("wishes: %q", got)
	}
}

// The piece of an account in its page's structured data isn't that of whom the site stands for.
func TestPersonOfAPage(t *testing.T) {
	t.Parallel()
	v, err := wire.Decode([]byte(`{"schema":{"@graph":[{"@type":"WebSite"},{"@type":["Person","Organization"],"@id":"https://e.test/#/schema/person/00000000000000000000000000000001"},
 {"@type":"Person","@id":"https://e.test/#/schema/person/00000000000000000000000000000002","sameAs":["https://ann.example","https://www.facebook.com/ann","https://x.com/ann"],"mainEntityOfPage":{"@id":"https://e.test/author/ann/"}}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	head := v.(*wire.Object)
	if got := personOf(head); got != "00000000000000000000000000000002" {
		t.Errorf("the person is %q", got)
	}
	if got := profilesOf(head); len(got) != 2 || got["facebook"] != "https://www.facebook.com/ann" || got["twitter"] != "ann" {
		t.Errorf("the profiles are %v", got)
	}
}

// The address of a comment tells its page.
func TestPageOfComments(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]int{"https://e.test/a/comment-page-3/#comment-9": 3, "https://e.test/?p=1&cpage=2#comment-9": 2, "https://e.test/a/#comment-9": 0} {
		if got := pageOfComment(wire.NewObject("link", link)); got != want {
			t.Errorf("%s: %d, want %d", link, got, want)
		}
	}
}

// Heads name the version of what made them, in the comment before them.
func TestVersionsOfHeads(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<!-- This site is optimized with the Yoast SEO plugin v22.7 - https://a.example/ -->\n<title>A</title>":     "22.7",
		"<!-- This site is optimized with the Yoast SEO plugin v28.4-RC1 - https://a.example/ -->\n<title>A</title>": "28.4-RC1",
		"<title>A</title>\n<!-- with the Yoast SEO plugin v1.2 - a -->":                                              "",
		"<!-- This site is optimized with the Yoast SEO plugin v<b> - https://a.example/ -->":                        "",
	} {
		r := heads{reading: &reading{types: []*wire.Object{wire.NewObject("slug", "attachment"), wire.NewObject("slug", "post", "yoast_head", text)}}}
		if got := r.version().Text("version"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
