package app

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
)

// recorded are definitions that the reference was given as registrations.
var recorded = []string{
	`{"kind":"type","name":"book","label":"Books","public":true,"show_in_rest":true,"rest_base":"books","taxonomies":["category"],
		"supports":["title","editor","comments","custom-fields"],"rewrite":{"slug":"shop/books","with_front":false},
		"template":[["core/paragraph",{"placeholder":"What is it about?"}],["core/group",{},[["core/heading",{"level":2}]]]]}`,
	`{"kind":"type","name":"chapter","public":true,"hierarchical":true,"show_in_rest":true,"supports":["title","editor","page-attributes"]}`,
	`{"kind":"type","name":"note","show_ui":true,"show_in_rest":true,"supports":["title"],"rewrite":false}`,
	`{"kind":"type","name":"plain","public":true,"publicly_queryable":false,"show_in_rest":true}`,
	`{"kind":"taxonomy","name":"shelf","object_type":["book"],"public":false,"show_ui":true,"show_in_rest":true,"rest_base":"shelves"}`,
	`{"kind":"taxonomy","name":"genre","object_type":["book"],"public":true}`,
	`{"kind":"fields","name":"facts","object_subtype":["book"],"fields":[
		{"key":"isbn","type":"string","single":true,"show_in_rest":true},{"key":"price","type":"number","single":true,"show_in_rest":true},
		{"key":"sold","type":"boolean","single":true,"show_in_rest":true},{"key":"writers","type":"string","show_in_rest":true},
		{"key":"tones","type":"string","default":"low","show_in_rest":true},
		{"key":"parts","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"string"}}}},
		{"key":"size","type":"object","single":true,"show_in_rest":{"schema":{"properties":{"w":{"type":"integer"}}}}}]}`,
}

// What the reference answers for the same registrations, as it was recorded.
func TestDefinitionsAsRecorded(t *testing.T) {
	t.Parallel()
	a := openSite(t, t.TempDir(), "http://site.test")
	t.Cleanup(func() { _ = a.Close() })
	if err := a.Env.Definitions.Apply(t.Context(), definitions(t, recorded...)...); err != nil {
		t.Fatal(err)
	}
	parent := create(t, a, "chapter", "One", 0)
	create(t, a, "chapter", "Deep", parent)
	for _, typ := range []string{"book", "note", "plain"} {
		create(t, a, typ, "First "+typ, 0)
	}
	for _, c := range []struct{ method, path, want string }{
		// What isn't stored is the empty value of its type; of a list, its default.
		{"GET", "/wp-json/wp/v2/books", `"isbn":"","price":0,"sold":false,"writers":[],"tones":["low"],"parts":[],"size":[]}`},
		{"GET", "/wp-json/wp/v2/books", `"comment_status":"open","ping_status":"closed"`},
		// Only posts get the usual category.
		{"GET", "/wp-json/wp/v2/books", `"categories":[]`},
		{"OPTIONS", "/wp-json/wp/v2/books", `"price":{"type":"number","default":0,"title":"","description":""}`},
		{"OPTIONS", "/wp-json/wp/v2/books", `"additionalProperties":false`},
		{"GET", "/wp-json/wp/v2/types/book", `["core\/group",[],[["core\/heading",{"level":2}]]]`},
		// Addresses, also of what has no pages, and plain ones.
		{"GET", "/wp-json/wp/v2/note", `"link":"http:\/\/site.test\/?note=first-note"`},
		{"GET", "/wp-json/wp/v2/plain", `"link":"http:\/\/site.test\/plain\/first-plain\/"`},
		{"GET", "/wp-json/wp/v2/chapter?slug=deep", `"link":"http:\/\/site.test\/chapter\/one\/deep\/"`},
		{"GET", "/?book=first-book", "Text of First book"},
		{"GET", "/?chapter=one/deep", "Text of Deep"},
		// Searches offer every public type, though its entries have no pages.
		{"OPTIONS", "/wp-json/wp/v2/search", `"book","chapter","plain",`},
	} {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(c.method, "http://site.test"+c.path, nil))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d, without %s: %.3000s", c.method, c.path, w.Code, c.want, w.Body)
		}
	}
	// A term by the name of its taxonomy leads to its page.
	term := &taxonomy.Term{Taxonomy: "genre", Name: "Crime", Slug: "crime"}
	if err := a.DB.InsertTerm(t.Context(), term); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/?genre=crime&x=1": "/genre/crime/?x=1",
		// What means nothing leads to an entry whose slug begins with it, of any public type.
		"/on/": "/chapter/one/", "/chapter/de/": "/chapter/one/deep/",
	} {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://site.test"+path, nil))
		if to := w.Header().Get("Location"); w.Code != http.StatusMovedPermanently || to != "http://site.test"+want {
			t.Errorf("%s: %d %s, want %s", path, w.Code, to, want)
		}
	}
	for _, path := range []string{"/?book=no-such", "/plain/first-plain/"} {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://site.test"+path, nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// create stores a published entry of a type.
func create(t *testing.T, a *App, typ, title string, parent int64) (id int64) {
	t.Helper()
	ctx := access.NewContext(t.Context(), access.System())
	text, status := "Text of "+title, content.Publish
	err := a.DB.InTx(ctx, func(ctx context.Context) error {
		e, err := a.Env.Entries.Create(ctx, access.System(), typ, content.Change{Title: &title, Content: &text, Status: &status, Parent: &parent})
		if err == nil {
			id = e.ID
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}
