package live

import (
	"strings"
	"testing"
)

// TestFeedTexts finds what stands around the entries of a feed.
func TestFeedTexts(t *testing.T) {
	t.Parallel()
	const (
		post = `<a href="https://old.example/NAME/">Name &amp; more</a>`
		blog = `<a href="https://old.example">Old &amp; Sons</a>`
	)
	feed := func(summaries ...string) []byte {
		text := `<?xml version="1.0"?><rss version="2.0"><channel><link>https://old.example</link>`
		for i, s := range summaries {
			name := string(rune('a' + i))
			text += "<item><link>https://old.example/" + name + "/?utm_source=rss&amp;utm_medium=rss</link><description><![CDATA[" + strings.ReplaceAll(s, "NAME", name) + "]]></description></item>"
		}
		return []byte(text + "</channel></rss>")
	}
	for name, tt := range map[string]struct {
		feed          []byte
		before, after string
		none          bool
	}{
		"after":            {feed("<p>One</p>\n<p>The post "+post+" came first on "+blog+".</p>\n", "<p>Two <b>x</b></p>\n<p>The post "+post+" came first on "+blog+".</p>\n"), "", "The post %%POSTLINK%% came first on %%BLOGLINK%%.", false},
		"both":             {feed("<p>By <a href=\"https://old.example/author/ann/\">Ann</a></p>\n<p>One</p>\n<p>"+blog+"</p>", "<p>By <a href=\"https://old.example/?author=7\">Bo</a></p>\n<p>Two</p>\n<p>"+blog+"</p>"), "By %%AUTHORLINK%%", "%%BLOGLINK%%", false},
		"empty summaries":  {feed("<p>"+blog+"</p>", "<p>"+blog+"</p>"), "", "%%BLOGLINK%%", false},
		"tagline":          {feed("x<p><a href='#'>y</a> <a href=\"https://old.example/\">Old &amp; Sons - Stone</a></p>", "x<p><a href='#'>y</a> <a href=\"https://old.example/\">Old &amp; Sons - Stone</a></p>"), "", "<a href='#'>y</a> %%BLOGDESCLINK%%", false},
		"nothing":          {feed("One", "<p>Two</p>"), "", "", false},
		"of one entry":     {feed("<p>"+blog+"</p>", "Two"), "", "", false},
		"plain":            {feed("One<p>All ours</p>", "Two<p>All ours</p>", "<p>Three</p><p>All ours</p>", "<p>All ours</p>"), "", "All ours", false},
		"plain, of two":    {feed("One<p>All ours</p>", "Two<p>All ours</p>"), "", "", false},
		"one entry":        {feed("<p>" + blog + "</p>"), "", "%%BLOGLINK%%", false},
		"no entry":         {feed(), "", "", true},
		"no feed":          {[]byte("<html>"), "", "", true},
		"endless elements": {feed(strings.Repeat("<p>", 50_000), strings.Repeat("<p", 50_000)), "", "", false},
	} {
		if got := feedTextsOf(tt.feed, "https://old.example", "", ""); got != nil && got.tagged {
			t.Errorf("%s: links are marked: %+v", name, got)
		}
		got := feedTextsOf(tt.feed, "https://old.example", "Old & Sons", "Stone")
		if (got == nil) != tt.none || got != nil && (got.before != tt.before || got.after != tt.after) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// TestFeedLinks finds how links in feeds are marked, where all are.
func TestFeedLinks(t *testing.T) {
	t.Parallel()
	const mark = "utm_source=rss&amp;utm_medium=rss&amp;utm_campaign=a"
	for name, tt := range map[string]struct {
		links            []string
		tagged, byAnchor bool
	}{
		"plain":         {[]string{"https://old.example/a/"}, false, false},
		"all":           {[]string{"https://old.example/a/?" + mark, "https://old.example/?p=7&amp;" + mark}, true, false},
		"behind a hash": {[]string{"https://old.example/a/#" + mark}, true, true},
		"some":          {[]string{"https://old.example/a/?" + mark, "https://old.example/b/"}, false, false},
	} {
		text := "<rss><channel>"
		for _, link := range tt.links {
			text += "<item><link>" + link + "</link></item>"
		}
		got := feedTextsOf([]byte(text+"</channel></rss>"), "https://old.example", "", "")
		if got == nil || got.tagged != tt.tagged || got.byAnchor != tt.byAnchor {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
