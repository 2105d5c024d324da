package scope

import (
	"context"
	"slices"
	"testing"
	"time"
)

func TestPart(t *testing.T) {
	t.Parallel()
	ctx := New(context.Background())
	Read(ctx, "a")
	Put(ctx, "k", 1)
	part := Part(ctx)
	if v, ok := Get[int](part, "k"); !ok || v != 1 {
		t.Error("a part doesn't see what is remembered around it")
	}
	Put(part, "l", 2)
	if v, ok := Get[int](ctx, "l"); !ok || v != 2 {
		t.Error("what a part remembers isn't seen around it")
	}
	Read(part, "b")
	at := time.Unix(9, 0)
	Until(part, at)
	if got := From(part).Tags(); !slices.Equal(got, []string{"b"}) {
		t.Errorf("tags of the part: %v", got)
	}
	tags := From(ctx).Tags()
	slices.Sort(tags)
	if !slices.Equal(tags, []string{"a", "b"}) {
		t.Errorf("tags around the part: %v", tags)
	}
	if until, keep := From(ctx).Lasts(); !until.Equal(at) || !keep {
		t.Errorf("lasts until %v, keep %v", until, keep)
	}
	Never(Part(part))
	if _, keep := From(ctx).Lasts(); keep {
		t.Error("Never in a part isn't noted around it")
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
	Read(ctx, "a")
	Put(ctx, "k", 1)
	if got := From(ctx).Tags(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("tags: %v", got)
	}
	if _, ok := Get[int](ctx, "k"); !ok {
		t.Error("nothing remembered")
	}
}
