package background_test

import (
	"fmt"
	"log/slog"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/background"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// TestSearchesAreDoneAhead starts a site again in which a search found many entries: what it
// finds is known before anybody asks.
func TestSearchesAreDoneAhead(t *testing.T) {
	t.Parallel()
	ctx, folder := t.Context(), t.TempDir()
	start := func() *app.App {
		t.Helper()
		a, err := app.New(ctx, app.Config{Data: folder, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		a.DB.InspectLists().MatchesFrom(20, 1<<20)
		return a
	}
	kept := func(a *app.App) int {
		n, _ := a.DB.InspectLists().Kept()
		return n
	}
	a := start()
	for i := range 30 {
		e := &content.Entry{Type: content.TypePost, Status: content.Publish, Title: "Granite", Slug: fmt.Sprint("granite-", i), Date: "2026-01-01T00:00:00"}
		if err := a.DB.InsertEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := background.NoteSearches(a.Work, ctx); err != nil {
		t.Fatal(err)
	}
	q := content.Query{Types: []string{content.TypePost}, Limit: 10, Order: []content.Order{{By: content.ByDate, Desc: true}}, Search: &content.Search{Terms: []string{"granite"}}}
	for range 2 {
		if page, err := a.DB.ListEntries(scope.New(ctx), q); err != nil || page.Total != 30 {
			t.Fatalf("found %d %v", page.Total, err)
		}
		if err := background.NoteSearches(a.Work, ctx); err != nil {
			t.Fatal(err)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		a = start()
		if n := kept(a); n != 0 {
			t.Errorf("%d searches are kept before any was done", n)
		}
		// Nothing was searched for yet, which forgets nothing.
		if err := background.NoteSearches(a.Work, ctx); err != nil {
			t.Fatal(err)
		}
		if err := background.FindSearches(a.Work, ctx); err != nil {
			t.Fatal(err)
		}
		if n := kept(a); n != 1 {
			t.Errorf("%d searches are kept after the noted ones were done", n)
		}
	}
}
