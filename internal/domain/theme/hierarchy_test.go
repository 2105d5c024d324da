package theme

import (
	"slices"
	"strings"
	"testing"
)

func TestCandidates(t *testing.T) {
	t.Parallel()
	names := Names{PostTypes: []string{"post", "page", "core_block"}, Taxonomies: []string{"category", "genre", "post_tag"}}
	for _, tt := range []struct {
		slug   string
		custom bool
		prefix string
		want   string
	}{
		{"index", true, "", "index"},
		{"anything", true, "page", "page singular index"},
		{"front-page", false, "", "front-page home index"},
		{"home", false, "", "home index"},
		{"header", false, "", "header index"},
		{"404", false, "", "404 index"},
		{"single-post-hello", false, "", "single-post-hello single-post single singular index"},
		{"single-post", false, "", "single-post single singular index"},
		{"single-core_block-x", false, "", "single-core_block-x single-core_block single singular index"},
		{"single-film-x", false, "", "single-film-x singular index"},
		{"single-postcard", false, "", "single-postcard single-post single singular index"},
		{"page-about", false, "", "page-about page singular index"},
		{"page-about", false, "page", "page-about page singular index"},
		{"attachment", false, "", "attachment single singular index"},
		{"author-x", false, "", "author-x author archive index"},
		{"category-a", false, "category", "category-a category archive index"},
		{"taxonomy-genre-folk", false, "", "taxonomy-genre-folk taxonomy-genre taxonomy archive index"},
		{"taxonomy-genre-folk", false, "taxonomy-genre", "taxonomy-genre-folk taxonomy-genre taxonomy archive index"},
		{"taxonomy-none", false, "", "taxonomy-none archive index"},
		{"date", false, "", "date archive index"},
		{"archive-film", false, "", "archive-film archive index"},
		{"taxonomy", false, "taxonomy", "taxonomy archive index"},
	} {
		got := strings.Join(Candidates(tt.slug, tt.custom, tt.prefix, names), " ")
		if got != tt.want {
			t.Errorf("%q custom %v prefix %q:\ngot  %s\nwant %s", tt.slug, tt.custom, tt.prefix, got, tt.want)
		}
	}
}

func TestHierarchyFor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		request Request
		want    string
	}{
		{Request{Kind: RequestFront, PostsOnFront: true}, "front-page home index"},
		{Request{Kind: RequestFront, ID: 7, Slug: "hi"}, "front-page page-hi page-7 page singular index"},
		{Request{Kind: RequestHome}, "home index"},
		{Request{Kind: RequestPage, ID: 7, Slug: "hi", Template: "page-bare"}, "page-bare page-hi page-7 page singular index"},
		{Request{Kind: RequestPage, ID: 7, Slug: "hi", PrivacyPolicy: true}, "privacy-policy page-hi page-7 page singular index"},
		{Request{Kind: RequestPage, ID: 7, Template: "../secret"}, "page-7 page singular index"},
		{Request{Kind: RequestPage, ID: 7, Template: "default"}, "page-7 page singular index"},
		{Request{Kind: RequestPage, ID: 7, Slug: "caf%c3%a9"}, "page-café page-caf%c3%a9 page-7 page singular index"},
		{Request{Kind: RequestSingle, ID: 7, Type: "post", Slug: "hi"}, "single-post-hi single-post single singular index"},
		{Request{Kind: RequestAttachment, Slug: "pic", MediaType: "image/png"},
			"image-png png image attachment single-attachment-pic single-attachment single singular index"},
		{Request{Kind: RequestCategory, ID: 3, Slug: "news"}, "category-news category-3 category archive index"},
		{Request{Kind: RequestTag, ID: 3, Slug: "news"}, "tag-news tag-3 tag archive index"},
		{Request{Kind: RequestTaxonomy, Type: "genre", ID: 3, Slug: "folk"},
			"taxonomy-genre-folk taxonomy-genre-3 taxonomy-genre taxonomy archive index"},
		{Request{Kind: RequestAuthor, ID: 2, Slug: "ann"}, "author-ann author-2 author archive index"},
		{Request{Kind: RequestDate}, "date archive index"},
		{Request{Kind: RequestPostTypeIndex, Type: "film"}, "archive-film archive index"},
		{Request{Kind: RequestSearch}, "search index"},
		{Request{Kind: RequestNotFound}, "404 index"},
		{Request{Kind: "strange"}, "index"},
	} {
		if got := strings.Join(HierarchyFor(tt.request), " "); got != tt.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", tt.request, got, tt.want)
		}
	}
}

func TestKnownTypes(t *testing.T) {
	t.Parallel()
	var slugs []string
	for _, k := range TemplateTypes(nil) {
		if k.Title == "" || k.Description == "" || slices.Contains(slugs, k.Slug) {
			t.Errorf("%+v", k)
		}
		slugs = append(slugs, k.Slug)
	}
	if len(slugs) != 26 || slugs[0] != "index" || slugs[25] != "taxonomy-post_format-post-format-audio" {
		t.Errorf("%d types: %v", len(slugs), slugs)
	}
	if CleanArea("header") != "header" || CleanArea("roof") != "uncategorized" || CleanArea("") != "uncategorized" {
		t.Error("areas")
	}
}

func TestKebabCase(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"heroTitle2": "hero-title-2", "2xl": "2-xl", "4-3": "4-3", "ABCDef": "abc-def", "Extra Large": "extra-large",
		"x_large": "x-large", "XMLHttp": "xml-http", "line-height": "line-height", "1st": "1st", "foo1ST": "foo-1st",
		"21sts": "21-sts", "it's": "its", "": "", "--": "",
	} {
		if got := KebabCase(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

func TestPartReferences(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`<!-- wp:template-part {"slug":"top"} /-->`:                                        `<!-- wp:template-part {"slug":"top","theme":"x--y"} /-->`,
		`<!-- wp:template-part /-->`:                                                       `<!-- wp:template-part {"theme":"x--y"} /-->`,
		`<!-- wp:template-part {"slug":"a","theme":"b"} /-->`:                              `<!-- wp:template-part {"slug":"a","theme":"b"} /-->`,
		`<!-- wp:group -->A<!-- wp:template-part {"slug":"é<a/b"} /-->B<!-- /wp:group -->`: `<!-- wp:group -->A<!-- wp:template-part {"slug":"é\u003ca/b","theme":"x--y"} /-->B<!-- /wp:group -->`,
		"<p>plain</p>":                       "<p>plain</p>",
		`<!-- wp:template-part {broken /-->`: `<!-- wp:template-part {broken /-->`,
	} {
		want = strings.ReplaceAll(want, "x--y", `x\u002d\u002dy`)
		got := WithThemeAttribute(in, "x--y")
		if got != want {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
		if again := WithThemeAttribute(got, "z"); again != got {
			t.Errorf("a second time changes %s to %s", got, again)
		}
	}
	if got := WithoutThemeAttribute(`a<!-- wp:template-part {"theme":"b","slug":"a"} /-->z`); got != `a<!-- wp:template-part {"slug":"a"} /-->z` {
		t.Errorf("got %s", got)
	}
}
