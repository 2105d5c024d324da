package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestTotalsWithoutPassword changes entries in every way that moves the total of what has no
// password, and holds that to the table after each. Those that have none are never counted.
func TestTotalsWithoutPassword(t *testing.T) {
	onBothConfigs(t, func(t *testing.T, cfg store.Config) {
		db := open(t, cfg)
		var all []*content.Entry
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			for i := range 60 {
				day := fmt.Sprintf("2026-01-%02dT00:00:00", 1+i%28)
				e := &content.Entry{
					Type: []string{"post", "page", "book"}[i%3], Status: content.Publish, Author: int64(1 + i%2), Title: fmt.Sprint("Entry ", i),
					Slug: fmt.Sprint("entry-", i), Date: day, Modified: day, Sticky: i%7 == 0,
				}
				if i%5 == 0 {
					e.Password = "secret"
				}
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
				all = append(all, e)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		no := false
		queries := map[string]struct {
			q    content.Query
			test string
		}{
			"posts":            {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}}, "type = 'post' AND status = 'publish'"},
			"posts and pages":  {content.Query{Types: []string{"post", "page"}, Statuses: []content.Status{content.Publish}}, "type IN ('post', 'page') AND status = 'publish'"},
			"of an author":     {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Authors: []int64{2}}, "type = 'post' AND status = 'publish' AND author = 2"},
			"with own private": {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, PrivateOf: 1}, "type = 'post' AND (status = 'publish' OR status = 'private' AND author = 1)"},
			"not sticky":       {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Sticky: &no}, "type = 'post' AND status = 'publish' AND NOT sticky"},
			"some left out": {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, NotIDs: []int64{all[0].ID, all[3].ID}},
				fmt.Sprintf("type = 'post' AND status = 'publish' AND id NOT IN (%d, %d)", all[0].ID, all[3].ID)},
			"since a day": {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, After: "2026-01-10T00:00:00"}, "type = 'post' AND status = 'publish' AND date > '2026-01-10T00:00:00'"},
			"all":         {content.Query{}, "1 = 1"},
			"in trash":    {content.Query{Types: []string{"post"}, Statuses: []content.Status{content.Trash}}, "type = 'post' AND status = 'trash'"},
		}
		check := func(after string) {
			t.Helper()
			for name, c := range queries {
				c.q.WithPassword, c.q.OnlyTotal = &no, true
				page, err := db.ListEntries(scope.New(t.Context()), c.q)
				if err != nil {
					t.Fatal(err)
				}
				want := -1
				if err := store.Each(db, t.Context(), "SELECT COUNT(*) FROM entry WHERE password = '' AND "+c.test, nil,
					func(scan func(...any) error) error { return scan(&want) }); err != nil {
					t.Fatal(err)
				}
				if page.Total != want {
					t.Errorf("after %s, %s: %d without a password, want %d", after, name, page.Total, want)
				}
			}
		}
		check("the start")
		change := func(name string, at int, change func(e *content.Entry)) {
			t.Helper()
			next := *all[at]
			change(&next)
			if err := db.UpdateEntry(t.Context(), &next); err != nil {
				t.Fatal(err)
			}
			all[at] = &next
			check(name)
		}
		for _, status := range []content.Status{content.Draft, content.Private, content.Future, content.Trash, content.Publish} {
			for _, at := range []int{0, 3, 9} { // the first has a password
				change(fmt.Sprintf("%s of %d", status, at), at, func(e *content.Entry) { e.Status = status })
			}
		}
		change("a password", 3, func(e *content.Entry) { e.Password = "secret" })
		change("another password", 3, func(e *content.Entry) { e.Password = "other" })
		change("none any more", 0, func(e *content.Entry) { e.Password = "" })
		change("another type", 3, func(e *content.Entry) { e.Type = "page" })
		change("another author", 15, func(e *content.Entry) { e.Author = 2 })
		for _, at := range []int{3, 6, 15} {
			if err := db.DeleteEntry(t.Context(), all[at].ID); err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprint("removal of ", at))
		}
		// Rows that an import writes in one transaction.
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			for i := range 4 {
				e := &content.Entry{Type: "post", Status: content.Publish, Author: 1, Title: "Imported", Slug: fmt.Sprint("imported-", i), Date: "2026-02-01T00:00:00", Modified: "2026-02-01T00:00:00"}
				if i == 2 {
					e.Password = "secret"
				}
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		check("an import")

		ctx, ran := store.RecordStatements(scope.New(t.Context()))
		q := queries["posts"].q
		q.WithPassword, q.OnlyTotal = &no, true
		if err := db.UpdateEntry(t.Context(), all[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := db.ListEntries(ctx, q); err != nil {
			t.Fatal(err)
		}
		counted := false
		for _, s := range ran() {
			if strings.Contains(s.Text(), "password = ''") {
				t.Errorf("those without a password were counted by %q", s.Text())
			}
			counted = counted || strings.Contains(s.Text(), "password <> ''")
		}
		if !counted {
			t.Error("those with a password weren't counted")
		}

		// Counters that somebody's tool left wrong give no total below zero.
		counters := "entry_count"
		if cfg.URL != "" {
			counters = "entry_count_part"
		}
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := store.Exec(db, ctx, "DELETE FROM "+counters+" WHERE type = 'page'"); err != nil {
				return err
			}
			_, err := store.Exec(db, ctx, "INSERT INTO "+counters+" (type, status, author, n) VALUES ('page', 'publish', -1, 1)")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		q.Types = []string{"page"}
		page, err := open(t, cfg).ListEntries(scope.New(t.Context()), q)
		if err != nil || page.Total != 0 {
			t.Errorf("with wrong counters: %d, %v", page.Total, err)
		}
	})
}
