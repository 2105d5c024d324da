package store_test

import (
	"context"
	"testing"

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
