package store_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

// follows has db hear of others' changes until the test ends.
func follows(t *testing.T, db *store.DB) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- db.Follow(ctx, store.Follower{Changed: func([]cache.Tag) {}, ChangedSomehow: func() {}, Lost: func() {}, Found: func() {}})
	}()
	t.Cleanup(func() { stop(); <-ended })
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			t.Fatalf("never %s", what)
		}
	}
}

// title is the title of an entry in an answer for everybody, the older one of what the
// database tells and what may be cached, and whether the replica told it.
func title(t *testing.T, db *store.DB, id int64) (text string, fromReplica bool) {
	t.Helper()
	ctx := scope.ForEverybody(scope.New(t.Context()))
	before := db.ReplicaCounts().Read
	err := store.Each(db, ctx, "SELECT title FROM entry WHERE id = ?", []any{id}, func(scan func(...any) error) error { return scan(&text) })
	after := db.ReplicaCounts().Read
	if err != nil {
		t.Error(err)
		return "", false
	}
	e, err := db.EntryByID(ctx, id)
	if err != nil {
		t.Error(err)
		return "", false
	}
	if number(e.Title) < number(text) {
		text = e.Title
	}
	return text, after > before
}

func number(text string) (n int64) { fmt.Sscan(text, &n); return n }

// titled changes the title of an entry.
func titled(t *testing.T, db *store.DB, id int64, title string) {
	t.Helper()
	if err := retitle(t.Context(), db, id, title, func() {}); err != nil {
		t.Error(err)
	}
}

// added stores an entry.
func added(t *testing.T, db *store.DB, slug string) int64 {
	t.Helper()
	e := &content.Entry{Type: content.TypePost, Status: content.Publish, Slug: slug, Title: "0"}
	if err := db.InsertEntry(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return e.ID
}

// TestReplica reads answers for everybody from a standby that is behind, stopped, started
// again, and made a server of its own: they have what this process wrote and heard of, and
// come from the standby whenever that has it.
func TestReplica(t *testing.T) {
	t.Parallel()
	primary := &pgtest.Server{Durable: true}
	t.Cleanup(primary.Stop)
	address := primary.Database(t)
	writer := open(t, store.Config{URL: address})
	standby := primary.Spare(t)
	near := open(t, store.Config{URL: address, ReadURL: standby.At(t, address)})
	follows(t, near)
	works := func() bool { return near.ReplicaWorks(t.Context()) == nil }
	eventually(t, "used", works)

	id := added(t, writer, "a")
	eventually(t, "read from the replica", func() bool {
		titled(t, near, id, "1")
		text, from := title(t, near, id)
		return text == "1" && from
	})
	// Who answers somebody reads the database.
	before := near.ReplicaCounts().Read
	if _, err := near.EntryByID(scope.New(t.Context()), id); err != nil {
		t.Error(err)
	}
	if near.ReplicaCounts().Read != before {
		t.Error("an answer for somebody came from the replica")
	}

	standby.Replays(t, false)
	for i := range 3 {
		want := fmt.Sprint("behind ", i)
		titled(t, near, id, want)
		if text, from := title(t, near, id); text != want || from {
			t.Errorf("from a replica that is behind (%v): %q, want %q", from, text, want)
		}
	}
	if near.ReplicaCounts().Behind == 0 {
		t.Error("nobody tells that it is behind")
	}
	standby.Replays(t, true)
	eventually(t, "used again after it was behind", func() bool {
		titled(t, near, id, "after")
		_, from := title(t, near, id)
		return from
	})

	standby.Kill(t)
	titled(t, near, id, "stopped")
	if text, _ := title(t, near, id); text != "stopped" {
		t.Errorf("without its replica: %q", text)
	}
	eventually(t, "told to be away", func() bool { return !works() })
	standby.Restart(t)
	eventually(t, "told to be back", works)

	standby.Promote(t)
	eventually(t, "told to follow nobody", func() bool { return !works() })
	titled(t, near, id, "promoted")
	if text, from := title(t, near, id); text != "promoted" || from {
		t.Errorf("beside a server of its own: %q, %v", text, from)
	}
}

// TestReplicaOfAnotherDatabase follows another database: it is never read from.
func TestReplicaOfAnotherDatabase(t *testing.T) {
	t.Parallel()
	primary := &pgtest.Server{Durable: true}
	t.Cleanup(primary.Stop)
	other := primary.Database(t)
	open(t, store.Config{URL: other}) // makes its tables
	standby := primary.Spare(t)
	near := open(t, store.Config{URL: server.Database(t), ReadURL: standby.At(t, other)})
	follows(t, near)
	id := added(t, near, "here")
	for began := time.Now(); time.Since(began) < 2*time.Second; time.Sleep(50 * time.Millisecond) {
		titled(t, near, id, "here")
		if text, from := title(t, near, id); text != "here" || from {
			t.Fatalf("%q, from the replica: %v", text, from)
		}
	}
	if near.ReplicaWorks(t.Context()) == nil {
		t.Error("it is told to work")
	}
}

// TestReplicaIsNeverBehind has writers on two nodes raise numbers while the standby is
// paused and goes on by chance. An answer for everybody that begins when a node has
// written a number has it, though it may come from the standby; so does one after the node
// heard of another's.
func TestReplicaIsNeverBehind(t *testing.T) {
	t.Parallel()
	primary := &pgtest.Server{Durable: true}
	t.Cleanup(primary.Stop)
	address := primary.Database(t)
	open(t, store.Config{URL: address})
	standby := primary.Spare(t)
	const objects = 8
	var entries [objects]int64
	var nodes [2]*store.DB
	for i := range nodes {
		nodes[i] = open(t, store.Config{URL: address, ReadURL: standby.At(t, address)})
		follows(t, nodes[i])
	}
	for i := range entries {
		entries[i] = added(t, nodes[0], fmt.Sprint("n", i))
	}
	for _, db := range nodes {
		eventually(t, "used", func() bool { return db.ReplicaWorks(t.Context()) == nil })
	}
	seed := rand.Uint64()
	t.Log("seed", seed)
	var written [objects]atomic.Int64
	deadline := time.Now().Add(4 * time.Second)
	var all sync.WaitGroup
	for i := range objects {
		// Each object has one writer, on one node, and readers on it.
		db := nodes[i%2]
		all.Go(func() {
			for n := int64(1); time.Now().Before(deadline); n++ {
				titled(t, db, entries[i], fmt.Sprint(n))
				written[i].Store(n)
			}
		})
		all.Go(func() {
			for time.Now().Before(deadline) {
				least := written[i].Load()
				if text, _ := title(t, db, entries[i]); number(text) < least {
					t.Errorf("object %d: %s after %d was written", i, text, least)
					return
				}
			}
		})
	}
	all.Go(func() {
		random := rand.New(rand.NewPCG(seed, 0))
		for time.Now().Before(deadline) {
			standby.Replays(t, false)
			time.Sleep(time.Duration(random.IntN(900)) * time.Millisecond)
			standby.Replays(t, true)
			time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		}
	})
	all.Wait()
	// What a node was told of, it reads, and caches nothing older.
	for i := range objects {
		db, other := nodes[i%2], nodes[(i+1)%2]
		titled(t, db, entries[i], "1000000")
		if err := db.Tables("test").Heard(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if text, _ := title(t, other, entries[i]); text != "1000000" {
				t.Errorf("object %d on the other node: %s", i, text)
			}
		}
	}
	counts := nodes[0].ReplicaCounts()
	t.Log(counts.Read, "statements from the replica,", counts.Left, "answers from the database")
	if counts.Read == 0 || counts.Left == 0 {
		t.Error("one of both was never asked")
	}
}
