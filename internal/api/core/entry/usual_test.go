package entry_test

import (
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/types"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
)

// book is a type that the site doesn't have, said in one place.
func book() *content.Type {
	books := *content.Builtin()[0]
	books.Name, books.Words, books.RESTBase, books.Sticky = "book", content.Words{Plural: "Books", Singular: "Book"}, "books", false
	books.Taxonomies, books.Supports = nil, []string{"title", "editor", "page-attributes", "revisions"}
	return &books
}

// TestTypeOfOnesOwn makes a post-like resource of nothing but a declaration.
func TestTypeOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Types.Replace(append(e.Types.All(), book())...)
		return slices.Concat(entry.Of(e, e.Types.Get("book")).Routes(), types.Routes(e))
	})
	made := s.Do("editor", "POST", "core/v2/books", `{"title":"Quarries","content":"Stone","menu_order":3,"status":"publish"}`)
	if made.Status != 201 || made.Get("type") != "book" || !strings.Contains(made.Text, `"menu_order":3,`) || made.Get("title", "raw") != "Quarries" {
		t.Fatalf("made: %d %s", made.Status, made.Text)
	}
	for _, field := range []string{"excerpt", "author", "featured_media", "comment_status", "sticky", "format", "meta", "parent"} {
		if strings.Contains(made.Text, `"`+field+`":`) {
			t.Errorf("a book has %s", field)
		}
	}
	if a := s.Do("", "GET", "core/v2/books?orderby=menu_order", ""); a.Status != 200 || a.Get(0, "title", "rendered") == nil {
		t.Errorf("list: %d %s", a.Status, a.Text)
	}
	if a := s.Do("subscriber", "POST", "core/v2/books", `{"title":"Mine"}`); a.Status != 403 {
		t.Errorf("a subscriber writes a book: %d", a.Status)
	}
	if a := s.Do("editor", "GET", "core/v2/types/book?context=edit", ""); a.Get("labels", "all_items") != "Books" ||
		a.Get("labels", "template_name") != "Single item: Book" || a.Get("labels", "add_new_item") != "Add Post" {
		t.Errorf("type: %s", a.Text)
	}
}
