package content_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

// scheduled adds an entry that is due after some time.
func (f *fixture) scheduled(title string, in time.Duration) *content.Entry {
	f.t.Helper()
	when := f.Now.Add(in).Format(site.DateForm)
	c := titled(title, content.Future)
	c.Date = at(when, when)
	return f.create("post", c)
}

func TestPublishDue(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	first, second, third := f.scheduled("a", time.Hour), f.scheduled("b", 2*time.Hour), f.scheduled("c", 3*time.Hour)
	var published []int64
	f.Hooks.Add(content.Writes{Saved: func(_ context.Context, before, after *content.Entry) error {
		if before.Status == content.Future && after.Status == content.Publish {
			published = append(published, after.ID)
		}
		return nil
	}})
	run := func(wantNext string, ids ...int64) {
		t.Helper()
		published = nil
		next, err := f.PublishDue(t.Context())
		if err != nil || next != wantNext {
			t.Errorf("next %q (%v), want %q", next, err, wantNext)
		}
		if len(published) != len(ids) {
			t.Fatalf("published %v, want %v", published, ids)
		}
		for _, id := range ids {
			if got := f.load(id); got.Status != content.Publish || got.Modified != got.Date && got.Modified != "2026-03-04T05:06:07" {
				t.Errorf("entry %d: %s, modified %s", id, got.Status, got.Modified)
			}
		}
	}
	run(first.DateUTC)
	f.Now = f.Now.Add(time.Hour)
	run(second.DateUTC, first.ID)
	run(second.DateUTC)
	// Moved meanwhile.
	f.update(second.ID, content.Change{Date: at("2026-03-05T00:00:00", "2026-03-05T00:00:00")})
	f.Now = f.Now.Add(2 * time.Hour)
	run("2026-03-05T00:00:00", third.ID)
	f.trash(second.ID)
	run("")
	if when, err := content.NextDue("2026-03-05T00:00:00"); err != nil || !when.Equal(time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v, %v", when, err)
	}
	if _, err := content.NextDue("soon"); err == nil {
		t.Error("a date that is none")
	}
}

// Two nodes that find the same entries due publish each once.
func TestTwoNodesPublishOnce(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	const n = 20
	for range n {
		f.scheduled("x", time.Hour)
	}
	f.Now = f.Now.Add(2 * time.Hour)
	var mu sync.Mutex
	times := map[int64]int{}
	node := func() *content.Service {
		s := *f.Service
		s.Hooks.Add(content.Writes{Saved: func(_ context.Context, _, after *content.Entry) error {
			mu.Lock()
			defer mu.Unlock()
			times[after.ID]++
			return nil
		}})
		return &s
	}
	var wg sync.WaitGroup
	for _, s := range []*content.Service{node(), node()} {
		wg.Go(func() {
			if _, err := s.PublishDue(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(times) != n {
		t.Errorf("%d entries were published, want %d", len(times), n)
	}
	for id, got := range times {
		if got != 1 {
			t.Errorf("entry %d was published %d times", id, got)
		}
	}
}

// A hook that fails takes back the entry that it failed for.
func TestPublishRollsBack(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.scheduled("a", time.Hour)
	f.Now = f.Now.Add(time.Hour)
	broken := errors.New("broken")
	f.Hooks.Add(content.Writes{Saved: func(context.Context, *content.Entry, *content.Entry) error { return broken }})
	if _, err := f.PublishDue(t.Context()); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got := f.load(e.ID).Status; got != content.Future {
		t.Errorf("status %s", got)
	}
	f.Hooks = content.Hooks{}
	if _, err := f.PublishDue(t.Context()); err != nil || f.load(e.ID).Status != content.Publish {
		t.Errorf("the next run: %v", err)
	}
}
