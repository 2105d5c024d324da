package sitemaps

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/content"
)

func TestImagesIn(t *testing.T) {
	files := map[int64]string{7: "https://site.example/wp-content/uploads/whole.jpg"}
	for _, c := range []struct{ text, want string }{
		{"no image", ""},
		{`<img src="https://site.example/a.jpg">`, "https://site.example/a.jpg"},
		{`<IMG SRC='/a.jpg'/>`, "https://site.example/a.jpg"},
		{`<img src="//site.example/a.jpg">`, "https://site.example/a.jpg"},
		{`<img src="a.jpg"><img src=""><img src="data:image/png;base64,x"><img src="https://%zz/">`, ""},
		{`<img src="https://other.example/a.jpg">`, ""},
		{`<img class="wp-image-7 size-large" src="https://site.example/a-300x200.jpg">`, files[7]},
		{`<img class="wp-image-7" src="/a-300x200.jpg?w=9">`, files[7] + "?w=9"},
		{`<img class="wp-image-7 size-full" src="/a.jpg">`, "https://site.example/a.jpg"},
		{`<img class="wp-image-8" src="/a.jpg">`, "https://site.example/a.jpg"},
		{`<img src="/a.jpg?b=1&amp;c=2"><p><img src="/b.jpg">`, "https://site.example/a.jpg?b=1&c=2 https://site.example/b.jpg"},
	} {
		var got []string
		for _, i := range imagesIn(c.text, "https://www.site.example", files) {
			got = append(got, strings.Replace(i.Loc, "www.", "", 1))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	if got := imagesIn(strings.Repeat(`<img src="/a.jpg">`, maxImages+5), "https://site.example", nil); len(got) != maxImages {
		t.Errorf("%d images", len(got))
	}
}

func TestGalleries(t *testing.T) {
	for text, want := range map[string]string{
		"[gallery]":                               "[{[] 3}]",
		`[gallery id="9" columns="2"]`:            "[{[] 9}]",
		`[gallery ids="4, 5,x,6"] [gallery]`:      "[{[4 5 6] 0} {[] 3}]",
		`[gallery include="4"]`:                   "[{[4] 0}]",
		`[[gallery]] [galleries] gallery`:         "[]",
		`[gallery ids="99999999999999999999999"]`: "[{[999999999999999999 99999] 0}]",
	} {
		if got := fmt.Sprint(galleries(&content.Entry{ID: 3, Content: text})); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for want, c := range map[string]struct {
		kind, of string
		number   int
	}{
		IndexPath: {"", "", 1}, "/post-sitemap.xml": {"posts", "post", 1}, "/category-sitemap3.xml": {"taxonomies", "category", 3}, "/author-sitemap2.xml": {"users", "", 2},
	} {
		if got := Of(c.kind, c.of, c.number); got != want {
			t.Errorf("%v: %s, want %s", c, got, want)
		}
	}
}
