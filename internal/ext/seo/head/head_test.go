package head

import (
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

func vars(values map[string]string) Vars { return func(name string) string { return values[name] } }

func TestFill(t *testing.T) {
	t.Parallel()
	v := vars(map[string]string{"title": "A <b>title</b>", "sep": "-", "sitename": "Site", "page": "", "odd": "50% off"})
	for template, want := range map[string]string{
		"%%title%% %%page%% %%sep%% %%sitename%%":     "A <b>title</b> - Site",
		"%%title%% %%sep%% %%page%% %%sep%% %%nope%%": "A <b>title</b> -",
		"%%sep%% %%sitename%%":                        "- Site",
		"plain   words":                               "plain  words",
		"<i>no</i> tags":                              "no tags",
		"%%odd%%":                                     "50% off",
		"100% %%sitename%%":                           "100% Site",
		"%%SiteName%%":                                "Site",
		"":                                            "",
		"%%sitename%%%%sitename%%":                    "SiteSite",
		"%%sitename%%\n%%sep%%%%sep%%\t%%sitename%%":  "Site - Site",
		"%%ct_genre%%single%% %%sitename%%":           "Site",
		"%%sitename%% %%sep%%  %%sep%% %%unfinished%": "Site -",
	} {
		if got := v.Fill(template); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		title, content string
		want           int
	}{
		{"Two words", "", 2},
		{"", "<p>One</p><p>two</p> three", 3},
		{"", "one <pre>not these</pre> two <code>nor this</code>", 2},
		{"", "it's", 2},
		{"", "well-known", 1},
		{"", "caf\u00e9 au lait", 3},
		{"", "привет мир", 2},
		{"", "слово αβγ á слово", 2},
		{"", "3 4 5", 0},
	} {
		if got := Words(c.title, c.content); got != c.want {
			t.Errorf("%q %q: %d words, want %d", c.title, c.content, got, c.want)
		}
	}
	if got := ReadingMinutes(strings.Repeat("word ", 300)); got != 2 {
		t.Errorf("300 words take %d minutes, want 2", got)
	}
	if got := ReadingMinutes(strings.Repeat("word ", 99)); got != 0 {
		t.Errorf("99 words take %d minutes, want 0", got)
	}
}

func article() (*Site, *Page) {
	logo := &Image{URL: "https://e.test/logo.png", Width: 10, Height: 10}
	s := &Site{Home: "https://e.test/", Name: "Site", Locale: "en_US", Separator: "-", HomeCrumb: "Home", Generator: "G",
		Company: &Organization{Name: "Acme", Logo: logo}}
	p := &Page{
		Kind: Entry, Type: "post", URL: "https://e.test/a/", Title: "%%title%%", OpenGraph: "article", Published: "2026-01-02T03:04:05",
		Modified: "2026-01-03T03:04:05", Author: &Person{ID: 7, Key: "k", Name: "Ann"}, PageTypes: []string{"WebPage"}, Name: "A",
		Article: &Article{Types: []string{"Article"}, Headline: "A", Words: 3, CommentsOpen: true},
		Path:    []Crumb{{"Up", "https://e.test/up/"}}, Main: &Image{URL: "https://e.test/i.png"},
		Vars: vars(map[string]string{"title": `A "quoted" </script><script>`}),
	}
	return s, p
}

// refs are the ids that pieces have, and those that are referred to.
func refs(v any, top bool, have, used map[string]bool) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			refs(x, top, have, used)
		}
	case *wire.Object:
		id := v.Text("@id")
		if id != "" && v.Len() == 1 {
			used[id] = true
		} else if id != "" {
			have[id] = true
		}
		for _, m := range v.Members() {
			refs(m.Value, false, have, used)
		}
	}
}

func TestGraphIsWhole(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(s *Site, p *Page){
		"article":  func(*Site, *Page) {},
		"page":     func(_ *Site, p *Page) { p.Type, p.Article = "page", nil },
		"nobody":   func(s *Site, _ *Page) { s.Company = nil },
		"owner":    func(s *Site, p *Page) { s.Company, s.Owner = nil, &Person{ID: 1, Key: "o", Name: "Own"} },
		"author":   func(s *Site, p *Page) { s.Company, s.Owner, p.Kind = nil, p.Author, Author },
		"own post": func(s *Site, p *Page) { s.Company, s.Owner = nil, p.Author },
		"untitled": func(_ *Site, p *Page) { p.Name, p.Path = "", nil },
		"paged":    func(_ *Site, p *Page) { p.Paged, p.Path = true, nil },
		"front":    func(_ *Site, p *Page) { p.Front, p.Path, p.URL = true, nil, "https://e.test/" },
		"date":     func(_ *Site, p *Page) { p.Kind, p.Article, p.Main = Date, nil, nil },
		"missing":  func(_ *Site, p *Page) { p.Kind = NotFound },
	} {
		s, p := article()
		change(s, p)
		have, used := map[string]bool{}, map[string]bool{}
		h := Make(s, p)
		refs(h.JSON().Object("schema").Get("@graph"), true, have, used)
		for id := range used {
			// An article names its author by a reference that has a name too.
			if !have[id] {
				t.Errorf("%s: nothing has the id %s", name, id)
			}
		}
	}
}

func TestHeadIsSafe(t *testing.T) {
	t.Parallel()
	s, p := article()
	html := Make(s, p).HTML()
	if n := strings.Count(html, "<script"); n != 1 {
		t.Errorf("%d scripts in %s", n, html)
	}
	if strings.Contains(html, `content="A "`) {
		t.Error("a title leaves its attribute")
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	s, p := article()
	p.Robots = Robots{NoIndex: true}
	h := Make(s, p)
	if h.JSON().Has("canonical") || h.JSON().Object("robots").Has("max-snippet") {
		t.Errorf("a page that isn't to be found has %v", h.JSON().Keys())
	}
	p.Robots = Robots{NoFollow: true, NoSnippet: true, NoArchive: true}
	if got := string(wire.Encode(Make(s, p).JSON().Object("robots"), nil)); got !=
		`{"index":"index","follow":"nofollow","max-image-preview":"max-image-preview:large","max-video-preview":"max-video-preview:-1","archive":"noarchive","snippet":"nosnippet"}` {
		t.Error(got)
	}
}

// On pages the size of images stands in front of that of texts.
func TestRobotsOfPages(t *testing.T) {
	t.Parallel()
	s, p := article()
	h := Make(s, p)
	want := `<meta name="robots" content="index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1" />`
	if got := h.PageRobots(); got != want {
		t.Errorf("pages say %s", got)
	}
	if tag := RobotsTag(h.JSON()); !strings.Contains(h.HTML(), tag+"\n") || tag == want {
		t.Errorf("the head has no %s", tag)
	}
	p.Robots.NoImageIndex = true
	h = Make(s, p)
	want = `<meta name="robots" content="index, follow, max-image-preview:none, max-snippet:-1, max-video-preview:-1, noimageindex" />`
	if got := h.PageRobots(); got != want {
		t.Errorf("pages without images say %s", got)
	}
	if strings.Contains(h.HTML(), "max-image-preview") {
		t.Error("the head tells programs of the size of images that are left out")
	}
}

// TestCardsKeepTags: what variables say stays as it is in the texts of cards,
// and ends no attribute.
func TestCardsKeepTags(t *testing.T) {
	t.Parallel()
	s, p := article()
	p.CardTitle, p.CardDescription = "%%title%% <b>own</b>", "%%title%% <b>own</b>"
	p.Vars = func(string) string { return `<i>It</i> "` }
	h := Make(s, p)
	for _, name := range []string{"title", "description"} {
		if got := h.JSON().Text("twitter_" + name); got != `<i>It</i> " own` {
			t.Errorf("%s: %q", name, got)
		}
		if want := `name="twitter:` + name + `" content="&lt;i&gt;It&lt;/i&gt; &quot; own"`; !strings.Contains(h.HTML(), want) {
			t.Errorf("no %s in %s", want, h.HTML())
		}
	}
}

func TestHandle(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"acme": "@acme", "@acme": "@acme", "https://x.com/acme": "@acme", "": "", "a b!": ""} {
		if got := at(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What a template is filled with is bounded, and each value made once however
// often it stands in the templates of a head.
func TestFillIsBounded(t *testing.T) {
	t.Parallel()
	long, asked := strings.Repeat("word ", 80_000), 0
	v := Vars(func(string) string { asked++; return long })
	if got := v.Fill(strings.Repeat("%%post_content%%", 600)); len(got) > maxText || !strings.HasPrefix(got, "word word") {
		t.Errorf("%d bytes: %.40q", len(got), got)
	}
	if got := v.Fill(strings.Repeat("a ", 500_000)); len(got) > maxText {
		t.Errorf("a long template gives %d bytes", len(got))
	}
	none := 0
	Vars(func(string) string { none++; return "" }).Fill(strings.Repeat("%%a%% %%b%% ", 600))
	if asked != 1 || none != 2 {
		t.Errorf("values are made %d and %d times", asked, none)
	}
	asked = 0
	many := "%%post_content%% %%post_content%%"
	Make(&Site{}, &Page{Title: many, Description: many, SocialTitle: many, SocialDescription: many, CardTitle: many, CardDescription: many, Vars: v})
	if asked != 1 {
		t.Errorf("a head asks %d times for a value", asked)
	}
}

// A head has a bounded length whatever it is made of.
func TestHeadIsBounded(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	for _, piece := range []string{"<", "&", "\"", "a", "é", "<b>", "</script>", "%%title%%"} {
		s := strings.Repeat(piece, megabyte/len(piece))
		var texts []string
		var questions []Question
		var steps []Step
		for range 1000 {
			texts = append(texts, s[:1000])
			questions = append(questions, Question{ID: s[:900], Question: s[:900], HTML: s[:900]})
			steps = append(steps, Step{ID: s[:900], Name: s[:900], HTML: s[:900], Image: &Image{URL: s[:900], Caption: s}})
		}
		image := &Image{URL: s, Caption: s}
		person := &Person{ID: 1, Key: "k", Name: s, About: s, Page: s, Avatar: s, Logo: image, Profiles: append([]string{s}, texts...), SocialA: s, Handle: s}
		h := Make(&Site{
			Home: "https://e.test/", Name: s, Tagline: s, Locale: s, Separator: s, WebsiteName: s, AlternateName: s, Publisher: s, Handle: s,
			Owner: person, HomeCrumb: s, Company: &Organization{Name: s, AlternateName: s, Logo: image, Profiles: append([]string{s}, texts...)},
		}, &Page{
			Kind: Entry, Type: "post", URL: "https://e.test/p/", Canonical: s, Prev: s, Next: s, Title: s, Description: s, SocialTitle: s,
			SocialDescription: s, CardTitle: s, CardDescription: s, CardImage: s, Excerpt: s, Picture: image, Main: &Image{URL: s[:900], Caption: s},
			Author: person, PageTypes: []string{"WebPage", s}, FAQ: true, Questions: append(questions, Question{ID: s, Question: s, HTML: s}),
			Guides: []Guide{{Name: s, Description: s, Steps: steps}, {Name: "n", Steps: steps}},
			Path:   []Crumb{{s, s}, {s, "https://e.test/"}},
			Name:   s, Search: s,
			Article: &Article{Types: []string{"Article", s}, Headline: s, Keywords: append(texts, s), Sections: texts},
			Vars:    func(string) string { return s },
		})
		if html, json := len(h.HTML()), len(wire.Encode(h.JSON(), nil)); max(html, json) > megabyte {
			t.Errorf("%q: a head of %d bytes, of %d as an object", piece, html, json)
		}
	}
}
