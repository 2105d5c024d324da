package verify

import (
	"context"
	"maps"
	"net/http"
	"strings"
	"testing"
)

// Texts of a page that only the old site's program says are explained, all others aren't.
func TestTextsOfPagesAreExplained(t *testing.T) {
	t.Parallel()
	const frame = `<div class="wp-lightbox-overlay zoom"><button><span>Close</span></button><div><img data-src="a"></div></div>`
	for _, c := range []struct {
		name, was, is          string
		explained, unexplained int
	}{
		{"frame", `<p class="wp-lightbox-container">A</p>` + frame, `<p class="wp-lightbox-container">A</p>`, 2, 0},
		{"nothing is enlarged here", `<p>A</p>` + frame, `<p>A</p>`, 0, 2},
		{"said beside the frame", `<p class="wp-lightbox-container">A</p>` + frame + `<b>Close</b>`, `<p class="wp-lightbox-container">A</p>`, 1, 2},
		{"readers of screens", `<p>A</p><p id="a11y-speak-intro-text" hidden>News</p>`, `<p>A</p>`, 1, 0},
		{"a paragraph", `<p>A</p><p>News</p>`, `<p>A</p>`, 0, 1},
		{
			"password", `<form class="post-password-form"><input type="hidden" name="a" /></p><p>Enter it</p><p>Own</p></form>`,
			`<form class="post-password-form"><input type="hidden" name="a" /><p>Say it</p><p>Own</p></form>`, 1, 0,
		},
		{"no form", `<form class="post-password-form"><p>Enter it</p></form>`, `<p>Shown</p>`, 0, 1},
	} {
		said := func(body string) Said {
			return Said{URL: "https://old.example", Answer: &Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(body)}}
		}
		r, err := Pair(t.Context(), "/a/", said(c.was), said(c.is))
		if err != nil {
			t.Fatal(err)
		}
		if r.Explained != c.explained || r.Unexplained() != c.unexplained {
			t.Errorf("%s: %d explained, %d not: %+v", c.name, r.Explained, r.Unexplained(), r.Differences)
		}
	}
}

// A page that isn't here is explained where the old site says that its kind has none.
func TestKindsWithoutPages(t *testing.T) {
	t.Parallel()
	is := oneSite{
		"/wp-json/wp/v2/types": `{"note":{"rest_base":"notes","rest_namespace":"wp/v2","viewable":false},"post":{"rest_base":"posts","rest_namespace":"wp/v2","viewable":true}}`,
		"/wp-json/wp/v2/notes": `[{"id":1,"status":"publish","link":"https://old.example/note/a/"}]`,
		"/wp-json/wp/v2/posts": `[{"id":2,"status":"publish","link":"https://old.example/b/"}]`,
	}
	was := oneSite{"/note/a/": "", "/b/": ""}
	for path, text := range is {
		was[path] = text
	}
	r, err := (&Verifier{Old: was, New: is}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Explained != 1 || r.Unexplained() != 1 || r.Differences[1].Where != "/note/a/ status"+ofNoPages || r.Differences[1].Why != kindWithoutPages {
		t.Errorf("%+v", r.Differences)
	}
}

// An entry that leads visitors to the administration of the old site is shown here; one that leads elsewhere should here, too.
func TestEntriesThatLeadToTheAdministration(t *testing.T) {
	t.Parallel()
	is := oneSite{
		"/wp-json/wp/v2/types": `{"post":{"rest_base":"posts","rest_namespace":"wp/v2","viewable":true}}`,
		"/wp-json/wp/v2/posts": `[{"id":1,"status":"publish","link":"https://old.example/a/"},{"id":2,"status":"publish","link":"https://old.example/b/"}]`,
		"/a/":                  "", "/b/": "",
	}
	r, err := (&Verifier{Old: leading{is, map[string]string{"/a/": "/wp-admin/", "/b/": "/c/"}}, New: is}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Explained != 2 || r.Unexplained() != 2 {
		t.Errorf("%+v", r.Differences)
	}
}

// Redirects are compared by id in windows, and each side counts its visits.
func TestRedirectsAreCompared(t *testing.T) {
	t.Parallel()
	was := oneSite{
		"/wp-json/wp/v2/types":             `{"post":{"rest_base":"posts","rest_namespace":"wp/v2"}}`,
		"/wp-json/redirection/v1/redirect": `{"items":[{"id":1,"url":"/a","hits":2},{"id":2,"url":"/b","hits":0},{"id":3,"url":"/c","hits":0}],"total":3}`,
		"/wp-json/redirection/v1/group":    `{"items":[],"total":0}`,
	}
	is := maps.Clone(was)
	is["/wp-json/redirection/v1/redirect"] = `{"items":[{"id":2,"url":"/other","hits":0},{"id":1,"url":"/a","hits":7}],"total":2}`
	r, err := (&Verifier{Old: was, New: is, Signed: true}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, d := range r.Differences {
		found[d.Where[strings.Index(d.Where, "asc")+3:]] = d.Why != ""
	}
	want := map[string]bool{" total": false, "#1 /hits": true, "#2 /url": false, "#3 /id": false, "#3 /url": false, "#3 /hits": false}
	if !maps.Equal(found, want) {
		t.Errorf("%v, want %v", found, want)
	}
}

// leading is a site of which some addresses lead to others.
type leading struct {
	oneSite
	to map[string]string
}

func (l leading) Get(ctx context.Context, path string, signed bool) (*Answer, error) {
	if to := l.to[path]; to != "" {
		return &Answer{Status: http.StatusMovedPermanently, Header: http.Header{"Location": {l.Base() + to}}}, nil
	}
	return l.oneSite.Get(ctx, path, signed)
}

// Images in random order are the same ones; another order of others is a difference.
func TestRandomOrderIsExplained(t *testing.T) {
	t.Parallel()
	item := func(n string) string {
		return `<figure class='gallery-item'><img src=\"` + n + `\"></figure>`
	}
	entry := func(code, images string) Said {
		return Said{URL: "https://old.example", Answer: &Answer{
			Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}},
			Body: []byte(`[{"id":1,"content":{"raw":"[gallery ids='1,2'` + code + `]","rendered":"<p>A</p>` + images + `"}}]`),
		}}
	}
	for _, c := range []struct {
		code, was, is string
		explained     bool
	}{
		{" orderby='rand'", item("a") + item("b"), item("b") + item("a"), true},
		{" orderby='rand'", item("a") + item("b"), item("b"), false},
		{"", item("a") + item("b"), item("b") + item("a"), false},
	} {
		r, err := Pair(t.Context(), "/posts", entry(c.code, c.was), entry(c.code, c.is))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Differences) != 1 || (r.Explained == 1) != c.explained {
			t.Errorf("%+v", c)
		}
	}
}
