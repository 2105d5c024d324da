package storetest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

func dataRequests(t *testing.T, db *store.DB) {
	add := func(kind user.RequestKind, status user.RequestStatus, email, day string) *user.DataRequest {
		r := &user.DataRequest{Kind: kind, Status: status, Email: email, Created: "2026-01-" + day + "T00:00:00", Asked: "2026-01-" + day + "T00:00:00", Digest: "d" + day}
		must(t, db.InsertRequest(background, r))
		return r
	}
	a := add(user.RequestExport, user.RequestPending, "Zoë@Example.org", "01")
	b := add(user.RequestExport, user.RequestCompleted, "adam@example.org", "02")
	c := add(user.RequestErasure, user.RequestPending, "zoë@example.org", "03")
	d := add(user.RequestExport, user.RequestPending, "100%_b@example.org", "04")
	if diff := cmp.Diff(a, get(db.Request(background, a.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	for _, test := range []struct {
		q     user.RequestQuery
		total int
		want  []int64
	}{
		{user.RequestQuery{}, 3, []int64{d.ID, b.ID, a.ID}},
		{user.RequestQuery{Ascending: true}, 3, []int64{a.ID, b.ID, d.ID}},
		{user.RequestQuery{ByEmail: true, Ascending: true}, 3, []int64{d.ID, b.ID, a.ID}},
		{user.RequestQuery{Status: user.RequestPending}, 2, []int64{d.ID, a.ID}},
		{user.RequestQuery{Search: "ZOË"}, 1, []int64{a.ID}},
		{user.RequestQuery{Search: "%_"}, 1, []int64{d.ID}},
		{user.RequestQuery{Search: "nobody"}, 0, nil},
		{user.RequestQuery{Offset: 1, Limit: 1}, 3, []int64{b.ID}},
	} {
		test.q.Kind = user.RequestExport
		if test.q.Limit == 0 {
			test.q.Limit = 10
		}
		list, total, err := db.Requests(background, test.q)
		must(t, err)
		var ids []int64
		for _, r := range list {
			ids = append(ids, r.ID)
		}
		if diff := cmp.Diff(test.want, ids); diff != "" || total != test.total {
			t.Errorf("%+v: %d of %d: %s", test.q, len(ids), total, diff)
		}
	}
	equal(t, "counts", fmt.Sprint(get(db.CountRequests(background, user.RequestExport))(t)), "map[completed:1 pending:2]")
	equal(t, "open", get(db.OpenRequest(background, user.RequestExport, "zoË@example.org"))(t), true)
	equal(t, "not open", get(db.OpenRequest(background, user.RequestExport, "adam@example.org"))(t), false)
	equal(t, "those of one", len(get(db.RequestsOf(background, "ZOË@example.org"))(t)), 2)
	must(t, db.FailRequests(background, "2026-01-03T00:00:00"))
	a.Status, a.Digest = user.RequestFailed, ""
	for _, want := range []*user.DataRequest{a, b, c, d} {
		if diff := cmp.Diff(want, get(db.Request(background, want.ID))(t)); diff != "" {
			t.Fatal(diff)
		}
	}
	a.Status, a.Confirmed, a.Completed, a.FileDigest, a.FileUntil = user.RequestCompleted, "c", "d", "e", "f"
	must(t, db.UpdateRequest(background, a))
	if diff := cmp.Diff(a, get(db.Request(background, a.ID))(t)); diff != "" {
		t.Fatal(diff)
	}
	must(t, db.DeleteRequest(background, a.ID))
	for _, err := range []error{second(db.Request(background, a.ID)), db.UpdateRequest(background, a), db.DeleteRequest(background, a.ID)} {
		wantErr(t, err, user.ErrNoRequest)
	}
}
