package menu

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/fault"
	"quoin/internal/markup/clean"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
)

// Store is what menus are kept in.
type Store interface {
	content.Store
	taxonomy.Store
}

// Service is the only writer of menu items and of the places of menus.
type Service struct {
	Store      Store
	Entries    *content.Service
	Site       *site.Site
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Links      *content.Permalinks
	TermLinks  *taxonomy.Links
	// Title shows the title of an entry.
	Title func(ctx context.Context, e *content.Entry) string
	// Theme is the name of the theme, and Places where it shows menus.
	Theme  string
	Places []Place
}

// ErrMenu refuses a menu that doesn't exist.
var ErrMenu = fault.BadRequest("invalid_menu_id", "There is no menu with this id.")

// Draft is an item as it is to be stored.
type Draft struct {
	Type, Object     string
	ObjectID, Parent int64
	Place            int64 // among the items of the menu
	Title, URL       string
	AttrTitle        string
	Description      string
	Target           string
	Classes, XFN     []string
	Published        bool
	Menu             int64 // 0: none
}

// DraftOf is the draft that would store an item as it is.
func (s *Service) DraftOf(ctx context.Context, e *content.Entry) (Draft, error) {
	it, err := s.Item(ctx, e)
	if err != nil {
		return Draft{}, err
	}
	menus, err := s.menusOf(ctx, e.ID)
	if err != nil {
		return Draft{}, err
	}
	d := Draft{
		Type: it.Type, Object: it.Object, ObjectID: it.ObjectID, Parent: it.Parent, Place: max(e.MenuOrder, 1), Title: it.Title,
		URL: it.URL, AttrTitle: it.AttrTitle, Description: it.Description, Target: it.Target, Classes: it.Classes,
		XFN: strings.Split(it.XFN, " "), Published: e.Status == content.Publish,
	}
	if len(menus) > 0 {
		d.Menu = menus[0]
	}
	return d, nil
}

func (s *Service) menusOf(ctx context.Context, id int64) ([]int64, error) {
	terms, err := s.Store.EntryTerms(ctx, []int64{id})
	if err != nil {
		return nil, fmt.Errorf("menus of item %d: %w", id, err)
	}
	var ids []int64
	for _, t := range terms[id] {
		if t.Taxonomy == taxonomy.Menu {
			ids = append(ids, t.ID)
		}
	}
	return ids, nil
}

// Save stores a new item (before is nil) or changes one.
func (s *Service) Save(ctx context.Context, a access.Actor, before *content.Entry, d Draft) (*content.Entry, error) {
	if d.Menu != 0 {
		t, err := s.term(ctx, d.Menu)
		if err != nil {
			return nil, err
		}
		if t == nil || t.Taxonomy != taxonomy.Menu {
			return nil, ErrMenu
		}
	} else {
		d.Place = 1
	}
	parent, err := s.settle(ctx, before, &d)
	if err != nil {
		return nil, err
	}
	status := content.Draft
	if d.Published {
		status = content.Publish
	}
	c := content.Change{
		Title: &d.Title, Content: &d.Description, Excerpt: &d.AttrTitle, MenuOrder: &d.Place, Status: &status, Parent: &parent,
	}
	e := before
	if before == nil {
		e, err = s.Entries.Create(ctx, a, content.TypeMenuItem, c)
	} else {
		e, err = s.Entries.Update(ctx, a, before, c)
	}
	if err != nil {
		return nil, err
	}
	if d.Menu != 0 {
		if err := s.Store.SetEntryTerms(ctx, e.ID, taxonomy.Menu, []int64{d.Menu}); err != nil {
			return nil, fmt.Errorf("menu of item %d: %w", e.ID, err)
		}
	}
	return e, s.setMeta(ctx, e, d)
}

// settle brings a draft in order: items that lead to something take address
// and title from there. It returns the id of what is above the object.
func (s *Service) settle(ctx context.Context, before *content.Entry, d *Draft) (parent int64, err error) {
	if before != nil {
		parent = before.Parent
	}
	if d.Type == Custom {
		d.URL = strings.TrimSpace(d.URL)
		return parent, nil
	}
	d.URL = ""
	title := ""
	switch d.Type {
	case Term:
		t, err := s.term(ctx, d.ObjectID)
		if err != nil {
			return 0, err
		}
		if t != nil && t.Taxonomy == d.Object {
			parent, title = t.Parent, t.Name
		}
	case Post:
		e, err := s.entry(ctx, d.ObjectID)
		if err != nil {
			return 0, err
		}
		if e != nil {
			parent, title = e.Parent, e.Title
		}
	case Archive:
		title = archiveTitle(d.Object)
	}
	if d.Title == title {
		d.Title = ""
	}
	return parent, nil
}

func (s *Service) setMeta(ctx context.Context, e *content.Entry, d Draft) error {
	if d.Type == Custom {
		d.ObjectID, d.Object = e.ID, Custom
	}
	if d.Parent == e.ID {
		d.Parent = 0
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	list := make([]any, 0, len(d.Classes))
	for _, class := range strings.Split(strings.Join(d.Classes, " "), " ") {
		list = append(list, clean.HTMLClass(class, ""))
	}
	relations := strings.Split(strings.Join(d.XFN, " "), " ")
	for i := range relations {
		relations[i] = clean.HTMLClass(relations[i], "")
	}
	values := []struct {
		key    string
		values []any
	}{
		{metaType, []any{clean.Key(d.Type)}},
		{metaParent, []any{number(d.Parent)}},
		{metaObjectID, []any{number(d.ObjectID)}},
		{metaObject, []any{clean.Key(d.Object)}},
		{metaTarget, []any{clean.Key(d.Target)}},
		{metaClasses, []any{list}},
		{metaXFN, []any{strings.Join(relations, " ")}},
		{metaURL, []any{clean.URL(d.URL, nil)}},
		{metaOrphaned, nil},
	}
	if d.Menu == 0 {
		values[len(values)-1].values = []any{number(s.Site.Clock().Unix())}
	}
	for _, v := range values {
		if len(v.values) == 0 && len(e.Meta[v.key]) == 0 {
			continue
		}
		if err := s.Store.SetEntryMeta(ctx, e.ID, v.key, v.values...); err != nil {
			return fmt.Errorf("menu item %d: %w", e.ID, err)
		}
	}
	return nil
}

// Items are the items of a menu in order.
func (s *Service) Items(ctx context.Context, menu int64) ([]*content.Entry, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeMenuItem}, Statuses: []content.Status{content.Publish, content.Draft},
		Terms: []content.TermFilter{{Taxonomy: taxonomy.Menu, Terms: []int64{menu}}},
		Order: []content.Order{{By: content.ByMenuOrder}}, SkipTotal: true,
	})
	if err != nil {
		return nil, fmt.Errorf("items of menu %d: %w", menu, err)
	}
	return page.Entries, nil
}

// Deleted removes what belongs to a menu that is going to be removed: its
// items, its places and its share in new pages.
func (s *Service) Deleted(ctx context.Context, t *taxonomy.Term) error {
	items, err := s.Items(ctx, t.ID)
	if err != nil {
		return err
	}
	for _, e := range items {
		if err := s.Entries.Delete(ctx, e); err != nil {
			return err
		}
	}
	if err := s.SetPlaces(ctx, t.ID, nil); err != nil {
		return err
	}
	return s.SetTakesPages(ctx, t.ID, false)
}
