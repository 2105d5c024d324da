package store_test

import (
	"context"
	"reflect"
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// TestNewEntriesAreNotReadBack has another node commit while a request makes an
// entry: what the answer tells of the entry is known without a statement.
func TestNewEntriesAreNotReadBack(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	here, other := open(t, config), open(t, config)
	request := scope.New(t.Context())
	if _, err := here.Options(request); err != nil { // every request begins so
		t.Fatal(err)
	}
	post := &content.Entry{Type: "post", Status: content.Publish, Title: "New"}
	revision := &content.Entry{Type: "revision", Status: "inherit", Slug: "1-revision-v1"}
	for _, revisions := range []int{0, 1} {
		post.ID = 0
		err := here.InTx(scope.Concurrent(request, t.Name()), func(ctx context.Context) error {
			if err := here.InsertEntry(ctx, post); err != nil {
				return err
			}
			if revisions > 0 {
				revision.Parent = post.ID
				if err := here.InsertEntry(ctx, revision); err != nil {
					return err
				}
			}
			return other.InsertEntry(t.Context(), &content.Entry{Type: "page", Status: content.Publish})
		})
		if err != nil {
			t.Fatal(err)
		}
		after, statements := store.CountStatements(request)
		if got, err := here.EntryByID(after, post.ID); err != nil || got.Title != "New" {
			t.Errorf("%+v %v", got, err)
		}
		info, err := here.RevisionInfo(after, []int64{post.ID})
		if err != nil || info[post.ID].Count != revisions {
			t.Errorf("%d revisions, want %d, %v", info[post.ID].Count, revisions, err)
		}
		if n := statements(); n != revisions {
			t.Errorf("%d statements for an entry with %d revisions", n, revisions)
		}
	}
}

// TestTermsAreKeptAcrossAnUpdate changes an entry while others write: its terms, which the
// transaction read, are known afterwards without a statement, unless another node has had the
// term counted again meanwhile and this one heard of it.
func TestTermsAreKeptAcrossAnUpdate(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	here, other := open(t, config), open(t, config)
	term := &taxonomy.Term{Taxonomy: "category", Name: "Stones", Slug: "stones"}
	if err := here.InsertTerm(t.Context(), term); err != nil {
		t.Fatal(err)
	}
	publish := func(db *store.DB, ctx context.Context) (*content.Entry, error) {
		e := &content.Entry{Type: "post", Status: content.Publish, Title: "A stone"}
		err := db.InTx(scope.Concurrent(scope.New(ctx), t.Name()), func(ctx context.Context) error {
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			return db.SetEntryTerms(ctx, e.ID, "category", []int64{term.ID})
		})
		return e, err
	}
	post, err := publish(here, t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, counted := range []bool{false, true, false} {
		before, err := here.TermByID(scope.New(t.Context()), term.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := before.Count
		err = here.InTx(scope.Concurrent(scope.New(t.Context()), t.Name()), func(ctx context.Context) error {
			e, err := here.EntryByID(ctx, post.ID)
			if err != nil {
				return err
			}
			changed := *e
			changed.Title += "!"
			if err := here.UpdateEntry(ctx, &changed); err != nil {
				return err
			}
			if _, err := here.EntryTerms(ctx, []int64{post.ID}); err != nil {
				return err
			}
			if !counted {
				return nil
			}
			want++
			if _, err := publish(other, t.Context()); err != nil {
				return err
			}
			// Another request of this node hears of it.
			_, err = here.TermByID(scope.New(t.Context()), term.ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		request := scope.New(t.Context())
		if _, err := here.Options(request); err != nil { // every request begins so
			t.Fatal(err)
		}
		after, statements := store.CountStatements(request)
		terms, err := here.EntryTerms(after, []int64{post.ID})
		if err != nil || len(terms[post.ID]) != 1 || terms[post.ID][0].Count != want {
			t.Errorf("counted meanwhile %v: %+v %v, want a count of %d", counted, terms[post.ID], err, want)
		}
		if n := statements(); !counted && n > 0 {
			t.Errorf("%d statements for terms that the transaction has read", n)
		}
	}
}

// TestNewCommentsAreNotReadBack writes a comment on an entry that the transaction reads before
// and after, as its hooks do: what the answer tells of the comment, of its entry and of its
// answers is known without a statement, and is what is stored, unless it was changed or answered
// before the commit.
func TestNewCommentsAreNotReadBack(t *testing.T) {
	t.Parallel()
	for _, config := range []store.Config{{Dir: t.TempDir()}, {URL: server.Database(t)}} {
		db := open(t, config)
		entry := &content.Entry{Type: "post", Status: content.Publish, Title: "Discussed"}
		if err := db.InsertEntry(t.Context(), entry); err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			name   string
			change func(ctx context.Context, c *comment.Comment) error
			answer bool
			meta   content.Meta
		}{
			{name: "as it was made"},
			{name: "with meta", meta: content.Meta{"rating": {int64(3)}}},
			{name: "changed", change: func(ctx context.Context, c *comment.Comment) error {
				c.Content = "Said otherwise"
				return db.UpdateComment(ctx, c)
			}},
			{name: "answered", answer: true, change: func(ctx context.Context, c *comment.Comment) error {
				return db.InsertComment(ctx, &comment.Comment{Entry: entry.ID, Parent: c.ID, Status: comment.Approved, Content: "An answer"})
			}},
		} {
			request := scope.New(t.Context())
			if _, err := db.Options(request); err != nil { // every request begins so
				t.Fatal(err)
			}
			said := &comment.Comment{
				Entry: entry.ID, Status: comment.Approved, Type: comment.TypeComment, Date: "2024-05-06 07:08:09", DateUTC: "2024-05-06 05:08:09",
				AuthorName: "Ada\x00\xff", AuthorURL: "http://ada.example/", Content: "Said\xfe", Meta: test.meta,
			}
			err := db.InTx(scope.Concurrent(request, t.Name()+test.name), func(ctx context.Context) error {
				said.ID = 0
				if _, err := db.EntryByID(ctx, entry.ID); err != nil {
					return err
				}
				db.ExpectComment(ctx)
				if err := db.InsertComment(ctx, said); err != nil {
					return err
				}
				if test.change != nil {
					if err := test.change(ctx, said); err != nil {
						return err
					}
				}
				_, err := db.EntryByID(ctx, entry.ID)
				return err
			})
			if err != nil {
				t.Fatal(test.name, err)
			}
			after, statements := store.CountStatements(request)
			got, err := db.CommentByID(after, said.ID)
			if err != nil {
				t.Fatal(test.name, err)
			}
			answers, err := db.HasChildren(after, []int64{said.ID})
			if err != nil {
				t.Fatal(test.name, err)
			}
			discussed, err := db.EntryByID(after, entry.ID)
			if err != nil {
				t.Fatal(test.name, err)
			}
			if n := statements(); config.URL != "" && test.change == nil && test.meta == nil && n > 0 {
				t.Errorf("%s: %d statements", test.name, n)
			}
			fresh := scope.New(t.Context())
			if want, err := db.CommentByID(fresh, said.ID); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %+v is told, %+v is stored, %v", test.name, got, want, err)
			}
			if answers[said.ID] != test.answer {
				t.Errorf("%s: has answers: %v", test.name, answers[said.ID])
			}
			list, err := db.ListComments(fresh, comment.Query{Entries: []int64{entry.ID}, Statuses: []comment.Status{comment.Approved}})
			if err != nil || discussed.CommentCount != int64(list.Total) {
				t.Errorf("%s: %d comments of %d are counted, %v", test.name, discussed.CommentCount, list.Total, err)
			}
		}
	}
}
