package store

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"

	"quoin/internal/site"
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
	writer := db.engine.(*sqliteEngine).writer
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
	commits := writer.commits.Load()
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
			if err != nil || (options[name] == true) != (i != 3) {
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
	if err != nil || len(options) != others-3+1 {
		t.Fatalf("%v %v", options, err)
	}
	if n := writer.commits.Load() - commits; n >= others {
		t.Errorf("%d commits for %d writers", n, others+1)
	}
	// A closed store refuses, and does not hang.
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.SetOption(ctx, "late", site.Unset); !errors.Is(err, errClosed) {
		t.Fatal(err)
	}
}
