package scope

import (
	"context"
	"slices"
	"testing"
	"time"

	"quoin/internal/platform/cache"
)

func TestPart(t *testing.T) {
	t.Parallel()
	ctx := New(context.Background())
	DependsOn(ctx, cache.Entry(1))
	Put(ctx, "k", 1)
	part := Part(ctx)
	if v, ok := Get[int](part, "k"); !ok || v != 1 {
		t.Error("a part doesn't see what is remembered around it")
	}
	Put(part, "l", 2)
	if v, ok := Get[int](ctx, "l"); !ok || v != 2 {
		t.Error("what a part remembers isn't seen around it")
	}
	DependsOn(part, cache.Entry(2))
	at := time.Unix(9, 0)
	ExpiresAt(part, at)
	if got := cache.Strings(From(part).Deps().Tags); !slices.Equal(got, []string{"entry:2"}) {
		t.Errorf("tags of the part: %v", got)
	}
	deps := From(ctx).Deps()
	if tags := cache.Strings(deps.Tags); !slices.Equal(tags, []string{"entry:1", "entry:2"}) {
		t.Errorf("tags around the part: %v", tags)
	}
	if !deps.Expires.Equal(at) || deps.NoStore {
		t.Errorf("expires %v, not stored %v", deps.Expires, deps.NoStore)
	}
	NoStore(Part(part))
	if !From(ctx).Deps().NoStore {
		t.Error("NoStore in a part isn't noted around it")
	}
	other := New(context.Background())
	Include(other, From(ctx).Deps())
	if got := From(other).Deps(); len(got.Tags) != 2 || !got.Expires.Equal(at) || !got.NoStore {
		t.Errorf("included: %+v", got)
	}
	Forget(part)
	if _, ok := Get[int](ctx, "k"); ok {
		t.Error("Forget in a part leaves values around it")
	}
}

// A part of no scope still knows its own tags.
func TestPartAlone(t *testing.T) {
	t.Parallel()
	ctx := Part(context.Background())
	DependsOn(ctx, cache.Entry(1))
	Put(ctx, "k", 1)
	if got := cache.Strings(From(ctx).Deps().Tags); !slices.Equal(got, []string{"entry:1"}) {
		t.Errorf("tags: %v", got)
	}
	if _, ok := Get[int](ctx, "k"); !ok {
		t.Error("nothing remembered")
	}
}
