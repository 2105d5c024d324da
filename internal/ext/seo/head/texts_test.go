package head

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/internal/platform/wire"
)

// TestPathsWithoutAStart holds that paths begin without a step for the site when it
// has no name, and that a path of one step is none.
func TestPathsWithoutAStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		page  Page
		steps int
	}{
		"below": {Page{Path: []Crumb{{"Up", "https://e.test/up/"}}}, 2},
		"alone": {Page{}, 0},
	} {
		s, _ := article()
		s.HomeCrumb = ""
		c.page.Kind, c.page.URL, c.page.Name, c.page.PageTypes = Entry, "https://e.test/a/", "A", []string{"WebPage"}
		html := Make(s, &c.page).HTML()
		if got := strings.Count(html, `"ListItem"`); got != c.steps {
			t.Errorf("%s: %d steps: %s", name, got, html)
		}
	}
}

// TestPathsToNothing holds that an entry without a name is no step of its own path, whose steps
// all lead somewhere.
func TestPathsToNothing(t *testing.T) {
	t.Parallel()
	s, _ := article()
	s.HomeCrumb = "Home"
	html := Make(s, &Page{Kind: Entry, URL: "https://e.test/a/", Path: []Crumb{{"Up", "https://e.test/up/"}}, PageTypes: []string{"WebPage"}}).HTML()
	if strings.Count(html, `"ListItem"`) != 2 || !strings.Contains(html, `"name":"Up","item":"https:\/\/e.test\/up\/"`) {
		t.Errorf("%s", html)
	}
}

// TestBackslashes holds that descriptions lose the escapes that somebody wrote, and
// titles keep them.
func TestBackslashes(t *testing.T) {
	t.Parallel()
	s, _ := article()
	fields := Make(s, &Page{Kind: Entry, URL: "https://e.test/a/", Title: `a\b`, Description: `a\b`, PageTypes: []string{"WebPage"}}).JSON()
	if fields.Text("title") != `a\b` || fields.Text("description") != "ab" || fields.Text("og_description") != "ab" {
		t.Errorf("title %q, description %q, told %q", fields.Text("title"), fields.Text("description"), fields.Text("og_description"))
	}
}

// TestTitleOfNothing holds that a head has the name of the site for a title whose template
// says nothing, and tells so.
func TestTitleOfNothing(t *testing.T) {
	t.Parallel()
	s, p := article()
	s.Name, p.Title = "Site", "%%nothing%%"
	h := Make(s, p)
	if h.Title() != "" || h.JSON().Text("title") != "Site" || h.JSON().Has("og_title") || !strings.Contains(h.HTML(), "\n"+TitleElement("Site")) {
		t.Errorf("%q: %s", h.Title(), h.HTML())
	}
	p.Title = "Own"
	if h := Make(s, p); h.Title() != "Own" || h.JSON().Text("title") != "Own" {
		t.Errorf("%q: %s", h.Title(), h.HTML())
	}
}

// TestSearchURL holds how the address of results of a search is written.
func TestSearchURL(t *testing.T) {
	t.Parallel()
	for phrase, want := range map[string]string{"": "?s", "a b": "?s=a%20b", "<b>": "?s=%26lt%3Bb%26gt%3B"} {
		if got := SearchURL("https://e.test/", phrase); got != "https://e.test/"+want {
			t.Errorf("%q: %s", phrase, got)
		}
	}
}

// TestThumbnails holds that the small form of an image is where the text has it.
func TestThumbnails(t *testing.T) {
	t.Parallel()
	s, p := article()
	p.Main, p.Thumbnail = &Image{URL: "https://e.test/a.png"}, "https://e.test/a.png?w=150"
	html := strings.ReplaceAll(Make(s, p).HTML(), `\/`, "/")
	if strings.Count(html, `"thumbnailUrl":"https://e.test/a.png?w=150"`) != 2 || strings.Count(html, `"url":"https://e.test/a.png"`) != 1 {
		t.Errorf("image and its small form: %s", html)
	}
}

// TestPronouns holds that a person's pronouns are told where somebody said them.
func TestPronouns(t *testing.T) {
	t.Parallel()
	s, p := article()
	for said, want := range map[string]any{"she": "she", " <b>they</b> & them ": "they & them", "": nil, "<br>": nil} {
		s.Company, s.Owner = nil, &Person{ID: 9, Key: "o", Name: "Olga", Pronouns: said}
		for _, piece := range Make(s, p).JSON().Object("schema").Get("@graph").([]any) {
			if o := piece.(*wire.Object); o.Text("name") == "Olga" && o.Get("pronouns") != want {
				t.Errorf("%q: %v, want %v", said, o.Get("pronouns"), want)
			}
		}
	}
}

// TestProfiles holds that a page that is a profile is about its author, and about whom
// the site stands for.
func TestProfiles(t *testing.T) {
	t.Parallel()
	s, p := article()
	for name, owns := range map[string]func(s *Site){
		"a company":        func(s *Site) { s.Company = &Organization{Name: "Acme", Logo: &Image{}} },
		"another person":   func(s *Site) { s.Company, s.Owner = nil, &Person{ID: 9, Key: "o", Name: "Olaf"} },
		"the author alone": func(s *Site) { s.Company = nil },
	} {
		s := *s
		owns(&s)
		for _, types := range [][]string{{"WebPage"}, {"WebPage", "ProfilePage"}} {
			p.PageTypes = types
			about := 0
			for _, piece := range Make(&s, p).JSON().Object("schema").Get("@graph").([]any) {
				o := piece.(*wire.Object)
				if id := o.Text("@id"); (strings.Contains(id, organizationHash) || strings.Contains(id, personHash)) && o.Has("mainEntityOfPage") {
					about++
				}
			}
			want := 0
			if len(types) > 1 {
				want = 1
				if s.Company != nil || s.Owner != nil {
					want = 2
				}
			}
			if about != want {
				t.Errorf("%s, %v: the page is about %d, not %d", name, types, about, want)
			}
		}
	}
}

// TestVariables holds where variables stand to the pattern that tells it.
func TestVariables(t *testing.T) {
	t.Parallel()
	pattern := regexp.MustCompile(`%%([^%]+(?:%%single)?)%%?`)
	pieces := []string{"%", "%%", "%%%", "title", "single", "%%single", "%%single%%", " ", "é", "%%sep%%"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := ""
		for range random.IntN(9) {
			text += pieces[random.IntN(len(pieces))]
		}
		var want [][2]int
		for _, at := range pattern.FindAllStringIndex(text, 3) {
			want = append(want, [2]int{at[0], at[1]})
		}
		if got := variables(text, 3); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestCodeIsFound holds that no element of code is overlooked that is closed.
func TestCodeIsFound(t *testing.T) {
	t.Parallel()
	for text, words := range map[string]int{
		"a <pre>b</pre> c": 2, "a <PRE>b</PrE> c": 2, "a <code>b</CODE> c": 2, "a <p>b</p> c": 3, "a </": 1, "a </p": 1, "<i>a</i> <code x>b</code>": 1,
	} {
		if n := Words("", text); n != words {
			t.Errorf("%q has %d words, want %d", text, n, words)
		}
	}
	if Words("", "Слово ещё") != 2 {
		t.Error("Cyrillic words aren't counted")
	}
}
