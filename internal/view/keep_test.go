package view

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"quoin/internal/render"
	"quoin/internal/scope"
)

// made is a scope in which a text was made of what tags name.
func made(tags ...string) context.Context {
	ctx := scope.New(context.Background())
	scope.Read(ctx, tags...)
	return ctx
}

func TestKeepDrops(t *testing.T) {
	t.Parallel()
	k := newKeep(1 << 20)
	now := time.Now()
	a, b := textKey{entry: 1}, textKey{entry: 2}
	k.put(made("entry:1", "entries:post"), a, render.Text("a"), nil, k.now())
	k.put(made("entry:2"), b, render.Text("b"), nil, k.now())
	k.changed([]string{"entries:post", "entries"})
	if k.has(a, now) || !k.has(b, now) {
		t.Error("a change dropped the wrong text")
	}
	k.changed([]string{"entry:2"})
	if k.has(b, now) || k.bytes != 0 || len(k.byTag) != 0 {
		t.Errorf("left: %d bytes, tags %v", k.bytes, k.byTag)
	}
}

func TestKeepRefusesWhatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	k := newKeep(1 << 20)
	key, began := textKey{entry: 1}, k.now()
	k.changed([]string{"entry:9"})
	k.put(made("entry:1"), key, render.Text("a"), nil, began)
	if !k.has(key, time.Now()) {
		t.Error("a change of something else kept a text out")
	}
	began = k.now()
	k.changed([]string{"entry:1"})
	k.put(made("entry:1"), key, render.Text("stale"), nil, began)
	if k.has(key, time.Now()) {
		t.Error("a text from before a change was kept")
	}
	began = k.now()
	for range recentChanges + 1 {
		k.changed([]string{"entry:9"})
	}
	k.put(made("entry:1"), key, render.Text("old"), nil, began)
	if k.has(key, time.Now()) {
		t.Error("a text was kept that more changes went by than are known")
	}
}

func TestKeepIsBounded(t *testing.T) {
	t.Parallel()
	const limit = 64 << 10
	k := newKeep(limit)
	now := time.Now()
	html := strings.Repeat("x", 1000)
	for i := range int64(500) {
		k.put(made(fmt.Sprint("entry:", i)), textKey{entry: i}, render.Text(html), nil, k.now())
		k.get(context.Background(), textKey{entry: 0}, render.NewCounters(), now)
		if k.bytes > limit {
			t.Fatalf("%d bytes kept", k.bytes)
		}
	}
	if !k.has(textKey{entry: 0}, now) || !k.has(textKey{entry: 499}, now) || k.has(textKey{entry: 1}, now) {
		t.Error("not the longest unused texts went")
	}
	if len(k.byTag) != len(k.texts) {
		t.Errorf("%d tags for %d texts", len(k.byTag), len(k.texts))
	}
	k.put(made(), textKey{entry: 1000}, render.Text(strings.Repeat("x", limit)), nil, k.now())
	if k.has(textKey{entry: 1000}, now) {
		t.Error("a text took more than its share")
	}
}

func TestKeepTime(t *testing.T) {
	t.Parallel()
	k := newKeep(1 << 20)
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	ctx := made()
	scope.Until(ctx, noon)
	k.put(ctx, textKey{entry: 1}, render.Text("a"), nil, k.now())
	outer := scope.New(context.Background())
	if k.get(outer, textKey{entry: 1}, render.NewCounters(), noon.Add(-time.Second)) == nil {
		t.Error("gone before its time")
	}
	if until, _ := scope.From(outer).Lasts(); !until.Equal(noon) {
		t.Errorf("an answer with it lasts until %v", until)
	}
	if k.has(textKey{entry: 1}, noon) {
		t.Error("still there after its time")
	}
	ctx = made()
	scope.Never(ctx)
	k.put(ctx, textKey{entry: 2}, render.Text("a"), nil, k.now())
	if k.has(textKey{entry: 2}, noon) {
		t.Error("a text made by chance was kept")
	}
}

func TestKeepIDs(t *testing.T) {
	t.Parallel()
	k := newKeep(1 << 20)
	key, now := textKey{entry: 1}, time.Now()
	get := func(ids *render.Counters) string {
		t := k.get(context.Background(), key, ids, now)
		if t == nil {
			return ""
		}
		return t.html.Fill("")
	}
	for n := range maxVariants + 2 {
		k.put(made(), key, render.Text(fmt.Sprint("from ", n)), []render.Count{{Name: "x", Before: n, Last: n + 2}}, k.now())
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
	k.changed([]string{"other"})
	if len(k.texts[key]) != maxVariants {
		t.Errorf("%d variants", len(k.texts[key]))
	}
}
