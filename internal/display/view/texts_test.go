package view

import (
	"context"
	"fmt"
	"testing"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// made is a scope in which a text was made of what tags name.
func made(tags ...cache.Tag) context.Context {
	ctx := scope.New(context.Background())
	scope.DependsOn(ctx, tags...)
	return ctx
}

func TestTextsAreOfViewerAndAddress(t *testing.T) {
	t.Parallel()
	k := newTextCache(1<<20, nil)
	of := func(entry, viewer int64, address string) textKey {
		return textKey{entry: entry, viewer: viewer, address: address}
	}
	k.put(made(), of(1, 5, "at /a"), render.Text("for all"), nil, k.Begin())
	k.put(made(cache.Viewer()), of(2, 5, "at /a"), render.Text("for one"), nil, k.Begin())
	k.put(made(cache.Address()), of(3, 5, "at /a"), render.Text("at one"), nil, k.Begin())
	k.put(made(cache.Address(), cache.Viewer()), of(4, 5, "at /a"), render.Text("for one at one"), nil, k.Begin())
	for entry, want := range map[int64][3]bool{1: {true, true, true}, 2: {true, false, true}, 3: {true, true, false}, 4: {true, false, false}} {
		got := [3]bool{k.has(of(entry, 5, "at /a")), k.has(of(entry, 6, "at /a")), k.has(of(entry, 5, "at /b"))}
		if got != want {
			t.Errorf("text %d for the same, another viewer, another address: %v, want %v", entry, got, want)
		}
	}
}

func TestTextsExpire(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	now := noon.Add(-time.Second)
	k := newTextCache(1<<20, func() time.Time { return now })
	ctx := made()
	scope.ExpiresAt(ctx, noon)
	k.put(ctx, textKey{entry: 1}, render.Text("a"), nil, k.Begin())
	outer := scope.New(context.Background())
	if k.get(outer, textKey{entry: 1}, render.NewCounters()) == nil {
		t.Error("gone before its time")
	}
	if d := scope.From(outer).Deps(); !d.Expires.Equal(noon) {
		t.Errorf("an answer with it expires at %v", d.Expires)
	}
	now = noon
	if k.has(textKey{entry: 1}) {
		t.Error("still there after its time")
	}
	ctx = made()
	scope.NoStore(ctx)
	k.put(ctx, textKey{entry: 2}, render.Text("a"), nil, k.Begin())
	if k.has(textKey{entry: 2}) {
		t.Error("a text made by chance was cached")
	}
}

func TestVariantsOfIDs(t *testing.T) {
	t.Parallel()
	k := newTextCache(1<<20, nil)
	key := textKey{entry: 1}
	get := func(ids *render.Counters) string {
		t := k.get(context.Background(), key, ids)
		if t == nil {
			return ""
		}
		return t.html.Fill("")
	}
	for n := range maxVariants + 2 {
		k.put(made(), key, render.Text(fmt.Sprint("from ", n)), []render.Count{{Name: "x", Before: n, Last: n + 2}}, k.Begin())
	}
	ids := render.NewCounters()
	if html := get(ids); html != "" {
		t.Errorf("the oldest variant is still there: %q", html)
	}
	ids.Skip([]render.Count{{Name: "x", Last: 2}})
	for _, want := range []string{"from 2", "from 4", ""} {
		if html := get(ids); html != want {
			t.Errorf("%q, want %q", html, want)
		}
	}
	if n, _ := k.Stats(); n != maxVariants {
		t.Errorf("%d variants", n)
	}
	again := []render.Count{{Name: "x", Before: 3, Last: 5}}
	k.put(made(), key, render.Text("again"), again, k.Begin())
	ids = render.NewCounters()
	ids.Skip([]render.Count{{Name: "x", Last: 3}})
	if html := get(ids); html != "again" {
		t.Errorf("%q in place of a text with the same ids", html)
	}
}
