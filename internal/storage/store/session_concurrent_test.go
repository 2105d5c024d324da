package store_test

import (
	"fmt"
	"sync"
	"testing"

	"quoin/internal/domain/user"
	"quoin/internal/storage/store"
)

// TestConcurrentSessions has one account begin many sessions at the same time
// on two nodes: it keeps as many as it may, and none that began last is lost.
func TestConcurrentSessions(t *testing.T) {
	t.Parallel()
	config := store.Config{URL: server.Database(t)}
	nodes := []*store.DB{open(t, config), open(t, config)}
	u := &user.User{Login: "a", Email: "a@example.org", Slug: "a", Registered: "2026-01-01T00:00:00"}
	if err := nodes[0].InsertUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	const keep, rounds, writers = 5, 6, 8
	for round := range rounds {
		var writing sync.WaitGroup
		for i := range writers {
			writing.Go(func() {
				s := &user.Session{
					ID: fmt.Sprint("s", round, "-", i), User: u.ID, Created: fmt.Sprintf("2026-01-01T00:00:%02d", round),
					Seen: "2026-01-01T00:00:00", Expires: "2027-01-01T00:00:00",
				}
				if err := nodes[i%2].InsertSession(t.Context(), s, keep); err != nil {
					t.Error(err)
				}
			})
		}
		writing.Wait()
		left, err := nodes[0].Sessions(t.Context(), u.ID, "2026-02-01T00:00:00")
		// One that began as others did is kept by whoever began it.
		if err != nil || len(left) < keep || len(left) > keep+1 {
			t.Fatalf("%d sessions after round %d, %v", len(left), round, err)
		}
		for _, s := range left {
			if want := fmt.Sprint("s", round, "-"); s.ID[:len(want)] != want {
				t.Errorf("session %s outlives newer ones", s.ID)
			}
		}
	}
}
