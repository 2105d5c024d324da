package menu

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/schema"
)

// The types of items.
const (
	Custom  = "custom"
	Post    = "post_type"
	Term    = "taxonomy"
	Archive = "post_type_archive"
)

// Meta keys of items, under the ecosystem's names. The values are strings, as
// imports bring them; the classes are a list.
const (
	metaType     = "_menu_item_type"
	metaObject   = "_menu_item_object"
	metaObjectID = "_menu_item_object_id"
	metaParent   = "_menu_item_menu_item_parent"
	metaTarget   = "_menu_item_target"
	metaClasses  = "_menu_item_classes"
	metaXFN      = "_menu_item_xfn"
	metaURL      = "_menu_item_url"
	metaOrphaned = "_menu_item_orphaned"
)

// Item is an item as it is shown.
type Item struct {
	Type, TypeLabel string
	Object          string // name of a type or taxonomy, or custom
	ObjectID        int64
	Parent          int64 // the item above
	Title, URL      string
	AttrTitle       string
	Description     string
	Target          string
	Classes         []string
	XFN             string
	Invalid         bool // leads nowhere

	To       *content.Entry // that it leads to, nil for what is no entry
	Borrowed bool           // the title is that of what it leads to
}

// Conceal takes from an item what it tells of an entry that its reader may not read.
func (s *Service) Conceal(ctx context.Context, it *Item) {
	if it.Borrowed {
		it.Title = s.untitled(ctx, it.ObjectID)
	}
	it.URL = s.Site.Base(ctx) + "/?p=" + strconv.FormatInt(it.ObjectID, 10)
}

// descriptionWords bounds what is shown of a description.
const descriptionWords = 200

// Item is what an entry shows as an item.
func (s *Service) Item(ctx context.Context, e *content.Entry) (*Item, error) {
	it := &Item{
		Type: e.Meta.Text(metaType), Object: e.Meta.Text(metaObject), ObjectID: e.Meta.Int(metaObjectID), Parent: e.Meta.Int(metaParent),
		Title: e.Title, AttrTitle: typography.Texturize(e.Excerpt),
		Description: typography.Texturize(tags.TrimWords(e.Content, descriptionWords, "&hellip;")),
		Target:      e.Meta.Text(metaTarget), Classes: classes(e.Meta.Get(metaClasses)), XFN: schema.ToText(e.Meta.Get(metaXFN)),
	}
	var err error
	switch it.Type {
	case Post:
		err = s.leadToEntry(ctx, it)
	case Term:
		err = s.leadToTerm(ctx, it)
	case Archive:
		s.leadToArchive(ctx, it)
	default:
		it.TypeLabel, it.URL = "Custom Link", e.Meta.Text(metaURL)
	}
	if err != nil {
		return nil, fmt.Errorf("menu item %d: %w", e.ID, err)
	}
	return it, nil
}

// classes reads the stored classes: a list, or one text.
func classes(v any) []string {
	list, ok := v.([]any)
	if !ok {
		return []string{schema.ToText(v)}
	}
	out := make([]string, len(list))
	for i := range list {
		out[i] = schema.ToText(list[i])
	}
	return out
}

func (s *Service) untitled(ctx context.Context, id int64) string {
	return s.Site.Say(ctx, "#%d (no title)", strconv.FormatInt(id, 10))
}

func (s *Service) leadToEntry(ctx context.Context, it *Item) error {
	it.TypeLabel = it.Object
	if t := s.Types.Get(it.Object); t == nil {
		it.Invalid = true
	} else {
		it.TypeLabel = t.Label("singular_name")
	}
	e, err := s.entry(ctx, it.ObjectID)
	if err != nil {
		return err
	}
	title := ""
	if e == nil {
		it.Invalid = true
	} else {
		it.To, it.URL, title = e, s.Links.Link(ctx, e), s.Title(ctx, e)
		it.Invalid = it.Invalid || e.Status == content.Trash
	}
	s.inherit(ctx, it, title)
	return nil
}

func (s *Service) leadToTerm(ctx context.Context, it *Item) error {
	it.TypeLabel = it.Object
	if t := s.Taxonomies.Get(it.Object); t == nil {
		it.Invalid = true
	} else {
		it.TypeLabel = t.Label("singular_name")
	}
	t, err := s.term(ctx, it.ObjectID)
	if err != nil {
		return err
	}
	title := ""
	if t == nil || t.Taxonomy != it.Object {
		it.Invalid = true
	} else {
		it.URL, title = s.TermLinks.Link(ctx, t), t.Name
	}
	s.inherit(ctx, it, title)
	return nil
}

// inherit gives an item the title of what it leads to, unless it has one of its own.
func (s *Service) inherit(ctx context.Context, it *Item, title string) {
	if title == "" {
		title = s.untitled(ctx, it.ObjectID)
	}
	if it.Title == "" {
		it.Title, it.Borrowed = title, true
	}
}

func (s *Service) leadToArchive(ctx context.Context, it *Item) {
	it.TypeLabel = "Post Type Archive"
	if s.Types.Get(it.Object) == nil {
		it.Invalid = true
		return
	}
	if it.Title == "" {
		it.Title = s.archiveTitle(it.Object)
	}
	if t := s.Types.Get(it.Object); t.Archive != "" {
		it.URL = s.Links.Archive(ctx, t)
		return
	}
	if it.Object != content.TypePost {
		return // it has no list
	}
	it.URL = s.Site.Base(ctx)
	if s.Site.FrontIsPage(ctx) {
		if e, err := s.entry(ctx, site.PageForPosts.Of(ctx, s.Site)); err == nil && e != nil {
			it.URL = s.Links.Link(ctx, e)
		}
	}
}

// archiveTitle is what the list of a type's entries is called.
func (s *Service) archiveTitle(typ string) string {
	if t := s.Types.Get(typ); t != nil {
		return t.Label("archives")
	}
	return typ
}

// entry and term are nil when there is none of the id.
func (s *Service) entry(ctx context.Context, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	e, err := s.Store.EntryByID(ctx, id)
	if errors.Is(err, content.ErrNotFound) {
		return nil, nil
	}
	return e, err
}

func (s *Service) term(ctx context.Context, id int64) (*taxonomy.Term, error) {
	if id <= 0 {
		return nil, nil
	}
	t, err := s.Store.TermByID(ctx, id)
	if errors.Is(err, taxonomy.ErrNotFound) {
		return nil, nil
	}
	return t, err
}

// Prefetch loads at once what the items of a list lead to.
func (s *Service) Prefetch(ctx context.Context, list []*content.Entry) error {
	var entries, terms []int64
	for _, e := range list {
		switch id := e.Meta.Int(metaObjectID); e.Meta.Text(metaType) {
		case Post:
			entries = append(entries, id)
		case Term:
			terms = append(terms, id)
		}
	}
	if len(terms) > 0 {
		if _, err := s.Store.TermsByID(ctx, terms); err != nil {
			return err
		}
	}
	if len(entries) == 0 {
		return nil
	}
	found, err := s.Store.EntriesByID(ctx, entries)
	if err != nil {
		return err
	}
	targets := make([]*content.Entry, 0, len(found))
	for _, e := range found {
		targets = append(targets, e)
	}
	return s.Links.Prefetch(ctx, targets)
}
