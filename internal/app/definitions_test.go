package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/platform/access"
)

const (
	bookType = `{"kind":"type","name":"book","label":"Books","labels":{"singular_name":"Book"},"public":true,"show_in_rest":true,
		"rest_base":"books","has_archive":true,"supports":["title","editor","custom-fields","revisions"],"rewrite":{"slug":"shop/books","with_front":false}}`
	genreTaxonomy = `{"kind":"taxonomy","name":"genre","label":"Genres","object_type":["book"],"hierarchical":true,"show_in_rest":true,"rest_base":"genres"}`
	bookFields    = `{"kind":"fields","name":"book-facts","object_subtype":["book"],"fields":[
		{"key":"isbn","type":"string","single":true,"default":"","show_in_rest":true},
		{"key":"price","type":"number","single":true,"show_in_rest":{"schema":{"minimum":0}}}]}`
)

func definitions(t *testing.T, list ...string) (out []*definition.Definition) {
	t.Helper()
	for _, text := range list {
		d, err := definition.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, d)
	}
	return out
}

// What is defined is served at once, by the API and on public pages; and what was
// written stays when it is removed.
func TestDefinitionsAreServed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := openSite(t, dir, "http://site.test")
	t.Cleanup(func() { _ = a.Close() })
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		a.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://site.test"+path, nil))
		return w
	}
	if w := get("/wp-json/wp/v2/books"); w.Code != 404 {
		t.Fatalf("books before they are defined: %d", w.Code)
	}
	if err := a.Env.Definitions.Apply(t.Context(), definitions(t, bookType, genreTaxonomy, bookFields)...); err != nil {
		t.Fatal(err)
	}
	ctx := access.NewContext(t.Context(), access.System())
	var id int64
	err := a.DB.InTx(ctx, func(ctx context.Context) error {
		title, text, status := "Quarries", "Stone", content.Publish
		e, err := a.Env.Entries.Create(ctx, access.System(), "book", content.Change{Title: &title, Content: &text, Status: &status,
			Meta: content.Meta{"isbn": {"978-1"}, "price": {12.5}}})
		if err == nil {
			id = e.ID
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/wp-json/wp/v2/books":               `"isbn":"978-1","price":12.5`,
		"/wp-json/wp/v2/books?slug=quarries": `"link":"http:\/\/site.test\/shop\/books\/quarries\/"`,
		"/wp-json/wp/v2/types/book":          `"has_archive":true`,
		"/wp-json/wp/v2/genres":              `[]`,
		"/shop/books/quarries/":              "Stone",
		"/shop/books/":                       "Quarries",
		"/shop/books/feed/":                  "<title>Quarries</title>",
	} {
		if w := get(path); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, without %s: %.600s", path, w.Code, want, w.Body)
		}
	}
	if err := a.Env.Definitions.Remove(t.Context(), definition.OfType, "book", false); !errors.Is(err, definition.ErrInUse) {
		t.Errorf("removing a type with entries: %v", err)
	}
	for _, d := range []struct {
		kind definition.Kind
		name string
	}{{definition.OfFields, "book-facts"}, {definition.OfTaxonomy, "genre"}, {definition.OfType, "book"}} {
		if err := a.Env.Definitions.Remove(t.Context(), d.kind, d.name, true); err != nil {
			t.Fatal(err)
		}
	}
	if w := get("/wp-json/wp/v2/books"); w.Code != 404 {
		t.Errorf("books of a removed type: %d", w.Code)
	}
	if err := a.Env.Definitions.Apply(t.Context(), definitions(t, bookType)...); err != nil {
		t.Fatal(err)
	}
	if e, err := a.DB.EntryByID(t.Context(), id); err != nil || e.Title != "Quarries" || get("/shop/books/quarries/").Code != 200 {
		t.Errorf("a book of a type that came back: %v %v", e, err)
	}
}

// openSite is a site at an address.
func openSite(t *testing.T, dir, url string) *App {
	t.Helper()
	a, err := New(t.Context(), Config{Data: dir, URL: url, NoCache: true, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}
