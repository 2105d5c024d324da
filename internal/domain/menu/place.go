package menu

import (
	"context"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Location is where a theme shows a menu.
type Location struct{ Name, Description string }

const placesMember = "nav_menu_locations"

// choices holds what the site chose for the theme; its members are kept under the
// ecosystem's names.
func (s *Service) choices(ctx context.Context) *site.Option[*wire.Object] {
	return site.ThemeChoices(s.Theme(ctx))
}

func (s *Service) chosen(ctx context.Context) *wire.Object { return s.choices(ctx).Of(ctx, s.Site) }

// MenuAt is the menu that is shown at a place, 0 for none.
func (s *Service) MenuAt(ctx context.Context, location string) int64 {
	return schema.ToInt(s.chosen(ctx).Object(placesMember).Get(location))
}

// PlacesOf are the places that show a menu, in the order in which they were
// given.
func (s *Service) PlacesOf(ctx context.Context, menu int64) []string {
	var out []string
	for _, m := range s.chosen(ctx).Object(placesMember).Members() {
		if schema.ToInt(m.Value) == menu {
			out = append(out, m.Key)
		}
	}
	return out
}

// HasLocation tells whether the theme has a place.
func (s *Service) HasLocation(name string) bool {
	return slices.ContainsFunc(s.Places, func(p Location) bool { return p.Name == name })
}

// SetPlaces makes names the places of a menu; other menus lose them.
func (s *Service) SetPlaces(ctx context.Context, menu int64, names []string) error {
	scope.Forget(ctx) // what was read before the transaction may be stale
	chosen := s.chosen(ctx).Clone()
	if chosen == nil {
		chosen = &wire.Object{}
	}
	before := chosen.Object(placesMember)
	after := &wire.Object{}
	for _, m := range before.Members() {
		if schema.ToInt(m.Value) != menu {
			after.Set(m.Key, m.Value)
		}
	}
	for _, name := range names {
		after.Set(name, menu)
	}
	if before.Len() == 0 && after.Len() == 0 {
		return nil
	}
	chosen.Set(placesMember, after)
	return s.choices(ctx).Set(ctx, s.Site, chosen)
}

// pagesMember is the member of site.NewPageMenus that has the menus.
const pagesMember = "auto_add"

func (s *Service) takers(ctx context.Context) []int64 {
	list, _ := site.NewPageMenus.Of(ctx, s.Site).Get(pagesMember).([]any)
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = schema.ToInt(list[i])
	}
	return ids
}

// TakesPages tells whether new pages are added to a menu.
func (s *Service) TakesPages(ctx context.Context, menu int64) bool {
	return slices.Contains(s.takers(ctx), menu)
}

// SetTakesPages decides whether new pages are added to a menu.
func (s *Service) SetTakesPages(ctx context.Context, menu int64, on bool) error {
	scope.Forget(ctx)
	ids := s.takers(ctx)
	if slices.Contains(ids, menu) == on {
		return nil
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool { return id == menu })
	if on {
		ids = append(ids, menu)
	}
	return site.NewPageMenus.Set(ctx, s.Site, wire.NewObject(pagesMember, wire.Ints(ids)))
}

// EntrySaved adds a page without parent that goes public to the menus that
// take pages. It is a hook of content.Service.
func (s *Service) EntrySaved(ctx context.Context, before, after *content.Entry) error {
	if after.Type != content.TypePage || after.Parent != 0 || after.Status != content.Publish ||
		before != nil && before.Status == content.Publish {
		return nil
	}
	for _, menu := range s.takers(ctx) {
		// The items are counted.
		if err := scope.Exclusive(ctx); err != nil {
			return err
		}
		items, err := s.Items(ctx, menu)
		if err != nil {
			return err
		}
		// An id counts whatever the item leads to.
		if slices.ContainsFunc(items, func(e *content.Entry) bool { return e.Meta.Int(metaObjectID) == after.ID }) {
			continue
		}
		d := Draft{Type: Post, Object: after.Type, ObjectID: after.ID, Published: true, Menu: menu}
		if len(items) > 0 {
			// Compat (TestNewPagesJoinMenus): items are counted, whatever numbers they have.
			d.Location = int64(len(items)) + 1
		}
		t, err := s.term(ctx, menu)
		if err != nil {
			return err
		}
		if t == nil {
			continue
		}
		if _, err := s.Save(ctx, access.System(), nil, d); err != nil {
			return err
		}
	}
	return nil
}
