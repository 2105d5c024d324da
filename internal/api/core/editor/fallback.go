package editor

import (
	"context"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// fallback is the navigation menu for places that name none: the newest one,
// or one that is made of a classic menu or of all pages.
//
// Compat (TestFallback): it is asked for with GET although it may create the menu.
func (s *service) fallback(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	id, err := s.newest(ctx)
	if err == nil && id == 0 {
		err = s.Store.InTx(ctx, func(ctx context.Context) error {
			scope.Forget(ctx)
			if id, err = s.newest(ctx); err != nil || id != 0 {
				return err
			}
			id, err = s.createNavigation(ctx, r.Actor)
			return err
		})
		scope.Forget(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &rest.Response{
		Body: wire.NewObject("id", id), Links: []rest.Link{{Rel: "self", Href: rest.Path("/core/v2/navigation/", id), Embeddable: true}},
	}, nil
}

// newest is the id of the newest published navigation menu, 0 for none.
func (s *service) newest(ctx context.Context) (int64, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeNavigation}, Statuses: []content.Status{content.Publish},
		Order: []content.Order{{By: content.ByDate, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil || len(page.Entries) == 0 {
		return 0, err
	}
	return page.Entries[0].ID, nil
}

func (s *service) createNavigation(ctx context.Context, a access.Actor) (int64, error) {
	title, slug, text := "Navigation", "navigation", "<!-- wp:page-list /-->"
	t, err := s.classic(ctx)
	if err != nil {
		return 0, err
	}
	if t != nil {
		made, err := s.blocksOf(ctx, t.ID)
		if err != nil {
			return 0, err
		}
		if made != "" {
			title, slug, text = t.Name, t.Slug, made
		}
	}
	status := content.Publish
	e, err := s.Entries.Create(ctx, a, content.TypeNavigation, content.Change{Title: &title, Slug: &slug, Content: &text, Status: &status})
	if err != nil {
		return 0, err
	}
	return e.ID, nil
}

// classic is the classic menu that speaks for the site: the one at the place
// "primary", the one of that slug, or the newest that has items.
func (s *service) classic(ctx context.Context) (*taxonomy.Term, error) {
	page, err := s.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{taxonomy.Menu}, HideEmpty: true, Order: taxonomy.ByID, Desc: true, SkipTotal: true})
	if err != nil || len(page.Terms) == 0 {
		return nil, err
	}
	const primary = "primary"
	at := s.Menus.MenuAt(ctx, primary)
	for _, t := range page.Terms {
		if t.ID == at {
			return t, nil
		}
	}
	for _, t := range page.Terms {
		if t.Slug == primary {
			return t, nil
		}
	}
	return page.Terms[0], nil
}

// blocksOf are the items of a classic menu as navigation links and submenus.
func (s *service) blocksOf(ctx context.Context, id int64) (string, error) {
	items, err := s.Menus.Items(ctx, id)
	if err != nil {
		return "", err
	}
	if err := s.Menus.Prefetch(ctx, items); err != nil {
		return "", err
	}
	below, shown, known := map[int64][]int64{}, map[int64]*menu.Item{}, map[int64]bool{}
	for _, e := range items {
		known[e.ID] = true
	}
	for _, e := range items {
		it, err := s.Menus.Item(ctx, e)
		if err != nil {
			return "", err
		}
		// What is made of the items is shown to everybody.
		if e.Status != content.Publish || it.Invalid || it.To != nil && !s.Entries.CanRead(ctx, access.Actor{}, it.To) {
			continue
		}
		shown[e.ID] = it
		parent := it.Parent
		if !known[parent] {
			parent = 0
		}
		below[parent] = append(below[parent], e.ID)
	}
	return block.Serialize(links(0, below, shown, 0)), nil
}

// links are the blocks of the items below one. Items that are below each
// other in a circle belong to none and are left out; depth bounds the rest.
func links(parent int64, below map[int64][]int64, shown map[int64]*menu.Item, depth int) []block.Block {
	var out []block.Block
	if depth > 20 {
		return nil
	}
	for _, id := range below[parent] {
		b := block.Block{Name: "core/navigation-link", RawAttrs: safe.Replace(string(wire.Encode(attributes(shown[id]), nil)))}
		if inner := links(id, below, shown, depth+1); len(inner) > 0 {
			b.Name, b.Inner = "core/navigation-submenu", inner
			b.InnerContent = make([]*string, len(inner))
		}
		out = append(out, b)
	}
	return out
}

// safe writes attributes so that the comment around them doesn't end early.
var safe = strings.NewReplacer("--", `\u002d\u002d`, "<", `\u003c`, ">", `\u003e`, "&", `\u0026`, `\"`, `\u0022`)

func attributes(it *menu.Item) *wire.Object {
	o := &wire.Object{}
	text := func(name, v string) {
		if v = strings.TrimSpace(v); v != "" {
			o.Set(name, v)
		}
	}
	text("className", strings.Join(it.Classes, " "))
	text("description", it.Description)
	if it.Type != menu.Custom {
		o.Set("id", it.ObjectID)
	}
	text("kind", strings.ReplaceAll(it.Type, "_", "-"))
	text("label", it.Title)
	if it.Target == "_blank" {
		o.Set("opensInNewTab", true)
	}
	text("rel", it.XFN)
	text("title", it.AttrTitle)
	text("type", it.Object)
	text("url", it.URL)
	return o
}
