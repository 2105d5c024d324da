package content_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/storage/store"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, URL: "http://example.org/blog", Clock: time.Now}
	links := &content.Permalinks{Site: s, Types: types, Store: db}
	add := func(e content.Entry) int64 {
		t.Helper()
		e.Status, e.Date, e.DateUTC = content.Publish, "2026-03-04T05:06:07", "2026-03-04T05:06:07"
		if err := db.InTx(t.Context(), func(ctx context.Context) error { return db.InsertEntry(ctx, &e) }); err != nil {
			t.Fatal(err)
		}
		return e.ID
	}
	parent := add(content.Entry{Type: content.TypePage, Slug: "parent"})
	child := add(content.Entry{Type: content.TypePage, Slug: "same", Parent: parent})
	top := add(content.Entry{Type: content.TypePage, Slug: "same"})
	post := add(content.Entry{Type: content.TypePost, Slug: "same"})
	check := func(address string, want int64) {
		t.Helper()
		e, err := links.Resolve(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		var got int64
		if e != nil {
			got = e.ID
		}
		if got != want {
			t.Errorf("%s: %d, want %d", address, got, want)
		}
	}
	check("http://example.org/blog/parent/same/", child)
	check("https://www.example.org/blog/same?x#y", top)
	check("http://example.org/blog/2026/03/04/same/", post)
	check("http://example.org/blog/2026/03/04/same/embed/", post)
	check("http://example.org/blog/parent/same/embed", child)
	check("http://example.org/blog/embed/", 0)
	check("http://example.org/blog/2025/03/04/same/", 0)
	check("http://example.org/other/same/", 0)
	check("http://example.com/blog/same/", 0)
	check("http://example.org/blog/", 0)
	check("http://example.org/blog/?page_id=999", 0)
	check("%", 0)
	set := func(name string, v any) {
		t.Helper()
		if err := s.SetOption(t.Context(), name, v); err != nil {
			t.Fatal(err)
		}
	}
	set("show_on_front", "page")
	set("page_on_front", top)
	check("http://example.org/blog/", top)
	set("permalink_structure", "/archives/%post_id%")
	check(links.Link(t.Context(), &content.Entry{ID: post, Type: content.TypePost, Status: content.Publish, Date: "2026-03-04T05:06:07"}), post)
	check("http://example.org/blog/archives/999", 0)
	set("permalink_structure", "/%year%/no-%post_id%-%postname%.html")
	check(links.Link(t.Context(), &content.Entry{ID: post, Slug: "same", Type: content.TypePost, Status: content.Publish, Date: "2026-03-04T05:06:07"}), post)
	check("http://example.org/blog/2026/no-999-same.html", 0)
}
