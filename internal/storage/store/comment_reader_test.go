package store_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/storage/store"
)

// TestCommentPersonsMigrate runs the change of the searched texts on comments
// as earlier versions stored them.
func TestCommentPersonsMigrate(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		file, engine := "0008_comment_persons.sql", "sqlite"
		if text, err := db.ServerInfo(t.Context()); err != nil {
			t.Fatal(err)
		} else if strings.HasPrefix(text, "Postgre") {
			engine = "postgres"
		}
		text, err := os.ReadFile("sqldb/migrations/" + engine + "/" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, change, ok := strings.Cut(string(text), "DEFAULT '';\n")
		if !ok {
			t.Fatalf("%s has another form", file)
		}
		e := &content.Entry{Type: content.TypePost, Status: content.Publish, Date: "2026-01-01T00:00:00"}
		if err := db.InsertEntry(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		for _, c := range []*comment.Comment{
			{AuthorName: "Ann", AuthorEmail: "ann@example.org", AuthorURL: "http://ann.example", AuthorIP: "10.1.2.3", Content: "Hello, you"},
			{Content: "alone"}, {AuthorIP: "::1"},
		} {
			c.Entry, c.Status, c.Type, c.Date, c.DateUTC = e.ID, comment.Approved, comment.TypeComment, e.Date, e.Date
			if err := db.InsertComment(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		folds := func(ctx context.Context) (list []string) {
			err := store.Each(db, ctx, "SELECT fold, person_fold FROM comment ORDER BY id", nil, func(scan func(...any) error) error {
				var all, person string
				err := scan(&all, &person)
				list = append(list, all+" | "+person)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		want := folds(t.Context())
		err = db.InTx(t.Context(), func(ctx context.Context) error {
			for _, text := range []string{
				"UPDATE comment SET person_fold = '', fold = lower(author_name) || '\x1f' || author_email || '\x1f' || author_url || '\x1f' || author_ip || '\x1f' || lower(content) || '\x1f'",
				change,
			} {
				if _, err := store.Exec(db, ctx, text); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range folds(t.Context()) {
			if got != want[i] || !strings.Contains(got, "\x1f") {
				t.Errorf("%q, want %q", got, want[i])
			}
		}
	})
}
