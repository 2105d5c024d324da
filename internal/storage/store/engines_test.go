package store_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// onBoth runs a test on both engines.
func onBoth(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	t.Parallel()
	for name, cfg := range map[string]func(t *testing.T) store.Config{
		"sqlite":   func(t *testing.T) store.Config { return store.Config{Dir: t.TempDir()} },
		"postgres": func(t *testing.T) store.Config { return store.Config{URL: server.Database(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, cfg(t)))
		})
	}
}

func TestCached(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		now := time.Unix(1_000_000, 0)
		get := func(key string, at time.Time) string {
			t.Helper()
			v, ok, err := db.Cached(t.Context(), key, at)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				return "-"
			}
			return v
		}
		for _, v := range []string{"one", "two"} {
			if err := db.SetCached(t.Context(), "a", v, now, now.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		if got := get("a", now) + get("a", now.Add(time.Hour)) + get("b", now); got != "two--" {
			t.Errorf("cached %q", got)
		}
		later := now.Add(90 * time.Minute)
		if err := db.SetCached(t.Context(), "c", "x", later, later.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got := get("a", now); got != "-" {
			t.Errorf("what has ended is still there: %q", got)
		}
	})
}

// TestCachedBound makes sure that what ends first goes first.
func TestCachedBound(t *testing.T) {
	t.Parallel()
	db := open(t, store.Config{Dir: t.TempDir()})
	now := time.Unix(1_000_000, 0)
	const most = 5000
	err := db.InTx(t.Context(), func(ctx context.Context) error {
		for i := range most + 5 {
			if err := db.SetCached(ctx, fmt.Sprint(i), "x", now, now.Add(time.Duration(i+1)*time.Second)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"4": false, "5": true, fmt.Sprint(most + 4): true} {
		if _, ok, err := db.Cached(t.Context(), key, now); ok != want || err != nil {
			t.Errorf("%s: %v %v", key, ok, err)
		}
	}
}

func TestInfo(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		if text, err := db.ServerInfo(t.Context()); err != nil || !strings.Contains(text, " ") || !strings.Contains(text, "QL") {
			t.Errorf("%q %v", text, err)
		}
		if n, err := db.Size(t.Context()); err != nil || n < 1<<12 {
			t.Errorf("%d %v", n, err)
		}
	})
}

func TestCommentQueries(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		e := &content.Entry{Type: content.TypePost, Status: content.Publish, Title: "x", Date: "2026-01-01T00:00:00", DateUTC: "2026-01-01T00:00:00"}
		if err := db.InsertEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
		add := func(parent, user int64, email, text, at string, status comment.Status) *comment.Comment {
			t.Helper()
			c := &comment.Comment{
				Entry: e.ID, Parent: parent, User: user, AuthorName: "N", AuthorEmail: email, AuthorIP: "10.0.0.1", Content: text,
				Date: at, DateUTC: at, Status: status, Type: comment.TypeComment,
			}
			if err := db.InsertComment(ctx, c); err != nil {
				t.Fatal(err)
			}
			return c
		}
		a := add(0, 7, "a@example.org", "one", "2026-01-01T00:00:01", comment.Approved)
		b := add(a.ID, 0, "b@example.org", "two", "2026-01-01T00:00:02", comment.Hold)
		c := add(a.ID, 0, "b@example.org", "three", "2026-01-01T00:00:03", comment.Approved)
		d := add(c.ID, 0, "c@example.org", "four", "2026-01-01T00:00:04", comment.Trash)
		ids := func(q comment.Query) string {
			t.Helper()
			q.Order, q.SkipTotal = "id", true
			page, err := db.ListComments(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			var out []string
			for _, c := range page.Comments {
				out = append(out, c.Content)
			}
			return strings.Join(out, " ")
		}
		text := "two"
		for _, test := range []struct {
			q    comment.Query
			want string
		}{
			{comment.Query{Content: &text, AuthorName: "N"}, "two"},
			{comment.Query{Content: &text, AuthorName: "M"}, ""},
			{comment.Query{By: &comment.Person{User: 7, IP: "10.0.0.1", Email: "c@example.org"}}, "one four"},
			{comment.Query{By: &comment.Person{IP: "10.0.0.1"}}, "one two three four"},
			{comment.Query{By: &comment.Person{IP: "10.0.0.2", Email: "b@example.org"}, SinceUTC: "2026-01-01T00:00:03"}, "three"},
		} {
			if got := ids(test.q); got != test.want {
				t.Errorf("%+v: %q, want %q", test.q, got, test.want)
			}
		}
		pages, err := db.ListCommentsByParent(ctx, comment.Query{Order: "date_gmt"}, []int64{a.ID, c.ID, 999}, 1)
		if err != nil || len(pages) != 2 || pages[a.ID].Total != 2 || len(pages[a.ID].Comments) != 1 || pages[a.ID].Comments[0].ID != b.ID {
			t.Errorf("answers: %+v %v", pages, err)
		}
		if has, err := db.HasChildren(ctx, []int64{a.ID, b.ID, c.ID}); err != nil || !has[a.ID] || has[b.ID] || has[c.ID] {
			t.Errorf("answers: %v %v", has, err)
		}
		if err := db.SetCommentStatuses(ctx, e.ID, nil, comment.PostTrashed); err != nil {
			t.Fatal(err)
		}
		if err := db.SetCommentStatuses(ctx, e.ID, []int64{c.ID, 999}, comment.Approved); err != nil {
			t.Fatal(err)
		}
		statuses, err := db.CommentStatuses(ctx, e.ID)
		if err != nil || len(statuses) != 4 || statuses[c.ID] != comment.Approved || statuses[d.ID] != comment.PostTrashed {
			t.Errorf("statuses: %v %v", statuses, err)
		}
		if again, err := db.EntryByID(ctx, e.ID); err != nil || again.CommentCount != 1 {
			t.Errorf("count: %+v %v", again, err)
		}
	})
}
