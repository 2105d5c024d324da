package verify

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// typed answers with the type of what it has, by the end of a path.
type typed struct{ oneSite }

func (s typed) Get(ctx context.Context, path string, signed bool) (*Answer, error) {
	a, err := s.oneSite.Get(ctx, path, signed)
	before, _, _ := strings.Cut(path, "?")
	for end, kind := range map[string]string{"/feed/": "application/rss+xml", ".xml": "text/xml", ".txt": "text/plain", ".mp3": "audio/mpeg", ".jpg": "image/jpeg", "/a/": "text/html"} {
		if strings.HasSuffix(before, end) {
			a.Header.Set("Content-Type", kind+"; charset=UTF-8")
		}
	}
	return a, err
}

func lostOf(t *testing.T, was, is oneSite, kept func(kind string, id int64, key string) bool) []string {
	t.Helper()
	r, err := (&Verifier{Old: typed{was}, New: typed{is}, Signed: true, Kept: kept}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lost []string
	for _, d := range r.Differences {
		if d.Why == "" {
			lost = append(lost, d.Where)
		}
	}
	return lost
}

// What a form for a password says is in own words, also in feeds, where both sides ask for one.
func TestFormsForPasswordsInFeeds(t *testing.T) {
	t.Parallel()
	feed := func(item string) oneSite {
		return oneSite{
			"/wp-json/wp/v2/types": `{}`,
			"/feed/":               `<?xml version="1.0"?><rss><channel><item><encoded><![CDATA[` + item + `]]></encoded></item></channel></rss>`,
		}
	}
	form := func(says string) string {
		return `<form action="x" class="post-password-form" method="post"><p>` + says + `</p></form>`
	}
	if lost := lostOf(t, feed(form("Enter it")), feed(form("Say it")), nil); len(lost) > 0 {
		t.Errorf("a form in own words differs: %v", lost)
	}
	if lost := lostOf(t, feed(form("Enter it")), feed("<p>Shown to all</p>"), nil); len(lost) != 1 {
		t.Errorf("a form that is missing has a reason: %v", lost)
	}
	if lost := lostOf(t, feed(form("Enter it")+form("Once more")), feed(form("Say it")), nil); len(lost) != 1 {
		t.Errorf("one of two forms is missing and has a reason: %v", lost)
	}
}

// What visitors get beside pages is compared by what is in it: items of feeds and their texts,
// entries of sitemaps and of those that they name, what robots may do, files and their sizes.
func TestDocumentsAreCompared(t *testing.T) {
	t.Parallel()
	was := oneSite{
		"/wp-json/wp/v2/types": `{"attachment":{"rest_base":"media","rest_namespace":"wp/v2"}}`,
		"/wp-json/wp/v2/media": `[{"id":1,"source_url":"https://old.example/up/a.jpg","media_details":{"sizes":{"thumbnail":{"source_url":"https://old.example/up/a-150.jpg"}}}},` +
			`{"id":2,"source_url":"https://old.example/up/b.mp3","media_details":{}}]`,
		"/up/a.jpg": "whole", "/up/a-150.jpg": "small", "/up/b.mp3": "sound",
		"/feed/": `<?xml version="1.0"?><rss><channel><generator>old</generator><title>Site</title>` +
			`<item><title>One</title><content><![CDATA[<p>Text of <b>one</b></p>]]></content></item><item><title>Two</title></item></channel></rss>`,
		"/sitemap_index.xml": `<sitemapindex><sitemap><loc>https://old.example/post-sitemap.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>`,
		"/post-sitemap.xml":  `<urlset><url><loc>https://old.example/a/</loc></url><url><loc>https://old.example/b/</loc></url></urlset>`,
		"/robots.txt":        "# made by a program\nUser-agent: *\nDisallow: /secret/\n",
	}
	same := maps.Clone(was)
	same["/feed/"] = strings.Replace(was["/feed/"], ">old<", ">new<", 1)
	same["/robots.txt"] = "User-agent: *\nDisallow: /secret/\n"
	if lost := lostOf(t, was, same, nil); len(lost) > 0 {
		t.Errorf("what is the same differs: %v", lost)
	}
	for change, is := range map[string]func(oneSite){
		"/feed/ rss/channel/item/title":   func(s oneSite) { s["/feed/"] = strings.Replace(s["/feed/"], "<title>Two</title>", "", 1) },
		"/feed/ rss/channel/item/content": func(s oneSite) { s["/feed/"] = strings.Replace(s["/feed/"], "Text of ", "", 1) },
		"/sitemap_index.xml sitemapindex/sitemap/lastmod": func(s oneSite) {
			s["/sitemap_index.xml"] = strings.Replace(s["/sitemap_index.xml"], "01-01", "01-02", 1)
		},
		"/post-sitemap.xml urlset/url/loc": func(s oneSite) { s["/post-sitemap.xml"] = strings.Replace(s["/post-sitemap.xml"], "/b/", "/a/", 1) },
		"/robots.txt":                      func(s oneSite) { s["/robots.txt"] = "User-agent: *\n" },
		"/up/b.mp3 bytes":                  func(s oneSite) { s["/up/b.mp3"] = "s" },
		"/up/a.jpg bytes":                  func(s oneSite) { s["/up/a.jpg"] = "whale" },
		"/up/a-150.jpg status":             func(s oneSite) { delete(s, "/up/a-150.jpg") },
	} {
		changed := maps.Clone(same)
		is(changed)
		if lost := lostOf(t, was, changed, nil); len(lost) != 1 || lost[0] != change {
			t.Errorf("%s: lost %v", change, lost)
		}
	}
}

// One path is compared in the same way: a comment that a program makes in what robots may do is
// no difference, an item of a feed is, and texts of files differ by more than the address.
func TestPairsOfDocuments(t *testing.T) {
	t.Parallel()
	const feed = `<rss><channel><item><content><![CDATA[<p>One</p>]]></content></item></channel></rss>`
	for _, c := range []struct {
		path, kind, was, is string
		differ              int
	}{
		{"/robots.txt", "text/plain", "# old\nDisallow: /a/\n", "Disallow: /a/\n", 0},
		{"/robots.txt", "text/plain", "Disallow: /a/\n", "Disallow: /b/\n", 1},
		{"/feed/", "application/rss+xml", feed, feed, 0},
		{"/feed/", "application/rss+xml", feed, strings.Replace(feed, "One", "Two", 1), 1},
		{"/wp-content/a.css", "text/css", "a { b: url(https://old.example/c.png) }", "a { b: url(https://new.example/c.png) }", 0},
		{"/wp-content/a.css", "text/css", "a { b: url(https://old.example/c.png) }", "a { b: url(https://new.example/d.png) }", 1},
		{"/wp-content/a.jpg", "image/jpeg", "https://old.example", "https://new.example", 1},
	} {
		said := func(base, body string) Said {
			return Said{URL: base, Answer: &Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {c.kind}}, Body: []byte(body)}}
		}
		r, err := Pair(t.Context(), c.path, said("https://old.example", c.was), said("https://new.example", c.is))
		if err != nil || r.Unexplained() != c.differ {
			t.Errorf("%s %q, %q: %v, %+v", c.path, c.was, c.is, err, r.Differences)
		}
	}
}

// What is gone with its whole thing, with a role, or isn't kept has no reason to be missing.
func TestLossesAreNotExplained(t *testing.T) {
	t.Parallel()
	was := oneSite{
		"/wp-json/wp/v2/types": `{"post":{"rest_base":"posts","rest_namespace":"wp/v2"}}`,
		"/wp-json/wp/v2/posts": `[{"id":1,"meta":{"mood":"glad"}},{"id":2,"meta":{"mood":"sad"}}]`,
		"/wp-json/wp/v2/users": `[{"id":7,"roles":["librarian"],"capabilities":{"edit_places":true}},{"id":8,"roles":["editor"],"capabilities":{"shop":true}}]`,
	}
	is := maps.Clone(was)
	is["/wp-json/wp/v2/posts"] = `[{"id":1,"meta":{}}]`
	is["/wp-json/wp/v2/users"] = `[{"id":7,"roles":["editor"],"capabilities":{}},{"id":8,"roles":["editor"],"capabilities":{}}]`
	for _, c := range []struct {
		kept bool
		want string
	}{
		{true, "#2 /id #2 /meta/mood #7 /roles/0 #7 /capabilities/edit_places"},
		{false, "#1 /meta/mood #2 /id #2 /meta/mood #7 /roles/0 #7 /capabilities/edit_places"},
	} {
		asked := func(kind string, id int64, key string) bool {
			if kind != "post" || id != 1 || key != "mood" {
				t.Errorf("asked for %s %d %s", kind, id, key)
			}
			return c.kept
		}
		var got []string
		for _, where := range lostOf(t, was, is, asked) {
			_, at, _ := strings.Cut(where, "#")
			got = append(got, "#"+at)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("lost %v, want %s", got, c.want)
		}
	}
}

// A file that is too large to compare doesn't end the comparison, and is named.
func TestLargeFilesAreNamed(t *testing.T) {
	t.Parallel()
	r := (&Verifier{Old: oneSite{}, New: oneSite{}}).begin()
	r.page("/wp-content/uploads/film.mp4", &Answer{Status: http.StatusOK, Header: http.Header{}, tooLarge: true}, &Answer{Status: http.StatusOK, Header: http.Header{}})
	if len(r.report.Differences) != 1 || r.report.Differences[0].Why == "" {
		t.Errorf("%+v", r.report)
	}
}
