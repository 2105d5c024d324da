package storetest

import (
	"slices"
	"testing"

	"quoin/internal/domain/shadow"
	"quoin/internal/storage/store"
)

// shadowRoutes adds counts of routes: one that wasn't equal has those in a row begin anew,
// also at an address without a path.
func shadowRoutes(t *testing.T, db *store.DB) {
	for _, counts := range [][]shadow.Route{
		{{Route: "/", Asked: 9, Compared: 8, Equal: 8, InRow: 8}, {Route: "/*/", Asked: 1}},
		{{Route: "/", Asked: 4, Compared: 3, Equal: 2, InRow: 2, Difference: "a is b"}},
		{{Route: "/", Asked: 1, Compared: 1, Equal: 1, InRow: 1}},
	} {
		if err := db.AddShadowRoutes(t.Context(), counts); err != nil {
			t.Fatal(err)
		}
	}
	got, err := db.ShadowRoutes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []shadow.Route{
		{Route: "/", Asked: 14, Compared: 12, Equal: 11, InRow: 3, Difference: "a is b"},
		{Route: "/*/", Asked: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v in place of %+v", got, want)
	}
}
