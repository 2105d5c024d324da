package importer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/clean"
)

// MetaMenuObject is the meta key of the type or taxonomy of what a menu item leads to.
const MetaMenuObject = "_menu_item_object"

// Meta keys of menu items.
const (
	menuType     = "_menu_item_type"
	menuParent   = "_menu_item_menu_item_parent"
	menuObjectID = "_menu_item_object_id"
	menuObject   = MetaMenuObject
	menuTarget   = "_menu_item_target"
	menuClasses  = "_menu_item_classes"
	menuXFN      = "_menu_item_xfn"
	menuURL      = "_menu_item_url"
)

// target is what a menu item leads to.
type target struct {
	id     int64
	title  string // of the entry or term, which the item shows unless it has its own
	parent int64
}

// menuItem writes a menu item. One that leads to something that is not there
// yet is put off to the end of the file, or else left out.
func (w *batchWriter) menuItem(ctx context.Context, rec *entryRecord, putOff bool) error {
	e := rec.entry
	refuse := func(why string) error {
		w.report.skipped(e.Type, why, 1)
		w.report.skipped(kindMeta, whyOwner, len(e.Meta))
		return nil
	}
	if e.Status == string(content.Draft) {
		return refuse(whyMenu)
	}
	menu, err := w.menuOf(ctx, e)
	if err != nil {
		return err
	}
	if menu == 0 {
		return refuse(whyMenu)
	}
	kind := strings.TrimSpace(metaText(e, menuType))
	to, err := w.targetOf(ctx, e, kind)
	if err != nil {
		return err
	}
	if to == nil {
		if !putOff {
			return refuse(whyTarget)
		}
		return w.putOff(ctx, rec)
	}
	k := journal.Entry{Old: rec.old, Digest: rec.digest}
	var above int64
	if old := metaNumber(e, menuParent); old > 0 {
		key := menuKey(e, old)
		if above = w.imported[key].New; above == 0 {
			k.MenuParent = key
		}
	}
	next := w.source.Next.Entry
	id, err := w.menuItemID(ctx, e.ID)
	if err != nil {
		return err
	}
	if kind == "custom" {
		to.id = id
	}
	c := w.menuChange(ctx, e, kind, id, menu, above, to)
	c.Terms = map[string][]int64{taxonomy.Menu: {menu}}
	author, known, err := w.authorOf(ctx, e.Creator)
	if err != nil {
		return err
	}
	if w.KeepIDs {
		c.Date, c.Modified = w.date(ctx, e.Date, e.DateGMT), w.modified(ctx, e)
		c.Author, c.GUID, c.Slug = &author, some(clean.URL(e.GUID, nil)), some(e.Slug)
	}
	writer, err := w.writer(ctx, known, rec.harmless)
	if err != nil {
		return err
	}
	made, err := w.Entries.Create(ctx, writer, e.Type, c)
	if errors.Is(err, content.ErrEmpty) {
		w.source.Next.Entry = next
		return refuse(whyEmpty)
	}
	if err != nil {
		return err
	}
	rec.made = made.ID
	w.taken[made.ID] = true
	w.report.imported(e.Type, 1)
	w.report.imported(kindMeta, len(e.Meta))
	k.New = made.ID
	w.note(k)
	return nil
}

// menuChange is what a menu item is created with.
func (w *batchWriter) menuChange(ctx context.Context, e *wxr.Entry, kind string, id, menu, above int64, to *target) content.Change {
	status := content.Draft
	if e.Status == string(content.Publish) {
		status = content.Publish
	}
	title := e.Title
	if title == to.title {
		title = "" // the item follows what it leads to
	}
	address := ""
	if kind == "custom" {
		address = metaText(e, menuURL)
	}
	object := w.menuObjectOf(e)
	order := e.MenuOrder
	if order == 0 {
		order = w.lastInMenu(ctx, menu) + 1
	}
	text := func(id int64) []any { return []any{strconv.FormatInt(id, 10)} }
	closed := "closed"
	return content.Change{
		ID: id, Title: &title, Content: &e.Content, Excerpt: &e.Excerpt, Status: &status, MenuOrder: &order, Parent: &to.parent,
		CommentStatus: &closed, PingStatus: &closed,
		Meta: content.Meta{
			menuType: {kind}, menuParent: text(above), menuObjectID: text(to.id), menuObject: {object},
			menuTarget: {strings.TrimSpace(metaText(e, menuTarget))}, menuClasses: {classes(metaText(e, menuClasses))},
			menuXFN: {strings.Join(classWords(metaText(e, menuXFN)), " ")}, menuURL: {clean.URL(address, nil)},
		},
	}
}

// menuObjectOf is the type or taxonomy of what a menu item leads to, by its own name.
func (w *batchWriter) menuObjectOf(e *wxr.Entry) string {
	object := strings.TrimSpace(metaText(e, menuObject))
	if w.TypeName != nil {
		object = w.TypeName(object)
	}
	return object
}

// lastInMenu is the highest place in a menu. It decides about the place of an
// item that says none, so an error counts as an empty menu.
func (w *batchWriter) lastInMenu(ctx context.Context, menu int64) int64 {
	page, err := w.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeMenuItem}, Statuses: []content.Status{content.Publish, content.Draft},
		Terms: []content.TermFilter{{Taxonomy: taxonomy.Menu, Terms: []int64{menu}}},
		Order: []content.Order{{By: content.ByMenuOrder, Desc: true}}, Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil || len(page.Entries) == 0 {
		return 0
	}
	return page.Entries[0].MenuOrder
}

// classes are the CSS classes of a menu item as they are stored.
func classes(value string) []any {
	text := value
	if v, ok := MetaValue(value); ok {
		if list, isList := v.([]any); isList {
			words := make([]string, 0, len(list))
			for _, item := range list {
				if s, ok := item.(string); ok {
					words = append(words, s)
				}
			}
			text = strings.Join(words, " ")
		}
	}
	out := []any{}
	for _, word := range classWords(text) {
		out = append(out, word)
	}
	return out
}

// classWords are the words of a text as CSS classes; no word is one empty one.
func classWords(text string) []string {
	words := strings.Split(text, " ")
	for i, word := range words {
		words[i] = clean.HTMLClass(word, "")
	}
	return words
}

// menuSlug is the slug of the menu that an item belongs to, as the file has it.
func menuSlug(e *wxr.Entry) string {
	for _, ref := range e.Terms {
		if ref.Taxonomy == taxonomy.Menu {
			return ref.Slug
		}
	}
	return ""
}

// menuKey is the key of a menu item in the journal, given its id in the file
// and an item of the same menu.
func menuKey(e *wxr.Entry, id int64) int64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", menuSlug(e), id)
	return 1<<62 | int64(h.Sum64()>>3)
}

// menuOf is the menu that an item belongs to, 0 if there is none.
func (w *batchWriter) menuOf(ctx context.Context, e *wxr.Entry) (int64, error) {
	return w.findTerm(ctx, taxonomy.Menu, menuSlug(e))
}

// targetOf finds what a menu item leads to, nil if that was not imported.
func (w *batchWriter) targetOf(ctx context.Context, e *wxr.Entry, kind string) (*target, error) {
	old := metaNumber(e, menuObjectID)
	switch kind {
	case "custom":
		return &target{}, nil
	case "post_type":
		id := w.imported[old].New
		if id == 0 {
			return nil, nil
		}
		found, err := w.Store.EntryByID(ctx, id)
		if errors.Is(err, content.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &target{id: id, title: found.Title, parent: found.Parent}, nil
	case "taxonomy":
		id := w.termIDs[old]
		if id == 0 {
			return nil, nil
		}
		found, err := w.Store.TermByID(ctx, id)
		if errors.Is(err, taxonomy.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		return &target{id: id, title: found.Name, parent: found.Parent}, nil
	case "post_type_archive":
		// It names a type, and its number says nothing.
		if w.Types.Get(w.menuObjectOf(e)) == nil {
			return nil, nil
		}
		return &target{id: old}, nil
	}
	return nil, nil
}

// putOffRecord is what the journal keeps of an entry that is tried again.
type putOffRecord struct {
	Digest string
	Line   int
	Entry  *wxr.Entry
}

func (w *batchWriter) putOff(ctx context.Context, rec *entryRecord) error {
	text, err := json.Marshal(putOffRecord{Digest: rec.digest, Entry: rec.entry})
	if err != nil {
		return fmt.Errorf("put off entry %d: %w", rec.old, err)
	}
	return w.Store.PutOff(ctx, w.source.ID, journal.Deferred{Old: rec.old, Record: string(text)})
}
