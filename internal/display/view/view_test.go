package view_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/display/view"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/storetest"
)

// world is a small site in a store of its own.
type world struct {
	t testing.TB
	*store.DB
	*view.View
	now time.Time
	day int
}

func newWorld(t testing.TB, keepBytes int) *world {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(ctx, store.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	th, err := theme.Load(quoin.FS(), quoin.ID, theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, DB: db, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, Clock: func() time.Time { return w.now }, URL: "https://harbour.example"}
	taxonomies := taxonomy.NewRegistry(taxonomy.Builtin()...)
	w.View = view.New(view.Config{
		Store: db, Site: s, Types: types, Taxonomies: taxonomies, Theme: func(context.Context) *theme.Theme { return th }, Log: slog.New(slog.DiscardHandler),
		Links:     &content.Permalinks{Site: s, Types: types, Store: db},
		TermLinks: &taxonomy.Links{Site: s, Store: db, Taxonomies: taxonomies},
		Uploads:   func(context.Context) string { return "https://harbour.example/files" },
		Search: func(text string) *content.Search {
			return &content.Search{Phrase: text, Terms: strings.Fields(text)}
		},
		MetaKeys:   func(context.Context, string) []string { return []string{content.MetaFootnotes} },
		CacheBytes: keepBytes,
	})
	db.OnChange(func(_ context.Context, tags []cache.Tag) { w.Caches().Drop(tags) })
	w.must(db.InsertUser(ctx, &user.User{Login: "mara", Slug: "mara", Name: "Mara", Email: "mara@harbour.example", Roles: []string{access.Editor}}))
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// add stores an entry, a day after the one before.
func (w *world) add(e content.Entry) *content.Entry {
	w.t.Helper()
	if e.Type == "" {
		e.Type = content.TypePost
	}
	if e.Status == "" {
		e.Status = content.Publish
	}
	if e.Slug == "" {
		e.Slug = strings.ToLower(strings.ReplaceAll(e.Title, " ", "-"))
	}
	w.day++
	e.Author = 1
	e.Date = time.Date(2026, 1, w.day, 8, 0, 0, 0, time.UTC).Format(site.DateForm)
	e.DateUTC, e.Modified, e.ModifiedUTC = e.Date, e.Date, e.Date
	w.must(w.InsertEntry(context.Background(), &e))
	return &e
}

// image stores an attachment of an image with one sub-size.
func (w *world) image(name string, parent int64) *content.Entry {
	return w.add(content.Entry{
		Type: content.TypeAttachment, Status: content.Inherit, Title: name, MimeType: "image/jpeg", Parent: parent,
		Meta: content.Meta{
			content.MetaAttachedFile: {"2026/01/" + name + ".jpg"},
			content.MetaAltText:      {"A view of " + name},
			content.MetaAttachment: {wire.NewObject("width", int64(900), "height", int64(600), "file", "2026/01/"+name+".jpg",
				"sizes", wire.NewObject("medium", wire.NewObject("file", name+"-300x200.jpg", "width", int64(300), "height", int64(200), "mime-type", "image/jpeg")))},
		},
	})
}

func (w *world) content(e *content.Entry) string {
	return w.Content(scope.New(context.Background()), view.Visit{}, e)
}

// statements counts those that fn runs.
func (w *world) statements(fn func(ctx context.Context)) int {
	ctx, n := storetest.CountStatements(scope.New(context.Background()))
	fn(ctx)
	return n()
}

func contains(t *testing.T, html string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(html, p) {
			t.Errorf("%q is missing in\n%s", p, html)
		}
	}
}

func imageBlock(e *content.Entry) string {
	return fmt.Sprintf("<!-- wp:image {\"id\":%d} -->\n<figure class=\"wp-block-image\"><img src=\"https://harbour.example/files/2026/01/%s.jpg\" alt=\"\" class=\"wp-image-%d\"/></figure>\n<!-- /wp:image -->\n",
		e.ID, e.Title, e.ID)
}

// TestReplacedFiles knows the size of the file that an image was before another one took its place.
func TestReplacedFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	pier := w.image("pier", 0)
	w.must(w.SetEntryMeta(context.Background(), pier.ID, content.MetaAttachedFile, "2026/01/quay.jpg"))
	text := func(name string) string {
		return fmt.Sprintf(`<img src="https://harbour.example/files/2026/01/%s.jpg" class="wp-image-%d"/>`, name, pier.ID)
	}
	contains(t, w.content(w.add(content.Entry{Title: "before", Content: text("pier")})), `width="900" height="600"`)
	if got := w.content(w.add(content.Entry{Title: "after", Content: text("quay")})); strings.Contains(got, "width=") {
		t.Errorf("the size of another file in %s", got)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	pier := w.image("pier", 0)
	e := w.add(content.Entry{
		Title: `The "old" pier`, Content: imageBlock(pier) + "<!-- wp:paragraph -->\n<p>Built in 1901 -- and still here.</p>\n<!-- /wp:paragraph -->",
		Meta: content.Meta{},
	})
	ctx := scope.New(context.Background())
	if got, want := w.Title(ctx, e), "The &#8220;old&#8221; pier"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	contains(t, w.content(e), `width="900"`, `pier-300x200.jpg 300w`, "1901 &#8212; and")
	if got, want := w.Excerpt(ctx, view.Visit{}, e, 2), "<p>Built in [&hellip;]</p>\n"; got != want {
		t.Errorf("excerpt %q, want %q", got, want)
	}
	if got, want := w.Excerpt(ctx, view.Visit{}, e, 0), "<p>Built in 1901 &#8212; and still here.</p>\n"; got != want {
		t.Errorf("excerpt %q, want %q", got, want)
	}
	if got, want := w.Text(ctx, view.Visit{}, pier, "Taken at dawn"), "<p>Taken at dawn</p>\n"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	contains(t, w.content(pier), `<p class="attachment"><a href='https://harbour.example/files/2026/01/pier.jpg'>`)
	blank := w.add(content.Entry{Type: content.TypeAttachment, Status: content.Inherit, Title: "  ", MimeType: "application/pdf", Meta: content.Meta{
		content.MetaAttachedFile: {"2026/01/tide table.v2.pdf"},
	}})
	contains(t, w.content(blank), `.pdf'>tide table.v2</a></p>`)
	c := &comment.Comment{Content: "See http://elsewhere.example/a <b>now :)"}
	contains(t, w.Comment(ctx, c), `rel="nofollow ugc">http://elsewhere.example/a</a>`, "</b>", "🙂")
}

// A password is the caller's business: whoever calls has asked for it.
func TestUnlockedContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	e := w.add(content.Entry{Title: "Secret", Content: "Inside", Password: "ebb"})
	if got, want := w.content(e), "<p>Inside</p>\n"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
	outer := w.add(content.Entry{Title: "List", Content: `<!-- wp:latest-posts {"displayPostContent":true} /-->`})
	if got := w.content(outer); strings.Contains(got, "Inside") {
		t.Errorf("a list shows the text of a locked post:\n%s", got)
	}
}

func TestKeptTexts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	pier := w.image("pier", 0)
	pattern := w.add(content.Entry{Type: content.TypeBlock, Title: "Note", Content: "<!-- wp:paragraph -->\n<p>first note</p>\n<!-- /wp:paragraph -->"})
	latest := w.add(content.Entry{Title: "Newest", Content: `<!-- wp:latest-posts /-->`})
	e := w.add(content.Entry{Title: "Made of parts", Content: imageBlock(pier) + fmt.Sprintf(`<!-- wp:block {"ref":%d} /-->`, pattern.ID)})
	first := w.content(e)
	contains(t, first, "first note", "pier-300x200.jpg")
	contains(t, w.content(latest), "Made of parts")
	if n := w.statements(func(ctx context.Context) { w.Content(ctx, view.Visit{}, e); w.Content(ctx, view.Visit{}, latest) }); n != 0 {
		t.Errorf("cached texts cost %d statements", n)
	}

	changed := pattern.Clone()
	changed.Content = strings.ReplaceAll(pattern.Content, "first", "second")
	w.must(w.UpdateEntry(context.Background(), changed))
	contains(t, w.content(e), "second note")

	w.must(w.SetEntryMeta(context.Background(), pier.ID, content.MetaAttachment, wire.NewObject("width", int64(700), "height", int64(500))))
	contains(t, w.content(e), `width="700"`)

	other := w.add(content.Entry{Title: "Just in"})
	contains(t, w.content(latest), "Just in")
	w.must(w.DeleteEntry(context.Background(), other.ID))
	if got := w.content(latest); strings.Contains(got, "Just in") {
		t.Errorf("a deleted post is still listed:\n%s", got)
	}
}

// A cached text tells an answer that uses it what it depends on.
func TestCachedTextsLeaveTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	pier := w.image("pier", 0)
	e := w.add(content.Entry{Title: "One", Content: imageBlock(pier)})
	for _, round := range []string{"made", "cached"} {
		ctx := scope.New(context.Background())
		w.Content(ctx, view.Visit{}, e)
		tags := scope.From(ctx).Deps().Tags
		for _, want := range []int64{e.ID, pier.ID} {
			if !slices.Contains(tags, cache.Entry(want)) {
				t.Errorf("%s: no tag of entry %d in %v", round, want, tags)
			}
		}
	}
}

// Two texts of one request that use the same image are both made again when it
// changes, though only the first looked it up.
func TestSharedLookupsLeaveTags(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	pier := w.image("pier", 0)
	a := w.add(content.Entry{Title: "One", Content: imageBlock(pier)})
	b := w.add(content.Entry{Title: "Two", Content: imageBlock(pier)})
	ctx := scope.New(context.Background())
	w.Prefetch(ctx, view.Visit{}, []*content.Entry{a, b})
	w.Content(ctx, view.Visit{}, a)
	w.Content(ctx, view.Visit{}, b)
	w.must(w.SetEntryMeta(context.Background(), pier.ID, content.MetaAttachment, wire.NewObject("width", int64(700), "height", int64(500))))
	contains(t, w.content(a), `width="700"`)
	contains(t, w.content(b), `width="700"`)
}

func TestNothingUncommittedIsKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	latest := w.add(content.Entry{Title: "Newest", Content: `<!-- wp:latest-posts /-->`})
	before := w.content(latest)
	undo := fmt.Errorf("changed my mind")
	err := w.InTx(scope.New(context.Background()), func(ctx context.Context) error {
		ghost := *latest
		ghost.ID, ghost.Title, ghost.Slug, ghost.Content = 0, "Ghost", "ghost", ""
		if err := w.InsertEntry(ctx, &ghost); err != nil {
			return err
		}
		contains(t, w.Content(ctx, view.Visit{}, latest), "Ghost")
		return undo
	})
	if err == nil {
		t.Fatal("the transaction was not undone")
	}
	if got := w.content(latest); got != before {
		t.Errorf("after the undone change:\n%s\nwant\n%s", got, before)
	}
}

func TestViewerAndAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	e := w.add(content.Entry{Title: "Door", Content: `<!-- wp:loginout {"redirectToCurrent":true} /-->`})
	plain := w.add(content.Entry{Title: "Plain", Content: "text"})
	mara := access.NewActor(1, "mara", []string{access.Editor})
	show := func(a access.Actor, uri string, e *content.Entry) string {
		ctx, to := scope.New(context.Background()), view.Visit{Actor: a, Address: uri}
		html := w.Content(ctx, to, e)
		printed := string(wire.Append(nil, w.ContentValue(ctx, to, e), nil))
		if want := string(wire.AppendString(nil, html)); printed != want {
			t.Errorf("printed %s, want %s", printed, want)
		}
		return html
	}
	for range 2 {
		contains(t, show(access.Actor{}, "/a", e), "Log in", "%2Fa")
		html := show(mara, "/a", e)
		contains(t, html, "Log out", "%2Fa")
		if strings.Contains(html, "_wpnonce") {
			t.Errorf("a program is told a code that logs out: %s", html)
		}
		contains(t, show(access.Actor{}, "/b", e), "Log in", "%2Fb")
	}
	if n := w.statements(func(ctx context.Context) { w.Content(ctx, view.Visit{Address: "/never asked before?a=\"'<>"}, e) }); n != 0 {
		t.Errorf("a text that leads back is made again for another address: %d statements", n)
	}
	contains(t, show(access.Actor{}, "/q?a=\"'<b>&é", e), "%2Fq%3Fa%3D%22%27%3Cb%3E%26%C3%A9")
	show(access.Actor{}, "/a", plain)
	if n := w.statements(func(ctx context.Context) { w.Content(ctx, view.Visit{Actor: mara, Address: "/c"}, plain) }); n != 0 {
		t.Errorf("a text that is the same for all is made again for another viewer: %d statements", n)
	}
}

// Cached or made, the texts of a list number their ids on.
func TestIDsCountOn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	const box = `<!-- wp:search {"label":"Find"} /-->`
	a := w.add(content.Entry{Title: "One", Content: box + box})
	b := w.add(content.Entry{Title: "Two", Content: box})
	plain := w.add(content.Entry{Title: "Three", Content: "text"})
	for range 3 {
		ctx, to := scope.New(context.Background()), view.Visit{Address: "/list"}
		contains(t, w.Content(ctx, to, a), `input-1"`, `input-2"`)
		w.Content(ctx, to, plain)
		contains(t, w.Content(ctx, to, b), `input-3"`)
		contains(t, w.Content(scope.New(context.Background()), to, b), `input-1"`)
		contains(t, w.Content(ctx, view.Visit{}, b), `input-1"`)
	}
	if n := w.statements(func(ctx context.Context) {
		w.Content(ctx, view.Visit{Address: "/list"}, a)
		w.Content(ctx, view.Visit{Address: "/list"}, b)
	}); n != 0 {
		t.Errorf("cached texts cost %d statements", n)
	}
}

func TestTimePasses(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	w.add(content.Entry{Title: "A post"})
	e := w.add(content.Entry{Title: "Calendar", Content: `<!-- wp:calendar /-->`})
	contains(t, w.content(e), `<td id="today">4</td>`)
	w.now = w.now.Add(11 * time.Hour)
	if n := w.statements(func(ctx context.Context) { w.Content(ctx, view.Visit{}, e) }); n != 0 {
		t.Errorf("made again on the same day: %d statements", n)
	}
	w.now = w.now.Add(time.Hour)
	contains(t, w.content(e), `<td id="today">5</td>`)
}

func TestListsCostTheSame(t *testing.T) {
	t.Parallel()
	cost := func(posts int) int {
		w := newWorld(t, 0)
		var ids []int64
		for i := range posts {
			own := w.image(fmt.Sprintf("own-%d", i), 0)
			e := w.add(content.Entry{Title: fmt.Sprint("Post ", i), Content: imageBlock(own) + "[gallery]\n\n[gallery ids=\"" + fmt.Sprint(own.ID) + "\"]"})
			w.image(fmt.Sprintf("attached-%d", i), e.ID)
			ids = append(ids, e.ID)
		}
		return w.statements(func(ctx context.Context) {
			page, err := w.ListEntries(ctx, content.Query{IDs: ids, Limit: 100})
			w.must(err)
			w.Prefetch(ctx, view.Visit{}, page.Entries)
			for _, e := range page.Entries {
				contains(t, w.Content(ctx, view.Visit{}, e), "gallery-item", "own-", "attached-")
				w.Excerpt(ctx, view.Visit{}, e, 0)
				w.Title(ctx, e)
			}
		})
	}
	few, many := cost(10), cost(100)
	if few != many {
		t.Errorf("10 posts cost %d statements, 100 cost %d", few, many)
	}
	t.Logf("%d statements", few)
}

// A failing store shows less, is logged, and nothing of it is cached.
func TestFailingStore(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	e := w.add(content.Entry{Title: "Newest", Content: `before <!-- wp:latest-posts /-->`})
	ctx, cancel := context.WithCancel(scope.New(context.Background()))
	cancel()
	if got := w.Content(ctx, view.Visit{}, e); strings.Contains(got, "<li>") {
		t.Errorf("a store that doesn't answer gave %q", got)
	}
	contains(t, w.content(e), "Newest")
}

func BenchmarkContent(b *testing.B) {
	for _, bench := range []struct {
		name      string
		textCache int
	}{{"cold", -1}, {"cached", 0}} {
		b.Run(bench.name, func(b *testing.B) {
			w := newWorld(b, bench.textCache)
			pier := w.image("pier", 0)
			var text strings.Builder
			text.WriteString(imageBlock(pier))
			for text.Len() < 5000 {
				text.WriteString("<!-- wp:paragraph -->\n<p>The tide came in at six -- the \"old\" pier stood <a href=\"https://tide.example/\">dry</a> until then, as it does.</p>\n<!-- /wp:paragraph -->\n\n")
			}
			e := w.add(content.Entry{Title: "Tides", Content: text.String()})
			w.content(e)
			b.ReportAllocs()
			for b.Loop() {
				w.content(e)
			}
		})
	}
}
