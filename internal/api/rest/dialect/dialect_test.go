package dialect

import (
	"testing"

	"quoin/internal/platform/wire"
)

func TestReferenceNames(t *testing.T) {
	d := Reference(more())
	for in, out := range map[string]string{
		"core_block": "wp_block", "core/v2": "wp/v2", "core_id": "wp_id", "_seo_title": "_yoast_wpseo_title",
		"post": "post", "footnotes": "footnotes", "seo_head_json": "yoast_head_json",
	} {
		if got := d.Symbol(in); got != out {
			t.Errorf("%s prints as %s, want %s", in, got, out)
		}
		if got := d.FromSymbol(out); got != in {
			t.Errorf("%s reads as %s, want %s", out, got, in)
		}
	}
	if got := d.Symbol("~x"); got != "~x" {
		t.Errorf("what never was a name is printed as %s", got)
	}
	for _, own := range []string{"core_block", "core/v2", "_seo_title"} {
		if got := d.FromSymbol(own); got == own {
			t.Errorf("%s, a name of the other dialect, is understood", own)
		} else if d.Symbol(got) != own {
			t.Errorf("%s is printed as %s", own, d.Symbol(got))
		}
	}
}

// more are names as an extension brings them.
func more() Names {
	return Names{
		Paths:    []Pair{{"/seo/v1/keyword_tool", "/yoast/v1/semrush"}, {"/seo/v1", "/yoast/v1"}},
		Words:    append(append(Type("core_block", "wp_block"), Taxonomy("core_pattern_category", "wp_pattern_category")...), []Pair{{"seo_head_json", "yoast_head_json"}, {"seo/seo", "wordpress-seo/wp-seo"}}...),
		Prefixes: []Pair{{"_seo_", "_yoast_wpseo_"}},
	}
}

func TestPaths(t *testing.T) {
	d := Reference(more())
	for in, out := range map[string]string{
		"/core/v2/posts/12":                     "/wp/v2/posts/12",
		"/core/v2/core_pattern_category/3":      "/wp/v2/wp_pattern_category/3",
		"/core/v2":                              "/wp/v2",
		"/seo/v1/keyword_tool/authenticate":     "/yoast/v1/semrush/authenticate",
		"/oembed/1.0/embed":                     "/oembed/1.0/embed",
		"/batch/v1":                             "/batch/v1",
		"/core/v2/templates/a//core_block":      "/wp/v2/templates/a//core_block", // a slug is text
		"/core/v2/types/" + Mark + "core_block": "/wp/v2/types/wp_block",
		"/core/v2/plugins/" + Mark + "seo/seo":  "/wp/v2/plugins/wordpress-seo/wp-seo",
	} {
		if got := d.Path(in); got != out {
			t.Errorf("%q prints as %q, want %q", in, got, out)
		}
	}
	for out, in := range map[string]string{
		"/wp/v2/posts": "/core/v2/posts", "/WP/V2/posts": "/core/v2/posts", "/wp/v2x": "/wp/v2x", "/": "/",
	} {
		if got := d.FromPath(out); got != in {
			t.Errorf("%q reads as %q, want %q", out, got, in)
		}
	}
	if got := d.FromPath("/core/v2/posts"); got == "/core/v2/posts" {
		t.Error("the reference dialect understands own paths")
	}
	if !d.Knows("/wp/v2/posts") || d.Knows("/core/v2/posts") || d.Knows("/batch/v1") {
		t.Error("a namespace should tell its dialect")
	}
}

func TestOwnChangesNothing(t *testing.T) {
	d := Own()
	for _, s := range []string{"core_block", "wp_block", "/wp/v2/posts", "/core/v2/posts"} {
		if d.Symbol(s) != s || d.FromSymbol(s) != s || d.FromPath(s) != s || d.Path(s) != s {
			t.Errorf("%s was changed", s)
		}
	}
	ref := wire.Ref{Path: "/core/v2/types/" + Mark + "core_block", Query: "?a=" + Mark + "post"}
	if got := d.Ref("http://x/api", ref); got != "http://x/api/core/v2/types/core_block?a=post" {
		t.Errorf("printed %q", got)
	}
}
