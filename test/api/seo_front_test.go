package api

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/ext"
)

// TestHeadOfFrontPage looks at the heads of a page that is the front, of the one that
// lists the posts then, and of what has no head or no image.
func TestHeadOfFrontPage(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{})
		page := func(title string) string {
			return s.make("/core/v2/pages", map[string]any{"title": title, "slug": strings.ToLower(title), "status": "publish", "content": "Words."})
		}
		first, other, posts := page("Front"), page("Other"), page("News")
		for i := range 3 {
			s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", i), "status": "publish"})
		}
		if a := s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{
			"show_on_front": "page", "page_on_front": number(first), "page_for_posts": number(posts), "posts_per_page": 1,
		}); a.status != 200 {
			t.Fatalf("settings: %d %s", a.status, a.body)
		}
		const now = "http://example.org/"
		// The index knows the page by the address that it had until it is saved.
		told := func(when, former, start string) {
			t.Helper()
			page := strings.ReplaceAll(string(s.do("", "GET", "/", nil).body), `\/`, "/")
			if !strings.Contains(page, `<link rel="canonical" href="`+start+`" />`) || !strings.Contains(page, `"@id":"`+start+`#breadcrumb","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]`) {
				t.Errorf("%s the page doesn't tell %s", when, start)
			}
			for _, path := range []string{"/", "/news/"} {
				_, html, _ := s.headAt(path)
				if !strings.Contains(strings.ReplaceAll(html, `\/`, "/"), `"name":"Home","item":"`+start+`"},{"@type":"ListItem","position":2`) {
					t.Errorf("%s the path to %s doesn't begin at %s: %s", when, path, start, html)
				}
			}
			if status, _, head := s.headAt("/?p=" + first); status != 200 || head["canonical"] != now || head["og_description"] != nil {
				t.Errorf("%s with a query: %d %v", when, status, head)
			}
			status, _, head := s.headAt(former)
			if known := start != now; known != (status == 200) || known && head["canonical"] != start {
				t.Errorf("%s by its former address: %d %v", when, status, head["canonical"])
			}
		}
		told("after a program set it,", "/front/", now+"front/")
		s.do("administrator", "POST", "/api/core/v2/pages/"+first, map[string]any{"comment_status": "closed"})
		told("when it was saved,", "/front/", now)
		s.do("administrator", "POST", "/api/core/v2/settings", map[string]any{"page_on_front": number(other)})
		told("after a program set another,", "/other/", now+"other/")
		if err := s.app.Env.Site.SetOption(app.AsOperator(t.Context()), "page_on_front", number(first)); err != nil {
			t.Fatal(err)
		}
		told("after the operator set it,", "/front/", now)
		for path, wants := range map[string][]string{
			"/":             {`<link rel="canonical" href="http://example.org/" />`},
			"/news/":        {`<link rel="next" href="http://example.org/news/page/2/" />`, `<link rel="canonical" href="http://example.org/news/" />`},
			"/news/page/2/": {`Page 2 of `, `<link rel="next" href="http://example.org/news/page/3/" />`, `<link rel="prev" href="http://example.org/news/" />`},
		} {
			a := s.do("", "GET", path, nil)
			for _, want := range wants {
				if a.status != 200 || strings.Count(string(a.body), want) < 1 {
					t.Errorf("%s: %d without %s", path, a.status, want)
				}
			}
			if strings.Contains(string(a.body), "Page 2 of 2 ") || path == "/" && strings.Contains(string(a.body), "reading time") {
				t.Errorf("%s tells what isn't so", path)
			}
		}
	})
}

// TestAnswersToComments holds that links that answer a comment lead to the form, without
// scripts too, and that addresses which search engines know of such links lead to the comment
// while SEO is on.
func TestAnswersToComments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begin     func() *server
		by, usual string
	}{
		"without SEO": {func() *server {
			return start(t, app.Config{DatabaseURL: engine{"sqlite"}.database(t), Extensions: []ext.Extension{}})
		}, "replytocom", ""},
		"with SEO": {func() *server { return seoSite(t, engine{"sqlite"}, app.Config{}) }, "answer-to", "replytocom"},
	} {
		s := c.begin()
		entry := s.make("/core/v2/posts", map[string]any{"title": "Asked", "status": "publish", "date": "2026-01-02T03:04:05"})
		id := s.make("/core/v2/comments", map[string]any{"post": number(entry), "content": "Why?"})
		path := s.path("posts/" + entry)
		form := `href="http://example.org` + path + "?" + c.by + "=" + id + `#respond"`
		links := []string{`class="comment-reply-link" ` + form}
		if c.usual != "" {
			links = []string{`class="comment-reply-link" href="#comment-` + id + `"`, `<noscript> <a rel="nofollow" ` + form}
		}
		for _, link := range links {
			if page := string(s.do("", "GET", path, nil).body); !strings.Contains(page, link) {
				t.Errorf("%s: no %s", name, link)
			}
		}
		a := s.do("", "GET", path+"?b=1&"+c.by+"="+id, nil)
		for _, want := range []string{`<a href="#comment-` + id + `">`, `id="cancel-comment-reply-link" href="` + path + `?b=1#respond"`} {
			if a.status != 200 || !strings.Contains(string(a.body), want) {
				t.Errorf("%s: the form of an answer is answered %d without %s", name, a.status, want)
			}
		}
		if c.usual == "" {
			continue
		}
		a = s.do("", "GET", path+"?b=1&"+c.usual+"="+id, nil)
		if to := a.header.Get("Location"); a.status != 301 || to != "http://example.org"+path+"?b=1#comment-"+id {
			t.Errorf("%s: %d to %s", name, a.status, to)
		}
		if a = s.do("", "GET", "/?"+c.usual+"="+id, nil); a.status != 200 {
			t.Errorf("%s: the front leads elsewhere, %d", name, a.status)
		}
	}
}

// TestPathsToHidden holds that what isn't public is told in the path to what isn't either, and in
// no other.
func TestPathsToHidden(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	draft := s.make("/core/v2/pages", map[string]any{"title": "Hidden", "status": "draft"})
	for status, want := range map[string]bool{"draft": true, "publish": false} {
		page := s.make("/core/v2/pages", map[string]any{"title": "Below", "status": status, "parent": number(draft)})
		head := string(s.do("administrator", "GET", "/api/core/v2/pages/"+page+"?context=edit&_fields=seo_head_json", nil).body)
		if got := strings.Contains(head, `"name":"Hidden"`); got != want || !strings.Contains(head, `"name":"Below"`) {
			t.Errorf("the path to a page that is %s tells of the one above: %t", status, got)
		}
	}
}

// TestHeadOfDraft holds that the head of an entry without a date has that of zeros, as long as
// nobody chose one.
func TestHeadOfDraft(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	for date, want := range map[string]string{"": "-0001-11-30T00:00:00+00:00", "2026-01-02T03:04:05": "2026-01-02T03:04:05+00:00"} {
		fields := map[string]any{"title": "Later", "status": "draft"}
		if date != "" {
			fields["date"] = date
		}
		head := s.do("administrator", "GET", "/api/core/v2/posts/"+s.make("/core/v2/posts", fields)+"?context=edit", nil).object(t)
		for _, path := range []string{"article_published_time", "schema/@graph/0/datePublished", "schema/@graph/1/datePublished"} {
			if got := valueAt(head, "seo_head_json/"+path); got != want {
				t.Errorf("dated %q: %s is %s", date, path, got)
			}
		}
	}
}

// TestHeadsOfIdleAuthors holds that who has published nothing has no head, and that a
// list of users takes as many statements however long it is.
func TestHeadsOfIdleAuthors(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := seoSite(t, e, app.Config{NoCache: true})
		s.make("/core/v2/posts", map[string]any{"title": "Mine", "status": "publish"})
		list := s.do("administrator", "GET", "/api/core/v2/users?per_page=100&_fields=slug,seo_head", nil)
		if n := strings.Count(string(list.body), `"seo_head":null`); n == 0 || n != strings.Count(string(list.body), `"slug"`)-1 {
			t.Errorf("%d users without a head: %s", n, list.body)
		}
		few, many := s.statements("administrator", "/api/core/v2/users?per_page=2&orderby=id&order=desc"), s.statements("administrator", "/api/core/v2/users?per_page=4&orderby=id&order=desc")
		if many > few {
			t.Errorf("a list of 4 takes %d statements, one of 2 takes %d", many, few)
		}
	})
}

// TestImageOfMissingAttachment holds that an image whose attachment isn't there has
// the address that the text has, and a private entry a mark.
func TestImageOfMissingAttachment(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	id := s.make("/core/v2/posts", map[string]any{"title": "Kept", "status": "private", "content": `<img src="https://e.test/a.png" class="wp-image-4050">`})
	item := s.do("administrator", "GET", "/api/core/v2/posts/"+id, nil).object(t)
	if valueAt(item, "seo_head_json/og_image/0/url") != "https://e.test/a.png" || valueAt(item, "seo_head_json/schema/@graph/0/headline") != "Private: Kept" {
		t.Errorf("head %v", item["seo_head_json"])
	}
}

// TestPagesOfAListInAText holds that the head of an entry names the next page of the list in
// its text.
func TestPagesOfAListInAText(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	for i := range 3 {
		s.make("/core/v2/posts", map[string]any{"title": fmt.Sprint("Post ", i), "status": "publish"})
	}
	list := `<!-- wp:query {"queryId":5,"query":{"perPage":1,"postType":"post","inherit":false}} --><div class="wp-block-query">` +
		`<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- wp:query-pagination --><!-- wp:query-pagination-previous /-->` +
		`<!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->`
	s.make("/core/v2/pages", map[string]any{"title": "Listed", "slug": "listed", "status": "publish", "content": list})
	s.make("/core/v2/pages", map[string]any{"title": "Plain", "slug": "plain", "status": "publish", "content": "Words"})
	for path, want := range map[string]map[string]int{
		"/listed/":                {`<link rel="next" href="http://example.org/listed/?query-5-page=2" />`: 1, `rel="prev"`: 0},
		"/listed/?query-5-page=2": {`<link rel="next" href="http://example.org/listed/?query-5-page=3" />`: 1, `<link rel="prev" href="http://example.org/listed/`: 1},
		"/plain/":                 {`rel="next"`: 0, `rel="prev"`: 0},
	} {
		a := s.do("", "GET", path, nil)
		for tag, times := range want {
			if a.status != 200 || strings.Count(string(a.body), tag) != times {
				t.Errorf("%s: %d, not %d times %s", path, a.status, times, tag)
			}
		}
	}
}

// TestImageOfAText holds that an image in a text is told by the address that it has there, whatever
// attachment it is.
func TestImageOfAText(t *testing.T) {
	t.Parallel()
	s := seoSite(t, engine{"sqlite"}, app.Config{})
	image := s.picture("stone.jpg", 800, 400)
	content := `<img src="https://elsewhere.test/stone.jpg" class="wp-image-` + image + `">`
	id := s.make("/core/v2/posts", map[string]any{"title": "Shown", "status": "publish", "content": content})
	item := s.do("", "GET", "/api/core/v2/posts/"+id, nil).object(t)
	if valueAt(item, "seo_head_json/og_image/0/width") != "" || valueAt(item, "seo_head_json/og_image/0/url") != "https://elsewhere.test/stone.jpg" {
		t.Errorf("head %v", item["seo_head_json"])
	}
}

// TestAccentsInBulkList holds that texts are found whatever their accents, and that a
// list has the image of its first entry.
func TestAccentsInBulkList(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full"})
		picture := s.picture("cafe.jpg", 90, 60)
		s.make("/core/v2/posts", map[string]any{"title": "Café", "status": "publish", "featured_media": number(picture)})
		if a := s.do("", "GET", "/category/uncategorized/", nil); !strings.Contains(string(a.body), "/cafe.jpg\"") || !strings.Contains(string(a.body), "primaryImageOfPage") {
			t.Error("a list has no image of its first entry")
		}
		for _, word := range []string{"cafe", "CAFÉ"} {
			if a := s.do("administrator", "GET", "/api/seo/v1/bulk_editor/posts?content_type=post&search="+word, nil); valueAt(a.object(t), "total") != "1" {
				t.Errorf("%s: %s", word, a.body)
			}
		}
	})
}
