package head

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

// TestPathOfAllDates holds that what stands for all dates has a path without steps where paths
// don't begin with the site, else none.
func TestPathOfAllDates(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"Home": "", "": `"@id":"#breadcrumb","itemListElement":[]`} {
		s, _ := article()
		s.HomeCrumb = name
		html := Make(s, &Page{Kind: Date, Name: "In"}).HTML()
		if has := strings.Contains(html, "BreadcrumbList"); has != (want != "") || !strings.Contains(html, want) {
			t.Errorf("paths that begin with %q: %s", name, html)
		}
	}
}

// TestAddresses holds that further pages of a list are parts of the first, and
// that results of a search are known by no address.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page                  Page
		canonical, social, id string
		crumbs, crumbsAnchor  string
	}{
		"list":                {Page{Kind: Term, URL: "https://e.test/t/", Name: "T"}, "https://e.test/t/", "https://e.test/t/", "https://e.test/t/", "Home T", "https://e.test/t/"},
		"second":              {Page{Kind: Term, URL: "https://e.test/t/page/2/", Usual: "https://e.test/t/", Name: "T"}, "https://e.test/t/page/2/", "https://e.test/t/", "https://e.test/t/", "Home T", "https://e.test/t/page/2/"},
		"chosen":              {Page{Kind: Term, URL: "https://e.test/t/", Canonical: "https://e.test/c/", Name: "T"}, "https://e.test/c/", "https://e.test/c/", "https://e.test/t/", "Home T", "https://e.test/c/"},
		"date":                {Page{Kind: Date, URL: "https://e.test/2026/", Name: "In 2026"}, "https://e.test/2026/", "https://e.test/2026/", "https://e.test/2026/", "Home In 2026", "https://e.test/2026/"},
		"no date":             {Page{Kind: Date, Name: "In"}, "", "", "", "", ""},
		"front page":          {Page{Kind: Entry, URL: "https://e.test/", PageTypes: []string{"WebPage"}, Front: true, Name: "A"}, "https://e.test/", "https://e.test/", "https://e.test/", "Home A", "https://e.test/"},
		"front page visited":  {Page{Kind: Entry, URL: "https://e.test/", PageTypes: []string{"WebPage"}, Front: true, Visited: true, Name: "A"}, "https://e.test/", "https://e.test/", "https://e.test/", "Home", "https://e.test/"},
		"search":              {Page{Kind: Search, URL: "https://e.test/?s=x", Shared: "https://e.test/search/x/", Search: "x", Name: "Searched x"}, "", "https://e.test/search/x/", "https://e.test/?s=x", "Home Searched x", ""},
		"search for nothing":  {Page{Kind: Search, URL: "https://e.test/?s=", Name: "Searched"}, "", "", "https://e.test/?s=", "Home Searched", ""},
		"home asked for":      {Page{Kind: Home, URL: "https://e.test/", Front: true, Name: "Home"}, "https://e.test/", "https://e.test/", "https://e.test/", "Home Home", "https://e.test/"},
		"home without a step": {Page{Kind: Home, URL: "https://e.test/", Front: true}, "https://e.test/", "https://e.test/", "https://e.test/", "Home", "https://e.test/"},
		"home visited":        {Page{Kind: Home, URL: "https://e.test/", Front: true, Visited: true, Name: "Home"}, "https://e.test/", "https://e.test/", "https://e.test/", "Home", "https://e.test/"},
		"first of an entry": {Page{Kind: Entry, URL: "https://e.test/a/", PageTypes: []string{"WebPage"}, Path: []Crumb{{"Up", "https://e.test/up/"}}, Paged: true, Name: "A"},
			"https://e.test/a/", "https://e.test/a/", "https://e.test/a/", "Home Up", "https://e.test/a/"},
	} {
		s, _ := article()
		fields := Make(s, &c.page).JSON()
		if fields.Text("canonical") != c.canonical || fields.Text("og_url") != c.social {
			t.Errorf("%s: canonical %q, told %q", name, fields.Text("canonical"), fields.Text("og_url"))
		}
		if about := strings.Contains(Make(s, &c.page).HTML(), `"about"`); about != (c.page.Front && c.page.Visited) {
			t.Errorf("%s: tells whom the site stands for: %v", name, about)
		}
		var id, crumbs, anchor string
		for _, piece := range fields.Object("schema").Get("@graph").([]any) {
			switch o := piece.(*wire.Object); {
			case o.Has("isPartOf"):
				id = o.Text("@id")
				if address := o.Text("url"); c.page.Kind == Search && address != c.id {
					t.Errorf("%s: the page is at %q", name, address)
				}
			case o.Text("@type") == "BreadcrumbList":
				anchor = strings.TrimSuffix(o.Text("@id"), crumbsHash)
				var names []string
				for _, step := range o.Get("itemListElement").([]any) {
					names = append(names, step.(*wire.Object).Text("name"))
				}
				crumbs = strings.Join(names, " ")
			}
		}
		if id != c.id || crumbs != c.crumbs || anchor != c.crumbsAnchor {
			t.Errorf("%s: page %q with the path %q of %q", name, id, crumbs, anchor)
		}
	}
}

// TestTextsOfTheirOwn holds that nothing stands in for a text that somebody
// wrote, also when its variables are empty.
func TestTextsOfTheirOwn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page               Page
		title, description string
	}{
		"none":              {Page{Excerpt: "Excerpt"}, "Title", "Excerpt"},
		"description":       {Page{Description: "D", Excerpt: "Excerpt"}, "Title", "D"},
		"social":            {Page{SocialTitle: "S", SocialDescription: "SD", Description: "D"}, "S", "SD"},
		"empty variables":   {Page{SocialTitle: "%%none%%", SocialDescription: "%%none%%", Description: "D"}, "", ""},
		"empty description": {Page{Description: "%%none%%", Excerpt: "Excerpt"}, "Title", ""},
	} {
		s, _ := article()
		c.page.Kind, c.page.Title, c.page.URL, c.page.Vars = Entry, "Title", "https://e.test/a/", vars(nil)
		c.page.PageTypes = []string{"WebPage"}
		fields := Make(s, &c.page).JSON()
		if got := fields.Text("og_title"); got != c.title {
			t.Errorf("%s: title %q, want %q", name, got, c.title)
		}
		if got := fields.Text("og_description"); got != c.description {
			t.Errorf("%s: description %q, want %q", name, got, c.description)
		}
	}
}
