package view_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/storetest"
)

// costly is content that asks for more than an entry may cost, in ways that
// don't repeat.
func costly(blocks int) string {
	var b strings.Builder
	for n := range blocks {
		fmt.Fprintf(&b, `<!-- wp:query {"query":{"perPage":100,"search":"%d"}} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->`, n)
	}
	return b.String()
}

// TestCostIsBounded shows entries that would take minutes: each ends soon, says
// at its end that it was cut off, and is made only once.
func TestCostIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 64<<20)
	for n := range 30 {
		w.add(content.Entry{Title: fmt.Sprint("Buoy ", n), Content: strings.Repeat("Of the harbour. ", 50)})
	}
	many := func(block string, n int) string { return strings.Repeat(block, n) }
	var numbered strings.Builder
	for n := range 30_000 {
		fmt.Fprintf(&numbered, `<!-- wp:post-title {"level":%d} /-->`, n)
	}
	for name, text := range map[string]string{
		"statements": costly(3000),
		"steps":      numbered.String(),
		"output":     many(`<!-- wp:latest-posts {"postsToShow":100,"displayPostContent":true,"displayPostContentRadio":"full_post"} /-->`, 3000),
	} {
		e := w.add(content.Entry{Title: name, Content: text})
		html := ""
		n := w.statements(func(ctx context.Context) { html = w.Content(ctx, view.Visit{}, e) })
		if limit := render.EntryLimits(len(text)); n > limit.Statements+100 || len(html) > len(text)+2*limit.Output {
			t.Errorf("%s: %d statements, %d bytes", name, n, len(html))
		}
		if !strings.Contains(html, "Not everything is shown") {
			t.Errorf("%s: nothing tells that it was cut off: %.300s", name, html)
		}
		again := ""
		if n := w.statements(func(ctx context.Context) { again = w.Content(ctx, view.Visit{}, e) }); n > 1 || again != html {
			t.Errorf("%s: made again with %d statements", name, n)
		}
	}
}

// TestRepetitionsCostOnce shows what is asked for again and again.
func TestRepetitionsCostOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 64<<20)
	for _, block := range []string{"post-excerpt", "post-time-to-read", "post-title", "post-content", `post-navigation-link {"type":"next"}`} {
		e := w.add(content.Entry{Title: block, Content: strings.Repeat("<!-- wp:"+block+" /-->", 1000)})
		if n := w.statements(func(ctx context.Context) { w.Content(ctx, view.Visit{}, e) }); n > 20 {
			t.Errorf("%s: %d statements", block, n)
		}
	}
}

// TestNobodyWaits ends the request: nothing more is rendered, and nothing is
// kept of it.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 64<<20)
	e := w.add(content.Entry{Title: "Long", Content: costly(300)})
	ctx, cancel := context.WithCancel(scope.New(context.Background()))
	cancel()
	ctx, n := storetest.CountStatements(ctx)
	w.Content(ctx, view.Visit{}, e)
	if n() > 100 {
		t.Errorf("%d statements for nobody", n())
	}
	if !scope.From(ctx).Deps().NoStore {
		t.Error("the answer may be kept")
	}
	if html := w.content(e); strings.Count(html, "<li") == 0 && !strings.Contains(html, "wp-block-query") && html == "" {
		t.Error("nothing is shown to the next one")
	}
}

// TestAnswersAreBounded shows many costly entries in one answer: the last are
// cut for want of time, but not for good.
func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 64<<20)
	for n := range 80 {
		w.add(content.Entry{Title: fmt.Sprint("Buoy ", n)})
	}
	var loops strings.Builder
	for n := range 150 {
		fmt.Fprintf(&loops, `<!-- wp:query {"query":{"perPage":100,"exclude":[%d]}} --><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- /wp:query -->`, n+1)
	}
	var list []*content.Entry
	for n := range 8 {
		list = append(list, w.add(content.Entry{Title: fmt.Sprint("Long ", n), Content: fmt.Sprint(n) + loops.String()}))
	}
	cut := func() (n int) {
		ctx := scope.New(context.Background())
		for _, e := range list {
			if strings.Contains(w.Content(ctx, view.Visit{}, e), string(render.LimitAnswer)) {
				n++
			}
		}
		return n
	}
	if cut() == 0 {
		t.Error("an answer may cost anything")
	}
	for rounds := 1; cut() > 0; rounds++ {
		if rounds == len(list) {
			t.Fatal("texts that were cut for the answer's sake stay so")
		}
	}
}
