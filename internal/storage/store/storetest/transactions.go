package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/job"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
)

func options(t *testing.T, db *store.DB) {
	if got := optionsOf(background, t, db); len(got) != 0 {
		t.Fatal(got)
	}
	values := map[string]any{"a": "x", "b": int64(7), "c": nil, "d": []any{true, 1.5}, "e": wire.NewObject("k", "v")}
	for name, v := range values {
		must(t, db.SetOption(background, name, v))
	}
	check := func(ctx context.Context) {
		t.Helper()
		got := optionsOf(ctx, t, db)
		if len(got) != len(values) {
			t.Fatal(got)
		}
		for name, v := range values {
			if !wire.Equal(got[name], v) {
				t.Fatalf("%s: %v", name, got[name])
			}
		}
	}
	check(background)
	check(background)
	values["a"] = "y"
	delete(values, "b")
	must(t, db.InTx(background, func(ctx context.Context) error {
		must(t, db.SetOption(ctx, "a", "y"))
		must(t, db.SetOption(ctx, "b", site.Unset))
		must(t, db.SetOption(ctx, "never there", site.Unset))
		check(ctx)
		return nil
	}))
	check(request())
	wantErr(t, db.InTx(background, func(ctx context.Context) error {
		must(t, db.SetOption(ctx, "a", "z"))
		return errOops
	}), errOops)
	check(request())
}

func rollback(t *testing.T, db *store.DB) {
	kept := newPost(t, background, db, nil)
	var lost int64
	err := db.InTx(background, func(ctx context.Context) error {
		lost = newPost(t, ctx, db, nil).ID
		must(t, db.SetEntryMeta(ctx, kept.ID, "k", "v"))
		must(t, db.DeleteEntry(ctx, kept.ID))
		return errOops
	})
	wantErr(t, err, errOops)
	wantErr(t, second(db.EntryByID(background, lost)), content.ErrNotFound)
	if e := get(db.EntryByID(background, kept.ID))(t); len(e.Meta) != 0 {
		t.Fatal(e.Meta)
	}
	equal(t, "total", get(db.ListEntries(background, content.Query{Types: []string{"post"}}))(t).Total, 1)
	ended, cancel := context.WithCancel(background)
	cancel()
	if err := db.InTx(ended, func(context.Context) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func nestedTransactions(t *testing.T, db *store.DB) {
	must(t, db.InTx(background, func(ctx context.Context) error {
		newPost(t, ctx, db, nil)
		return db.InTx(ctx, func(ctx context.Context) error {
			newPost(t, ctx, db, nil)
			return nil
		})
	}))
	equal(t, "total", get(db.ListEntries(background, content.Query{}))(t).Total, 2)
	// An inner failure can't be swallowed: part of its work may be done.
	err := db.InTx(background, func(ctx context.Context) error {
		newPost(t, ctx, db, nil)
		wantErr(t, db.InTx(ctx, func(ctx context.Context) error {
			newPost(t, ctx, db, nil)
			return errOops
		}), errOops)
		return nil
	})
	wantErr(t, err, errOops)
	equal(t, "total", get(db.ListEntries(background, content.Query{}))(t).Total, 2)
}

func panicRollsBack(t *testing.T, db *store.DB) {
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic did not come through")
			}
		}()
		_ = db.InTx(background, func(ctx context.Context) error {
			newPost(t, ctx, db, nil)
			panic("oops")
		})
	}()
	newPost(t, background, db, nil)
	equal(t, "total", get(db.ListEntries(background, content.Query{}))(t).Total, 1)
}

func readsInTransactions(t *testing.T, db *store.DB) {
	e := newPost(t, background, db, nil)
	must(t, db.SetOption(background, "o", "stored"))
	ctx := request()
	get(db.EntryByID(ctx, e.ID))(t)
	optionsOf(ctx, t, db) // which are cached from here on
	must(t, db.InTx(ctx, func(ctx context.Context) error {
		equal[any](t, "option", optionsOf(ctx, t, db)["o"], "stored")
		must(t, db.SetOption(ctx, "o", "changed"))
		equal[any](t, "option", optionsOf(ctx, t, db)["o"], "changed")
		mine := newPost(t, ctx, db, nil)
		get(db.EntryByID(ctx, mine.ID))(t)
		equal(t, "inside", get(db.ListEntries(ctx, content.Query{}))(t).Total, 2)
		equal(t, "outside", get(db.ListEntries(background, content.Query{}))(t).Total, 1)
		// What another request changed is seen, not what this one remembers.
		c := e.Clone()
		c.Title = "changed"
		must(t, db.UpdateEntry(ctx, c))
		equal(t, "title", get(db.EntryByID(ctx, e.ID))(t).Title, "changed")
		return nil
	}))
	equal(t, "title", get(db.EntryByID(ctx, e.ID))(t).Title, "changed")
}

// concurrency has many writers raise one number, some of which fail: none may
// be lost and none may come through in part.
func concurrency(t *testing.T, db *store.DB) {
	e := newPost(t, background, db, nil)
	const writers, each = 8, 12
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				fail := (w+i)%4 == 0
				err := db.InTx(background, func(ctx context.Context) error {
					x, err := db.EntryByID(ctx, e.ID)
					if err != nil {
						return err
					}
					x = x.Clone()
					x.MenuOrder++
					if err := db.UpdateEntry(ctx, x); err != nil {
						return err
					}
					if err := db.InsertEntry(ctx, &content.Entry{Type: "page", Status: content.Publish}); err != nil {
						return err
					}
					if fail {
						return errOops
					}
					return nil
				})
				if fail != errors.Is(err, errOops) || !fail && err != nil {
					t.Error(err)
				}
				if _, err := db.ListEntries(background, content.Query{Types: []string{"page"}, Limit: 5}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	want := writers * each * 3 / 4
	equal(t, "raised", get(db.EntryByID(background, e.ID))(t).MenuOrder, int64(want))
	equal(t, "inserted", get(db.ListEntries(background, content.Query{Types: []string{"page"}}))(t).Total, want)
}

func afterCommit(t *testing.T, db *store.DB) {
	var order []string
	note := func(s string) func() { return func() { order = append(order, s) } }
	db.OnChange(func(context.Context, []cache.Tag) { order = append(order, "change") })
	must(t, db.InTx(background, func(ctx context.Context) error {
		store.AfterCommit(ctx, note("first"))
		newPost(t, ctx, db, nil)
		return db.InTx(ctx, func(ctx context.Context) error {
			store.AfterCommit(ctx, note("second"))
			order = append(order, "inside")
			return nil
		})
	}))
	equalLists(t, "order", order, []string{"inside", "change", "first", "second"})
	order = nil
	wantErr(t, db.InTx(background, func(ctx context.Context) error {
		store.AfterCommit(ctx, note("never"))
		newPost(t, ctx, db, nil)
		return errOops
	}), errOops)
	equal(t, "after a rollback", len(order), 0)
	store.AfterCommit(background, note("at once"))
	equalLists(t, "without a transaction", order, []string{"at once"})
}

func changeTags(t *testing.T, db *store.DB) {
	var last []string
	db.OnChange(func(_ context.Context, tags []cache.Tag) { last = cache.Strings(tags) })
	has := func(what string, tags ...string) {
		t.Helper()
		for _, tag := range tags {
			if !slices.Contains(last, tag) {
				t.Fatalf("%s: no %q in %q", what, tag, last)
			}
		}
		last = nil
	}
	id := func(kind string, n int64) string { return fmt.Sprint(kind, ":", n) }
	term := newTerm(t, db, "category", "a", "a", 0)
	has("insert term", id("term", term.ID), "terms:category")
	e := newPost(t, background, db, nil)
	has("insert entry", id("entry", e.ID), "entries:post")
	must(t, db.SetEntryTerms(background, e.ID, "category", []int64{term.ID}))
	has("set terms", id("entry", e.ID), "entries:post", id("term", term.ID), "terms:category")
	e.Type, e.Status = "page", content.Draft
	must(t, db.UpdateEntry(background, e))
	has("update entry", id("entry", e.ID), "entries:post", "entries:page", id("term", term.ID))
	must(t, db.SetEntryMeta(background, e.ID, "k", "v"))
	has("set meta", id("entry", e.ID), "entries:page")
	must(t, db.DeleteMetaValue(background, "k", "v"))
	has("delete meta value", id("entry", e.ID))
	child := newPost(t, background, db, func(x *content.Entry) { x.Parent, x.Type = e.ID, "revision" })
	has("insert revision", id("revisions", e.ID), "entries:revision")
	must(t, db.MoveChildren(background, e.ID, 5))
	has("move", id("entry", child.ID), id("revisions", e.ID), id("revisions", 5))
	must(t, db.Reassign(background, 1, 2))
	has("reassign", id("entry", e.ID), "entries:page", id("user", 1), id("user", 2))
	c := newComment(t, db, func(c *comment.Comment) { c.Entry, c.Parent = e.ID, 50 })
	has("insert comment", id("comment", c.ID), id("comments", e.ID), id("entry", e.ID), id("comment", 50), "comments")
	must(t, db.SetCommentMeta(background, c.ID, "k", "v"))
	has("comment meta", id("comment", c.ID))
	must(t, db.MoveReplies(background, 50, 51))
	has("move comments", id("comment", c.ID), id("comment", 50), id("comment", 51))
	must(t, db.DeleteEntry(background, e.ID))
	has("delete entry", id("entry", e.ID), id("comment", c.ID), id("comments", e.ID), "entries:page", id("term", term.ID))
	must(t, db.DeleteTerm(background, term.ID))
	has("delete term", id("term", term.ID), "terms:category")
	u := newUser(t, db, "u")
	has("insert user", id("user", u.ID), "users")
	must(t, db.InsertAppPassword(background, &user.AppPassword{User: u.ID, UUID: "x"}))
	has("application password", id("user", u.ID))
	must(t, db.SetOption(background, "o", "v"))
	has("option", "option:o", "options")
	wantErr(t, db.InTx(background, func(ctx context.Context) error {
		newPost(t, ctx, db, nil)
		return errOops
	}), errOops)
	equal(t, "after a rollback", len(last), 0)
}

func scopeRemembers(t *testing.T, db *store.DB) {
	e := newPost(t, background, db, func(e *content.Entry) { e.Meta = content.Meta{"k": {"v"}} })
	u := newUser(t, db, "u")
	ctx, n := CountStatements(request())
	begun := 0
	spent := func(want int) {
		t.Helper()
		equal(t, "statements", n()-begun, want)
	}
	optionsOf(ctx, t, db) // which looks at the state of the database
	begun = n()
	first := get(db.EntryByID(ctx, e.ID))(t)
	spent(2)
	if again := get(db.EntryByID(ctx, e.ID))(t); again != first {
		t.Error("not the same object")
	}
	spent(2)
	wantErr(t, second(db.EntryByID(ctx, 999)), content.ErrNotFound)
	wantErr(t, second(db.EntryByID(ctx, 999)), content.ErrNotFound)
	spent(3)
	get(db.UserByID(ctx, u.ID))(t)
	get(db.UserByID(ctx, u.ID))(t)
	spent(5)
	get(db.ListEntries(ctx, content.Query{Types: []string{"post"}}))(t)
	begun = n()
	get(db.EntriesByID(ctx, []int64{e.ID}))(t)
	get(db.EntryTerms(ctx, []int64{e.ID}))(t)
	get(db.EntryTerms(ctx, []int64{e.ID}))(t)
	spent(1)
	tags := cache.Strings(scope.From(ctx).Deps().Tags)
	for _, want := range []string{fmt.Sprint("entry:", e.ID), "entry:999", fmt.Sprint("user:", u.ID), "entries:post"} {
		if !slices.Contains(tags, want) {
			t.Errorf("no tag %q in %q", want, tags)
		}
	}
	must(t, db.SetEntryMeta(ctx, e.ID, "k", "w"))
	equal(t, "after a write", get(db.EntryByID(ctx, e.ID))(t).Meta.Text("k"), "w")
}

func statementCounts(t *testing.T, db *store.DB) {
	term := newTerm(t, db, "category", "a", "a", 0)
	for i := range 30 {
		e := newPost(t, background, db, func(e *content.Entry) { e.Content, e.Meta = "needle", content.Meta{"k": {int64(i)}} })
		must(t, db.SetEntryTerms(background, e.ID, "category", []int64{term.ID}))
	}
	for i, q := range []content.Query{
		{Types: []string{"post"}},
		{Types: []string{"post"}, Statuses: []content.Status{content.Publish, content.Draft}, PrivateOf: 2},
		{Types: []string{"post"}, Terms: []content.TermFilter{{Taxonomy: "category", Terms: []int64{term.ID}}}},
		{Types: []string{"post"}, Search: &content.Search{Terms: []string{"needle"}}},
	} {
		var counts []int
		for _, limit := range []int{1, 10, 30} {
			q.Limit = limit
			get(db.ListEntries(scope.New(background), q))(t) // what is counted once
			ctx, n := CountStatements(scope.New(background))
			optionsOf(ctx, t, db) // which every request reads
			begun := n()
			page := get(db.ListEntries(ctx, q))(t)
			equal(t, "entries", len(page.Entries), limit)
			counts = append(counts, n()-begun)
		}
		if counts[0] != counts[1] || counts[1] != counts[2] || counts[0] > 5 {
			t.Errorf("query %d: %v statements", i, counts)
		}
	}
}

func jobs(t *testing.T, db *store.DB) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	kinds := []string{"k"}
	must(t, db.Enqueue(background, "k", "a", []byte(`"old"`), at.Add(time.Minute)))
	must(t, db.Enqueue(background, "k", "a", []byte(`"new"`), at))
	must(t, db.Enqueue(background, "k", "", []byte("1"), at.Add(-time.Second)))
	must(t, db.Enqueue(background, "k", "", []byte("2"), at.Add(time.Second)))
	must(t, db.Enqueue(background, "other", "a", nil, at.Add(-time.Hour)))
	must(t, db.Enqueue(background, "k", "gone", nil, at))
	must(t, db.Cancel(background, "k", "gone"))
	wantErr(t, db.InTx(background, func(ctx context.Context) error {
		must(t, db.Enqueue(ctx, "k", "rolled back", nil, at))
		return errOops
	}), errOops)
	equal(t, "next", get(db.NextJob(background, kinds))(t), at.Add(-time.Second))
	claimed := get(db.ClaimJobs(background, kinds, at, time.Minute, 9))(t)
	if len(claimed) != 2 || string(claimed[0].Payload) != "1" || string(claimed[1].Payload) != `"new"` || claimed[1].Key != "a" || claimed[1].Attempts != 1 {
		t.Fatalf("%+v", claimed)
	}
	equal(t, "claimed twice", len(get(db.ClaimJobs(background, kinds, at, time.Minute, 9))(t)), 0)
	must(t, db.CompleteJob(background, claimed[0]))
	a := claimed[1]
	// Enqueued again while it runs: it stays claimed, then runs again.
	must(t, db.Enqueue(background, "k", "a", []byte(`"newest"`), at))
	equal(t, "claimed while running", len(get(db.ClaimJobs(background, kinds, at, time.Minute, 9))(t)), 0)
	must(t, db.CompleteJob(background, a))
	again := get(db.ClaimJobs(background, kinds, at, time.Minute, 9))(t)
	if len(again) != 1 || string(again[0].Payload) != `"newest"` || again[0].Attempts != 1 {
		t.Fatalf("%+v", again)
	}
	// The lease ends; the old claim counts no more.
	taken := get(db.ClaimJobs(background, []string{"k"}, at.Add(time.Minute), time.Minute, 1))(t)
	if len(taken) != 1 {
		t.Fatalf("%+v", taken)
	}
	later := at.Add(2 * time.Hour)
	taken = append(taken, get(db.ClaimJobs(background, kinds, at.Add(time.Minute), time.Minute, 9))(t)...)
	equal(t, "taken over", len(taken), 2)
	equal(t, "extended by the old one", get(db.ExtendJob(background, again[0], later))(t), false)
	must(t, db.CompleteJob(background, again[0]))
	must(t, db.RetryJob(background, again[0], later, "no"))
	i := slices.IndexFunc(taken, func(j job.Job) bool { return j.Key == "a" })
	equal(t, "attempts", taken[i].Attempts, 2)
	equal(t, "extended", get(db.ExtendJob(background, taken[i], at.Add(5*time.Minute)))(t), true)
	must(t, db.RetryJob(background, taken[i], later, "because"))
	must(t, db.CompleteJob(background, taken[1-i]))
	equal(t, "next", get(db.NextJob(background, kinds))(t), later)
	last := get(db.ClaimJobs(background, kinds, later, time.Minute, 9))(t)
	if len(last) != 1 || last[0].Attempts != 3 {
		t.Fatalf("%+v", last)
	}
	must(t, db.CompleteJob(background, last[0]))
	if next := get(db.NextJob(background, kinds))(t); !next.IsZero() {
		t.Fatal(next)
	}
	select {
	case <-db.JobsAdded():
	default:
		t.Error("nothing told of the jobs")
	}
}

// cancelledReads gives up on reads under way and sees that the store serves on.
func cancelledReads(t *testing.T, db *store.DB) {
	must(t, db.InTx(background, func(ctx context.Context) error {
		for range 300 {
			newPost(t, ctx, db, func(e *content.Entry) { e.Content = "some text to look at" })
		}
		return nil
	}))
	q := content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{"xt", "oo"}}, Order: []content.Order{{By: content.ByParent}, {By: content.ByTitle}}}
	for i := range 60 {
		end := time.Now().Add(time.Duration(i*50) * time.Microsecond)
		ctx, cancel := context.WithDeadline(background, end)
		if page, err := db.ListEntries(ctx, q); err == nil {
			equal(t, "total", page.Total, 300)
		} else if time.Now().Before(end) {
			// The clock is asked, not the context: a new connection's own
			// deadline can be noticed a moment before the context's timer.
			t.Fatal(err)
		}
		cancel()
	}
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			if page, err := db.ListEntries(background, q); err != nil || len(page.Entries) != 300 {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	// A caller that goes away in the middle of its transaction takes nobody
	// with it.
	ctx, cancel := context.WithCancel(background)
	err := db.InTx(ctx, func(ctx context.Context) error {
		if err := db.SetOption(ctx, "a", true); err != nil {
			return err
		}
		cancel()
		return ctx.Err()
	})
	wantErr(t, err, context.Canceled)
	must(t, db.SetOption(background, "b", true))
	if got := optionsOf(background, t, db); len(got) != 1 {
		t.Fatal(got)
	}
}
