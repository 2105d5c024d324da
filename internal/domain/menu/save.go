package menu

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
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
	// Theme is the name of the theme in effect, and Places where it shows menus.
	Theme  func(ctx context.Context) string
	Places []Location
}

// ErrMenu refuses a menu that doesn't exist.
var ErrMenu = errors.New("there is no such menu")

// Draft is an item as it is to be stored.
type Draft struct {
	Type, Object     string
	ObjectID, Parent int64
	Location         int64 // among the items of the menu
	Title, URL       string
	AttrTitle        string
	Description      string
	Target           string
	Classes, XFN     []string
	Published        bool
	Menu             int64 // 0: none
	// Meta are further values for the entry of the item.
	Meta content.Meta
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
		Type: it.Type, Object: it.Object, ObjectID: it.ObjectID, Parent: it.Parent, Location: max(e.MenuOrder, 1), Title: it.Title,
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
		d.Location = 1
	}
	parent, err := s.resolveTarget(ctx, before, &d)
	if err != nil {
		return nil, err
	}
	status := content.Draft
	if d.Published {
		status = content.Publish
	}
	c := content.Change{
		Title: &d.Title, Content: &d.Description, Excerpt: &d.AttrTitle, MenuOrder: &d.Location, Status: &status, Parent: &parent,
	}
	if d.Menu != 0 {
		c.Terms = map[string][]int64{taxonomy.Menu: {d.Menu}}
	}
	if before != nil {
		c.Meta = s.metaOf(before.ID, d)
		return s.Entries.Update(ctx, a, before, c)
	}
	c.Meta = s.metaOf(0, d)
	if d.Type == Custom {
		c.MetaByID = func(id int64) content.Meta { return content.Meta{metaObjectID: {number(id)}} }
	}
	return s.Entries.Create(ctx, a, content.TypeMenuItem, c)
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// resolveTarget brings a draft in order: items that lead to something take address
// and title from there. It returns the id of what is above the object.
func (s *Service) resolveTarget(ctx context.Context, before *content.Entry, d *Draft) (parent int64, err error) {
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
		title = s.archiveTitle(d.Object)
	}
	if d.Title == title {
		d.Title = ""
	}
	return parent, nil
}

// metaOf is how a draft is stored in the meta of its entry; id is 0 for a new
// one, which names itself by Change.MetaByID where it has to.
func (s *Service) metaOf(id int64, d Draft) content.Meta {
	if d.Type == Custom {
		d.ObjectID, d.Object = id, Custom
	}
	if d.Parent == id {
		d.Parent = 0
	}
	classes := make([]any, 0, len(d.Classes))
	for _, class := range strings.Split(strings.Join(d.Classes, " "), " ") {
		classes = append(classes, clean.HTMLClass(class, ""))
	}
	relations := strings.Split(strings.Join(d.XFN, " "), " ")
	for i := range relations {
		relations[i] = clean.HTMLClass(relations[i], "")
	}
	m := content.Meta{
		metaType:     {clean.Key(d.Type)},
		metaParent:   {number(d.Parent)},
		metaObjectID: {number(d.ObjectID)},
		metaObject:   {clean.Key(d.Object)},
		metaTarget:   {clean.Key(d.Target)},
		metaClasses:  {classes},
		metaXFN:      {strings.Join(relations, " ")},
		metaURL:      {clean.URL(d.URL, nil)},
		metaOrphaned: {},
	}
	if d.Menu == 0 {
		m[metaOrphaned] = []any{number(s.Site.Clock().Unix())}
	}
	if id == 0 && d.Type == Custom {
		delete(m, metaObjectID)
	}
	maps.Copy(m, d.Meta)
	return m
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
