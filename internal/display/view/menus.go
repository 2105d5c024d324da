package view

import (
	"context"
	"errors"
	"html"
	"strconv"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
)

// placesMember is where the option of a theme says which menu stands where.
const placesMember = "nav_menu_locations"

// Menu implements render.Source.
func (s *Source) Menu(ctx context.Context, ref string) *render.Menu {
	return once(ctx, s, "menu "+ref, func(ctx context.Context) *render.Menu {
		t := s.findMenu(ctx, ref)
		if t == nil {
			return nil
		}
		page, err := s.v.Store.ListEntries(ctx, content.Query{
			Types: []string{content.TypeMenuItem}, Statuses: []content.Status{content.Publish},
			Terms: []content.TermFilter{{Taxonomy: taxonomy.Menu, Terms: []int64{t.ID}}},
			Order: []content.Order{{By: content.ByMenuOrder}}, SkipTotal: true,
		})
		if err != nil {
			s.fail(ctx, "menu items", err)
			return nil
		}
		return &render.Menu{ID: t.ID, Name: t.Name, Slug: t.Slug, Items: s.menuItems(ctx, page.Entries)}
	})
}

// findMenu finds a menu by location, id, slug or name.
func (s *Source) findMenu(ctx context.Context, ref string) *taxonomy.Term {
	chosen := site.ThemeChoices(s.v.Theme(ctx).ID).Of(ctx, s.v.Site)
	if places := chosen.Object(placesMember); places.Has(ref) {
		if t := s.menuByID(ctx, schema.ToInt(places.Get(ref))); t != nil {
			return t
		}
	}
	if id, err := strconv.ParseInt(ref, 10, 64); err == nil {
		if t := s.menuByID(ctx, id); t != nil {
			return t
		}
	}
	t, err := s.v.Store.TermBySlug(ctx, taxonomy.Menu, ref)
	if err == nil {
		return t
	}
	if !errors.Is(err, taxonomy.ErrNotFound) {
		s.fail(ctx, "menu", err)
		return nil
	}
	for _, t := range s.allTerms(ctx, taxonomy.Menu) {
		if html.UnescapeString(t.Name) == html.UnescapeString(ref) {
			return t
		}
	}
	return nil
}

func (s *Source) menuByID(ctx context.Context, id int64) *taxonomy.Term {
	found, err := s.v.Store.TermsByID(ctx, []int64{id})
	if err != nil {
		s.fail(ctx, "menu", err)
		return nil
	}
	if t := found[id]; t != nil && t.Taxonomy == taxonomy.Menu {
		return t
	}
	return nil
}

// menuItems resolves what the lines of a menu point to. Lines that point to
// nothing, or to what the viewer may not see, are left out.
func (s *Source) menuItems(ctx context.Context, entries []*content.Entry) []render.MenuItem {
	var posts, terms []int64
	for _, e := range entries {
		switch id := e.Meta.Int("_menu_item_object_id"); e.Meta.Text("_menu_item_type") {
		case "post_type":
			posts = append(posts, id)
		case "taxonomy":
			terms = append(terms, id)
		}
	}
	shown := s.Posts(ctx, posts)
	found, err := s.v.Store.TermsByID(ctx, terms)
	if err != nil {
		s.fail(ctx, "terms of a menu", err)
	}
	out := make([]render.MenuItem, 0, len(entries))
	for _, e := range entries {
		item := menuItem(e)
		switch item.Type {
		case "post_type":
			p := shown[item.ObjectID]
			if p == nil || p.Status != string(content.Publish) {
				continue
			}
			item.URL = p.Permalink
			if item.Title == "" {
				item.Title = p.Title
			}
		case "taxonomy":
			t := found[item.ObjectID]
			if t == nil {
				continue
			}
			item.URL = s.v.TermLinks.Link(ctx, t)
			if item.Title == "" {
				item.Title = t.Name
			}
		}
		out = append(out, item)
	}
	return out
}

func menuItem(e *content.Entry) render.MenuItem {
	item := render.MenuItem{
		ID: e.ID, ParentID: e.Meta.Int("_menu_item_menu_item_parent"),
		Title: e.Title, URL: e.Meta.Text("_menu_item_url"),
		Target: e.Meta.Text("_menu_item_target"), Rel: e.Meta.Text("_menu_item_xfn"),
		Description: e.Content, AttrTitle: e.Excerpt,
		Type: e.Meta.Text("_menu_item_type"), Object: e.Meta.Text("_menu_item_object"), ObjectID: e.Meta.Int("_menu_item_object_id"),
	}
	classes, _ := e.Meta.Get("_menu_item_classes").([]any)
	for _, c := range classes {
		if name, ok := c.(string); ok && name != "" {
			item.Classes = append(item.Classes, name)
		}
	}
	return item
}
