package view_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

func (w *world) source() (context.Context, *view.Source) {
	ctx := scope.New(context.Background())
	return ctx, w.Source(ctx, access.Actor{}, nil)
}

func (w *world) term(t taxonomy.Term) *taxonomy.Term {
	w.t.Helper()
	t.Slug = strings.ToLower(t.Name)
	w.must(w.InsertTerm(context.Background(), &t))
	return &t
}

func titles(posts []*render.Post) string {
	var out []string
	for _, p := range posts {
		out = append(out, p.Title)
	}
	return strings.Join(out, " ")
}

func TestQueryPosts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	ctx := context.Background()
	sea := w.term(taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Sea"})
	bay := w.term(taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Bay", Parent: sea.ID})
	aside := &taxonomy.Term{Taxonomy: taxonomy.Format, Name: "post-format-aside", Slug: "post-format-aside"}
	w.must(w.InsertTerm(ctx, aside))
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		e := w.add(content.Entry{Title: name, Sticky: name == "B", Meta: content.Meta{}})
		switch name {
		case "A":
			w.must(w.SetEntryTerms(ctx, e.ID, taxonomy.Category, []int64{bay.ID}))
		case "C":
			w.must(w.SetEntryTerms(ctx, e.ID, taxonomy.Category, []int64{sea.ID}))
			w.must(w.SetEntryTerms(ctx, e.ID, taxonomy.Format, []int64{aside.ID}))
		case "D":
			w.must(w.SetEntryMeta(ctx, e.ID, content.MetaFeaturedMedia, "77"))
		}
	}
	w.add(content.Entry{Title: "Draft", Status: content.Draft})
	w.add(content.Entry{Type: content.TypePage, Title: "Page"})
	w.add(content.Entry{Type: content.TypeAttachment, Status: content.Inherit, Title: "File"})
	jan := func(day int) time.Time { return time.Date(2026, 1, day, 8, 0, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		q     render.PostQuery
		want  string
		total int
	}{
		"sticky first":           {render.PostQuery{Limit: 2}, "B E D", 5},
		"sticky first elsewhere": {render.PostQuery{Limit: 2, Offset: 2}, "B C", 5},
		"page two":               {render.PostQuery{Limit: 2, Page: 2}, "C B", 5},
		"sticky ignored":         {render.PostQuery{Sticky: "ignore", Limit: 3}, "E D C", 5},
		"only sticky":            {render.PostQuery{Sticky: "only"}, "B", 1},
		"no sticky":              {render.PostQuery{Sticky: "exclude", Limit: -1}, "E D C A", 4},
		"ascending titles":       {render.PostQuery{Sticky: "ignore", OrderBy: "title", Asc: true}, "A B C D E", 5},
		"category with children": {render.PostQuery{Sticky: "ignore", Terms: map[string][]int64{taxonomy.Category: {sea.ID}}}, "C A", 2},
		"not in category":        {render.PostQuery{Sticky: "ignore", NotTerms: map[string][]int64{taxonomy.Category: {sea.ID}}}, "E D B", 3},
		"format":                 {render.PostQuery{Sticky: "ignore", Formats: []string{"aside"}}, "C", 1},
		"standard format":        {render.PostQuery{Sticky: "ignore", Formats: []string{"standard"}}, "E D B A", 4},
		"with image":             {render.PostQuery{Sticky: "ignore", WithFeatured: true}, "D", 1},
		"pages":                  {render.PostQuery{Types: []string{content.TypePage}}, "Page", 1},
		"day":                    {render.PostQuery{Sticky: "ignore", Year: 2026, Month: 1, Day: 3}, "C", 1},
		"year":                   {render.PostQuery{Sticky: "ignore", Year: 2025}, "", 0},
		"between":                {render.PostQuery{Sticky: "ignore", After: jan(1), Before: jan(4)}, "C B", 2},
		"attachments":            {render.PostQuery{Types: []string{content.TypeAttachment}}, "File", 1},
		"attachments of a loop":  {render.PostQuery{Viewable: true, Types: []string{content.TypeAttachment}}, "", 0},
		"no such type":           {render.PostQuery{Viewable: true, Types: []string{"nope"}, Limit: 2}, "B E D", 5},
		"type nobody may view":   {render.PostQuery{Viewable: true, Types: []string{content.TypeRevision}, Sticky: "ignore", Limit: 1}, "E", 5},
		"no parents":             {render.PostQuery{Viewable: true, Parents: []int64{1}, Sticky: "ignore", Limit: 1}, "E", 5},
		"search":                 {render.PostQuery{Sticky: "ignore", Search: "d"}, "D", 1},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, s := w.source()
			posts, total := s.QueryPosts(ctx, c.q)
			if got := titles(posts); got != c.want || total != c.total {
				t.Errorf("%q of %d, want %q of %d", got, total, c.want, c.total)
			}
		})
	}
	t.Run("random", func(t *testing.T) {
		ctx, s := w.source()
		posts, _ := s.QueryPosts(ctx, render.PostQuery{OrderBy: "rand", Limit: 3})
		if len(posts) != 3 {
			t.Errorf("%d posts", len(posts))
		}
		if d := scope.From(ctx).Deps(); d.NoStore || d.Expires.IsZero() || d.Expires.After(w.now.Add(render.ChanceLasts)) {
			t.Errorf("an answer by chance expires at %v, not stored %v", d.Expires, d.NoStore)
		}
	})
	t.Run("neighbours", func(t *testing.T) {
		ctx, s := w.source()
		c := s.PostByPath(ctx, content.TypePost, "c")
		if c == nil {
			t.Fatal("no post by its path")
		}
		if p := s.Adjacent(ctx, c, true, ""); p == nil || p.Title != "D" {
			t.Errorf("after C comes %v", p)
		}
		if p := s.Adjacent(ctx, c, false, taxonomy.Category); p != nil {
			t.Errorf("before C in its category comes %v", p.Title)
		}
	})
}

func TestPostByPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	top := w.add(content.Entry{Type: content.TypePage, Title: "About"})
	team := w.add(content.Entry{Type: content.TypePage, Title: "Team", Parent: top.ID})
	ctx, s := w.source()
	if p := s.PostByPath(ctx, content.TypePage, "about/team/"); p == nil || p.ID != team.ID {
		t.Errorf("about/team is %v", p)
	}
	for _, path := range []string{"team", "other/team", "about/team/team", ""} {
		if p := s.PostByPath(ctx, content.TypePage, path); p != nil {
			t.Errorf("%q is %v", path, p)
		}
	}
}

// What the viewer may not see doesn't exist.
func TestHiddenEntries(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	draft := w.add(content.Entry{Title: "Draft", Status: content.Draft})
	ctx, s := w.source()
	if found := s.Posts(ctx, []int64{draft.ID}); len(found) != 0 {
		t.Error("a stranger sees a draft")
	}
	editor := w.Source(ctx, access.NewActor(1, "mara", []string{access.Editor}), nil)
	if found := editor.Posts(ctx, []int64{draft.ID}); len(found) != 1 {
		t.Error("an editor doesn't see a draft")
	}
	// What a text names by id is asked for, whoever wrote the text.
	hidden, open := w.image("hidden", draft.ID), w.image("open", 0)
	if found := s.NamedImages(ctx, []int64{hidden.ID, open.ID}); len(found) != 1 || found[open.ID] == nil {
		t.Errorf("a stranger sees the files %v", found)
	}
	if found := s.Posts(ctx, []int64{hidden.ID, open.ID}); len(found) != 1 {
		t.Error("a stranger sees the file of a draft as an entry")
	}
	if found := editor.NamedImages(ctx, []int64{hidden.ID, open.ID}); len(found) != 2 {
		t.Errorf("an editor sees the files %v", found)
	}
	quiet := &user.User{Login: "quiet", Slug: "quiet", Name: "Quiet", Roles: []string{access.Author}}
	w.must(w.InsertUser(ctx, quiet))
	w.add(content.Entry{Title: "Public"})
	for _, c := range []struct {
		source *view.Source
		want   int
	}{{s, 1}, {editor, 1}, {w.Source(ctx, access.NewActor(quiet.ID, "quiet", []string{access.Author}), nil), 2}, {w.Source(ctx, access.NewActor(9, "admin", []string{access.Administrator}), nil), 2}} {
		if found := c.source.KnownUsers(ctx, []int64{1, quiet.ID}); len(found) != c.want {
			t.Errorf("%d users are known, want %d", len(found), c.want)
		}
	}
}

func TestArchives(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	for range 5 { // Thursday, 1 January 2026, and on
		w.add(content.Entry{Title: "x"})
	}
	ctx, s := w.source()
	for period, want := range map[string]string{
		"year":  "[{2026 0 0 0 5 https://harbour.example/2026/}]",
		"month": "[{2026 1 0 0 5 https://harbour.example/2026/01/}]",
		"week":  "[{2026 1 5 2 1 https://harbour.example/?m=2026&w=2} {2025 12 29 1 4 https://harbour.example/?m=2026&w=1}]",
	} {
		if got := fmt.Sprint(s.Archives(ctx, period, "")); got != want {
			t.Errorf("%s: %s, want %s", period, got, want)
		}
	}
	if days := s.Archives(ctx, "day", "post"); len(days) != 5 || days[0].URL != "https://harbour.example/2026/01/05/" {
		t.Errorf("days: %v", days)
	}
}

func TestComments(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	ctx := context.Background()
	e := w.add(content.Entry{Title: "Open"})
	hidden := w.add(content.Entry{Title: "Hidden", Status: content.Private})
	for i, c := range []comment.Comment{
		{Entry: e.ID, Content: "first", Status: comment.Approved, Type: "comment"},
		{Entry: e.ID, Content: "held", Status: comment.Hold, Type: "comment"},
		{Entry: e.ID, Content: "note", Status: comment.Approved, Type: "note"},
		{Entry: e.ID, Content: "answer", Parent: 1, Status: comment.Approved, Type: "comment"},
		{Entry: hidden.ID, Content: "secret", Status: comment.Approved, Type: "comment"},
	} {
		c.DateUTC = fmt.Sprintf("2026-02-01T00:00:%02d", i)
		c.Date = c.DateUTC
		w.must(w.InsertComment(ctx, &c))
	}
	rctx, s := w.source()
	list := func(q render.CommentQuery) string {
		found := s.QueryComments(rctx, q)
		var out []string
		for _, c := range found {
			out = append(out, c.Content)
		}
		return strings.Join(out, " ")
	}
	for want, q := range map[string]render.CommentQuery{
		"first answer": {PostID: e.ID},
		"first":        {PostID: e.ID, TopLevel: true},
		"answer":       {PostID: e.ID, ParentID: 1},
		"answer first": {Desc: true},
	} {
		if got := list(q); got != want {
			t.Errorf("%+v: %q, want %q", q, got, want)
		}
	}
	if got := list(render.CommentQuery{IDs: []int64{5}}); got != "" {
		t.Errorf("a comment on a private entry is shown: %q", got)
	}
}

func TestMenu(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	ctx := context.Background()
	menu := w.term(taxonomy.Term{Taxonomy: taxonomy.Menu, Name: "Main"})
	news := w.term(taxonomy.Term{Taxonomy: taxonomy.Category, Name: "News"})
	page := w.add(content.Entry{Type: content.TypePage, Title: "About"})
	draft := w.add(content.Entry{Type: content.TypePage, Title: "Plans", Status: content.Draft})
	for i, m := range []content.Meta{
		{"_menu_item_type": {"post_type"}, "_menu_item_object": {"page"}, "_menu_item_object_id": {fmt.Sprint(page.ID)}, "_menu_item_classes": {[]any{"wide", ""}}},
		{"_menu_item_type": {"taxonomy"}, "_menu_item_object": {"category"}, "_menu_item_object_id": {fmt.Sprint(news.ID)}},
		{"_menu_item_type": {"post_type"}, "_menu_item_object": {"page"}, "_menu_item_object_id": {fmt.Sprint(draft.ID)}},
		{"_menu_item_type": {"custom"}, "_menu_item_url": {"https://tide.example/"}},
	} {
		item := content.Entry{Type: content.TypeMenuItem, MenuOrder: int64(4 - i), Meta: m, Slug: fmt.Sprint("item-", i)}
		if i == 3 {
			item.Title = "Tides"
		}
		w.must(w.SetEntryTerms(ctx, w.add(item).ID, taxonomy.Menu, []int64{menu.ID}))
	}
	w.must(w.SetOption(ctx, "theme_mods_quoin", wire.NewObject("nav_menu_locations", wire.NewObject("primary", menu.ID))))
	for _, ref := range []string{"main", "Main", fmt.Sprint(menu.ID), "primary"} {
		rctx, s := w.source()
		m := s.Menu(rctx, ref)
		if m == nil {
			t.Errorf("no menu %q", ref)
			continue
		}
		var got []string
		for _, i := range m.Items {
			got = append(got, i.Title+" "+i.URL)
		}
		want := []string{"Tides https://tide.example/", "News https://harbour.example/category/news/", "About https://harbour.example/about/"}
		if !slices.Equal(got, want) {
			t.Errorf("menu %q: %q, want %q", ref, got, want)
		}
		if !slices.Equal(m.Items[2].Classes, []string{"wide"}) {
			t.Errorf("classes: %q", m.Items[2].Classes)
		}
	}
	rctx, s := w.source()
	if m := s.Menu(rctx, "none"); m != nil {
		t.Errorf("a menu that doesn't exist: %v", m)
	}
}

func TestTemplateParts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	ctx := context.Background()
	rctx, s := w.source()
	file, ok := s.TemplatePart(rctx, "quoin", "header")
	if !ok || !file.FromThemeFile || file.AreaTag != "header" || file.Content == "" {
		t.Errorf("the theme's header: %v %+v", ok, file)
	}
	if _, ok := s.TemplatePart(rctx, "other", "header"); ok {
		t.Error("a part of another theme was found")
	}
	own := w.term(taxonomy.Term{Taxonomy: taxonomy.Theme, Name: "quoin"})
	area := w.term(taxonomy.Term{Taxonomy: taxonomy.PartArea, Name: "footer"})
	e := w.add(content.Entry{Type: content.TypeTemplatePart, Title: "Header", Slug: "header", Content: "changed"})
	w.must(w.SetEntryTerms(ctx, e.ID, taxonomy.Theme, []int64{own.ID}))
	w.must(w.SetEntryTerms(ctx, e.ID, taxonomy.PartArea, []int64{area.ID}))
	rctx, s = w.source()
	if part, ok := s.TemplatePart(rctx, "quoin", "header"); !ok || part.Content != "changed" || part.AreaTag != "footer" {
		t.Errorf("the stored header: %v %+v", ok, part)
	}
}

// The users' styles change what the theme says, at once.
func TestUserStyles(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	size := func() string {
		ctx, s := w.source()
		layout := s.Theme(ctx).Settings.Map("layout")
		return fmt.Sprint(layout.Get("contentSize"))
	}
	before := size()
	doc := theme.UserDocument(nil, wire.NewObject("layout", wire.NewObject("contentSize", "777px")))
	e := w.add(content.Entry{Type: content.TypeGlobalStyles, Title: "Styles", Slug: "wp-global-styles-quoin", Content: string(wire.Encode(doc, nil))})
	if got := size(); got != "777px" {
		t.Errorf("content size %q", got)
	}
	e = e.Clone()
	e.Content = "no JSON"
	w.must(w.UpdateEntry(context.Background(), e))
	if got := size(); got != before {
		t.Errorf("content size %q after broken styles, want %q", got, before)
	}
	if n := w.statements(func(ctx context.Context) { w.Source(ctx, access.Actor{}, nil).Theme(ctx) }); n != 0 {
		t.Errorf("the theme costs %d statements", n)
	}
}
