package store_test

import (
	"context"
	"testing"

	"quoin/internal/domain/content"
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
