package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// TestGroupCommit holds a first writer until others wait, and sees that they
// share a commit while each stands or falls by itself.
func TestGroupCommit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, err := Open(ctx, Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	writer := db.base.Inspect()
	const others = 10
	oops := errors.New("oops")
	began, release := make(chan struct{}), make(chan struct{})
	var first, wg sync.WaitGroup
	first.Go(func() {
		if err := db.InTx(ctx, func(ctx context.Context) error {
			close(began)
			<-release
			return db.SetOption(ctx, "first", true)
		}); err != nil {
			t.Error(err)
		}
	})
	<-began
	commits := writer.Commits()
	var waiting sync.WaitGroup
	waiting.Add(others)
	for i := range others {
		name := string(rune('a' + i))
		wg.Go(func() {
			waiting.Done()
			// One fails, one panics, one ends its goroutine.
			defer func() { _ = recover() }()
			err := db.InTx(ctx, func(ctx context.Context) error {
				if err := db.SetOption(ctx, name, true); err != nil {
					return err
				}
				switch i {
				case 3:
					return oops
				case 4:
					panic("oops")
				case 5:
					runtime.Goexit()
				}
				return nil
			})
			if (i == 3) != errors.Is(err, oops) || i != 3 && err != nil {
				t.Errorf("%d: %v", i, err)
			}
			// Whoever is told of the commit finds what was written.
			options, err := db.Options(ctx)
			if err != nil || (Stored(options, name) == true) != (i != 3) {
				t.Errorf("%d: %v %v", i, options, err)
			}
		})
	}
	waiting.Wait()
	for range 100 {
		runtime.Gosched()
	}
	close(release)
	first.Wait()
	wg.Wait()
	options, err := db.Options(ctx)
	if err != nil || options.Len() != others-3+1 {
		t.Fatalf("%v %v", options, err)
	}
	if n := writer.Commits() - commits; n >= others {
		t.Errorf("%d commits for %d writers", n, others+1)
	}
	// A closed store refuses, and does not hang.
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.SetOption(ctx, "late", site.Unset); !errors.Is(err, sqldb.ErrClosed) {
		t.Fatal(err)
	}
}

// Who writes very much has a commit of its own: under a savepoint SQLite keeps a copy in memory
// of every page that it changes.
func TestBulkCommitsAlone(t *testing.T) {
	t.Parallel()
	ctx, db := t.Context(), openAt(t, t.TempDir())
	writer := db.base.Inspect()
	var wg sync.WaitGroup
	held, release := make(chan struct{}), make(chan struct{})
	wg.Go(func() {
		if err := db.InTx(ctx, func(ctx context.Context) error {
			if err := db.SetOption(ctx, "first", true); err != nil {
				return err
			}
			close(held)
			<-release
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	<-held
	commits := writer.Commits()
	for i, ctx := range []context.Context{scope.Bulk(ctx), ctx, ctx, scope.Bulk(ctx)} {
		wg.Go(func() {
			if err := db.InTx(ctx, func(ctx context.Context) error {
				return db.SetOption(ctx, fmt.Sprint("of ", i), true)
			}); err != nil {
				t.Error(err)
			}
		})
		for writer.Waiting() <= i {
			runtime.Gosched()
		}
	}
	close(release)
	wg.Wait()
	if n := writer.Commits() - commits; n != 4 {
		t.Errorf("%d commits, want one of the first, of each of two bulks, and of the two between", n)
	}
}

// TestGroupIndexesTexts has the writers of one group store texts, search among
// them and fail, and sees that exactly what was committed can be found.
func TestGroupIndexesTexts(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	db := openAt(t, t.TempDir())
	find := func(ctx context.Context, word string) int {
		page, err := db.ListEntries(ctx, content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{word}}})
		if err != nil {
			t.Error(err)
		}
		return page.Total
	}
	began, release := make(chan struct{}), make(chan struct{})
	oops := errors.New("oops")
	var wg sync.WaitGroup
	write := func(i int) {
		err := db.InTx(ctx, func(ctx context.Context) error {
			if i == 0 {
				close(began)
				<-release
			}
			e := &content.Entry{Type: "post", Status: content.Publish, Title: fmt.Sprintf("word%03d common", i), Slug: fmt.Sprint(i)}
			if err := db.InsertEntry(ctx, e); err != nil {
				return err
			}
			if i%3 == 1 && find(ctx, e.Title[:7]) != 1 {
				t.Errorf("%d doesn't find its own text", i)
			}
			switch i % 4 {
			case 2:
				return db.DeleteEntry(ctx, e.ID)
			case 3:
				return oops
			}
			e.Title += " more"
			return db.UpdateEntry(ctx, e)
		})
		if (i%4 == 3) != errors.Is(err, oops) || i%4 != 3 && err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	wg.Go(func() { write(0) })
	<-began
	for i := 1; i < 24; i++ {
		wg.Go(func() { write(i) })
	}
	for range 200 {
		runtime.Gosched()
	}
	close(release)
	wg.Wait()
	for i := range 24 {
		want := 1
		if i%4 > 1 {
			want = 0
		}
		if got := find(ctx, fmt.Sprintf("word%03d", i)); got != want {
			t.Errorf("word%03d is found %d times, want %d", i, got, want)
		}
	}
	if got := find(ctx, "common"); got != 12 {
		t.Errorf("common is found %d times", got)
	}
	if err := db.base.Inspect().CheckIndex(ctx, false); err != nil {
		t.Error(err)
	}
}

// TestTurnsBeginWithTheFirstStatement holds the writer and sees that others get
// as far as their first statement, that those without any never wait, and that
// one who gives up while it waits fails.
func TestTurnsBeginWithTheFirstStatement(t *testing.T) {
	t.Parallel()
	db := openAt(t, t.TempDir())
	began, release, arrived := make(chan struct{}), make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			err := db.SetOption(ctx, "first", true)
			close(began)
			<-release
			return err
		}); err != nil {
			t.Error(err)
		}
	})
	<-began
	if err := db.InTx(t.Context(), func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := db.InTx(ctx, func(ctx context.Context) error {
		cancel()
		return db.SetOption(ctx, "given up", true)
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("one who gave up: %v", err)
	}
	wg.Go(func() {
		if err := db.InTx(t.Context(), func(ctx context.Context) error {
			close(arrived)
			return db.SetOption(ctx, "second", true)
		}); err != nil {
			t.Error(err)
		}
	})
	<-arrived
	close(release)
	wg.Wait()
	if options, err := db.Options(t.Context()); err != nil || options.Len() != 2 {
		t.Errorf("%v, %v", options, err)
	}
}
