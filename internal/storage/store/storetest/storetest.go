package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// Run holds a store to its contract. open makes an empty one that ends with
// the test.
func Run(t *testing.T, open func(t *testing.T) *store.DB) {
	tests := []struct {
		name string
		run  func(t *testing.T, db *store.DB)
	}{
		{"EntryRoundTrip", entryRoundTrip},
		{"EntryNotFound", entryNotFound},
		{"EntryMeta", entryMeta},
		{"EntryText", hostileText},
		{"IDsContinue", idsContinue},
		{"Slugs", slugs},
		{"Revisions", revisions},
		{"Tree", tree},
		{"Due", due},
		{"DeleteEntry", deleteEntry},
		{"MetaValues", metaValues},
		{"ListEqualsModel", listEqualsModel},
		{"FieldsEqualModel", fieldsEqualModel},
		{"UniqueFields", uniqueFields},
		{"FieldsIndexedLater", fieldsIndexedLater},
		{"ListEmpty", listEmpty},
		{"ListCounts", listCounts},
		{"ListLeavingOut", listLeavingOut},
		{"ListDeep", listDeep},
		{"ListSticky", listSticky},
		{"ListRelevance", listRelevance},
		{"ListLongTerms", listLongTerms},
		{"ListTaxonomies", listTaxonomies},
		{"SearchFollowsWrites", searchFollowsWrites},
		{"TotalsFollowWrites", totalsFollowWrites},
		{"CountersEqualCounts", countersEqualCounts},
		{"Terms", terms},
		{"TermLists", termLists},
		{"LastModifiedByTerm", lastModifiedByTerm},
		{"EntryTerms", entryTerms},
		{"TermsOfNewEntries", termsOfNewEntries},
		{"TermNotFound", termNotFound},
		{"Users", users},
		{"UserLists", userLists},
		{"AppPasswords", appPasswords},
		{"DataRequests", dataRequests},
		{"Comments", comments},
		{"CommentLists", commentLists},
		{"CommentsByEntry", commentsByEntry},
		{"Options", options},
		{"Secrets", secrets},
		{"Rollback", rollback},
		{"NestedTransactions", nestedTransactions},
		{"PanicRollsBack", panicRollsBack},
		{"ReadsInTransactions", readsInTransactions},
		{"Concurrency", concurrency},
		{"CancelledReads", cancelledReads},
		{"AfterCommit", afterCommit},
		{"ChangeTags", changeTags},
		{"ScopeRemembers", scopeRemembers},
		{"StatementCounts", statementCounts},
		{"Jobs", jobs},
		{"ShadowRoutes", shadowRoutes},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(t, open(t))
		})
	}
}

var background = context.Background()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func get[T any](v T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		must(t, err)
		return v
	}
}

// optionsOf are the options that a site has, by name.
func optionsOf(ctx context.Context, t testing.TB, db *store.DB) map[string]any {
	t.Helper()
	return maps.Collect(get(db.Options(ctx))(t).All())
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func equalLists[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// newPost stores a published post that options may change.
func newPost(t testing.TB, ctx context.Context, db *store.DB, change func(*content.Entry)) *content.Entry {
	t.Helper()
	e := &content.Entry{
		Type: "post", Status: content.Publish, Author: 1,
		Date: "2024-05-01T10:00:00", DateUTC: "2024-05-01T08:00:00", Modified: "2024-05-02T10:00:00", ModifiedUTC: "2024-05-02T08:00:00",
		Title: "Title", Slug: "title", CommentStatus: "open", PingStatus: "closed",
	}
	if change != nil {
		change(e)
	}
	must(t, db.InsertEntry(ctx, e))
	return e
}

func newTerm(t testing.TB, db *store.DB, tax, name, slug string, parent int64) *taxonomy.Term {
	t.Helper()
	term := &taxonomy.Term{Taxonomy: tax, Name: name, Slug: slug, Parent: parent}
	must(t, db.InsertTerm(background, term))
	return term
}

func newUser(t testing.TB, db *store.DB, login string, roles ...string) *user.User {
	t.Helper()
	u := &user.User{Login: login, Slug: login, Email: login + "@example.org", Name: login, Registered: "2024-01-01T00:00:00", Roles: roles}
	must(t, db.InsertUser(background, u))
	return u
}

func ids(list []*content.Entry) []int64 {
	out := []int64{}
	for _, e := range list {
		out = append(out, e.ID)
	}
	return out
}

// request is a context with a scope, as each request has one.
func request() context.Context { return scope.New(background) }

var errOops = fmt.Errorf("oops")
