package rest_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
)

// TestNobodyWaitsForAList lets a caller go away while the first of many items
// is read: the others aren't read, and what there is isn't given for the list.
func TestNobodyWaitsForAList(t *testing.T) {
	read := 0
	ctx, leave := context.WithCancel(t.Context())
	res := &rest.Resource[int]{Title: "number", Fields: []rest.Field[int]{{
		Name: "id", Schema: schema.Int("A number.", schema.In("view")),
		Read: func(_ *rest.Request, n int) any {
			read++
			leave()
			return n
		},
	}}}
	s := newAPI(t, nil, rest.Route{
		Namespace: "numbers/v1", Pattern: "/numbers/v1/numbers",
		Endpoints: []rest.Endpoint{{
			Methods: []string{"GET"}, Allow: rest.Public,
			Handle: func(r *rest.Request) (*rest.Response, error) {
				return rest.OK(res.Items(r, make([]int, 1000))), nil
			},
		}},
	})
	w := httptest.NewRecorder()
	s.own.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/api/numbers/v1/numbers", nil))
	if read != 1 || w.Code != 499 {
		t.Errorf("%d items were read, status %d %s", read, w.Code, w.Body)
	}
}
