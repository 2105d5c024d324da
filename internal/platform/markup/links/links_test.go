package links

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind, body string
		want       []string
	}{
		"page": {"text/html; charset=UTF-8", `<a href="/one/">x</a><img src="two.png" srcset="two-1.png 1x, /two-2.png 2x" style="background:url(three.png)">
			<meta property="og:url" content="https://site.example/four/"><meta name="x" content="https://other.example/">
			<meta http-equiv="refresh" content="3; url=/five/"><style>a{background:url('six.png')}</style>
			<script>let a = "https:\/\/site.example\/seven.png", b = "https://site.example/eight.js", c = "/no/"</script>
			<figure data-wp-context='{"src":"https:\/\/site.example\/nine.png"}'></figure><p>https://site.example/no/</p>`,
			[]string{
				"/five/", "/one/", "/two-2.png", "https://site.example/eight.js", "https://site.example/four/", "https://site.example/nine.png",
				"https://site.example/seven.png", "six.png", "three.png", "two-1.png", "two.png",
			}},
		"sheet":              {"text/css", `a{background:url( "a.png" )} b{src:url(b.woff2)}`, []string{"a.png", "b.woff2"}},
		"sitemap":            {"application/xml", `<?xml-stylesheet type="text/xsl" href="/s.xsl" ?><urlset><url><loc>https://site.example/?a=1&amp;b=2</loc></url></urlset>`, []string{"/s.xsl", "https://site.example/?a=1&b=2"}},
		"feed":               {"application/rss+xml", `<link>/one/</link><guid isPermaLink="false">no</guid><atom:link href="/feed/" rel="self"/>`, []string{"/feed/", "/one/"}},
		"sheet of a sitemap": {"application/xml", `<xsl:stylesheet><a href="{.}">`, nil},
		"text":               {"text/plain", `<a href="/no/">`, nil},
	} {
		got := In(c.kind, c.body, "https://site.example")
		slices.Sort(got)
		if diff := cmp.Diff(c.want, slices.Compact(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
