package live

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Types of the reference that are read in ways of their own.
const (
	typeAttachment = "attachment"
	typeMenuItem   = "nav_menu_item"
	typeTemplate   = "wp_template"
	typePart       = "wp_template_part"
	typeStyles     = "wp_global_styles"
	typeFontFamily = "wp_font_family"
	typeFontFace   = "wp_font_face"
	typeRevision   = "revision"
)

// readEntries reads the entries of all types that have a list of the usual kind.
func (r *reading) readEntries(ctx context.Context) error {
	return r.readLists(ctx, r.entryLists()...)
}

// entryLists are the lists of entries of all types that have one of the usual kind.
func (r *reading) entryLists() (lists []list) {
	for _, typ := range r.types {
		name, path := typ.Text("slug"), route(typ)
		if path == "" || slices.Contains([]string{typeTemplate, typePart, typeStyles, typeFontFace}, name) {
			continue
		}
		args := "&status=publish,future,draft,pending,private,trash"
		take := func(o *wire.Object) (*item, error) { return r.entry(name, path, o), nil }
		newest, brief := "orderby=modified&order=desc", r.briefOfEntries(name)
		switch name {
		case typeAttachment:
			args = "&status=inherit,private,trash"
		case typeMenuItem:
			args = "&status=publish,draft"
			take = func(o *wire.Object) (*item, error) { return r.menuItem(o), nil }
		case typeFontFamily:
			args, newest = "", ""
			brief = []string{"id", "font_family_settings", "font_faces"}
			take = func(o *wire.Object) (*item, error) { return fontFamily(path, o), nil }
		}
		lists = append(lists, list{name: listEntries + name, route: path, args: args, take: take, newest: newest, brief: brief, watched: watchedEntries})
	}
	return lists
}

// row is a row of the table of entries.
type row struct {
	author, parent, order                                  int64
	date, utc, modified, modifiedUTC                       string
	content, title, excerpt, status, comments, pings, pass string
	slug, guid, typ, mime                                  string
}

func (e row) store(t *tx, id int64) error {
	return t.exec("INSERT OR REPLACE INTO wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status,"+
		" post_password, post_name, post_modified, post_modified_gmt, post_parent, guid, menu_order, post_type, post_mime_type) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		id, e.author, e.date, e.utc, e.content, e.title, e.excerpt, e.status, e.comments, e.pings, e.pass, e.slug, e.modified, e.modifiedUTC, e.parent, e.guid, e.order, e.typ, e.mime)
}

// rowOf is what entries of all types have.
func rowOf(typ string, o *wire.Object) row {
	e := row{
		author: number(o, "author"), parent: number(o, "parent"), order: number(o, "menu_order"), typ: typ,
		date: stored(text(o, "date")), utc: stored(text(o, "date_gmt")), modified: stored(text(o, "modified")), modifiedUTC: stored(text(o, "modified_gmt")),
		content: rawOf(o, "content"), title: rawOf(o, "title"), excerpt: rawOf(o, "excerpt"), status: text(o, "status"),
		comments: text(o, "comment_status"), pings: text(o, "ping_status"), pass: text(o, "password"), slug: text(o, "slug"), guid: rawOf(o, "guid"),
	}
	if e.status == "" {
		e.status = "publish"
	}
	for _, switched := range []*string{&e.comments, &e.pings} {
		if *switched == "" {
			*switched = "closed"
		}
	}
	return e
}

// undated tells whether nobody chose the date of an entry yet. Its head tells that; where it
// has none, such a date is that of the last change, and the one in UTC is made of it.
func (r *reading) undated(e row, head *wire.Object) bool {
	if e.status != "draft" && e.status != "pending" {
		return false
	}
	if published := publishedOf(head); published != "" {
		return strings.HasPrefix(published, "-")
	}
	return e.date == e.modified && r.inUTC(e.date) == e.utc
}

// entry is an entry of a type with a list of the usual kind.
func (r *reading) entry(typ, path string, o *wire.Object) *item {
	id := number(o, "id")
	e := rowOf(typ, o)
	if r.undated(e, o.Object("yoast_head_json")) {
		e.utc = stored("")
	}
	meta := r.metaOf(path, o)
	set := func(key, value string) {
		if value != "" && value != "0" {
			meta[key] = []string{value}
		}
	}
	set("_thumbnail_id", text(o, "featured_media"))
	set("_wp_page_template", text(o, "template"))
	set("wp_pattern_sync_status", text(o, "wp_pattern_sync_status"))
	it := &item{id: id, kind: KindEntry, digest: digestOf(o), head: headOf(o)}
	if typ == typeAttachment {
		r.attachment(&e, o, meta, it)
	}
	terms := r.termsOf(typ, o)
	format := text(o, "format")
	sticky := schema.ToBool(o.Get("sticky"))
	if hasHistory(o) {
		it.tasks = append(it.tasks, task{listRevisions, id, path + "/" + decimal(id)})
	}
	words := cutAfter(e.excerpt, o.Object("excerpt").Text("rendered"))
	it.store = func(t *tx) error {
		if err := e.store(t, id); err != nil {
			return err
		}
		if words > 0 {
			if err := t.exec("INSERT OR REPLACE INTO live_excerpt (id, words) VALUES (?, ?)", id, words); err != nil {
				return err
			}
		}
		if err := t.meta(KindEntry, id, meta); err != nil {
			return err
		}
		if err := t.relate(id, terms); err != nil {
			return err
		}
		// Revisions that were there may all be gone.
		if err := t.exec("INSERT OR IGNORE INTO live_task (kind, id, what) SELECT ?, ?, ? WHERE EXISTS (SELECT 1 FROM wp_posts WHERE post_parent = ? AND post_type = ?)",
			listRevisions, id, path+"/"+decimal(id), id, typeRevision); err != nil {
			return err
		}
		if format != "" && format != "standard" {
			if err := t.hidden(id, "post_format", "post-format-"+format); err != nil {
				return err
			}
		}
		return t.stick(id, sticky)
	}
	return it
}

// hasHistory tells whether a thing may have revisions or autosaves.
func hasHistory(o *wire.Object) bool {
	history, _ := o.Object("_links").Get("version-history").([]any)
	if len(history) == 0 {
		return false
	}
	first, ok := history[0].(*wire.Object)
	return ok && (!first.Has("count") || number(first, "count") > 0)
}

// termsOf are the terms of an entry, in the members that the taxonomies of its type have.
func (r *reading) termsOf(typ string, o *wire.Object) (terms []int64) {
	for _, tax := range r.taxonomies {
		of, _ := schema.AsList(tax.Get("types"))
		if !slices.ContainsFunc(of, func(v any) bool { return schema.ToText(v) == typ }) {
			continue
		}
		ids, _ := o.Get(tax.Text("rest_base")).([]any)
		for _, v := range ids {
			if id := schema.ToInt(v); id > 0 {
				terms = append(terms, id)
			}
		}
	}
	return terms
}

// relate gives an entry its terms. Rows of terms have the ids of these.
func (t *tx) relate(id int64, terms []int64) error {
	for _, term := range terms {
		if err := t.exec("INSERT OR IGNORE INTO wp_term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, ?, 0)", id, term); err != nil {
			return err
		}
	}
	return nil
}

// stick notes whether an entry stays on top.
func (t *tx) stick(id int64, sticky bool) error {
	if sticky {
		return t.exec("INSERT OR REPLACE INTO live_state (name, value) VALUES (?, '1')", "sticky:"+decimal(id))
	}
	return t.exec("DELETE FROM live_state WHERE name = ?", "sticky:"+decimal(id))
}

// menuItem is an item of a classic menu.
func (r *reading) menuItem(o *wire.Object) *item {
	id := number(o, "id")
	e := rowOf(typeMenuItem, o)
	e.content, e.excerpt, e.order = text(o, "description"), text(o, "attr_title"), number(o, "menu_order")
	e.parent = 0
	kind := text(o, "type")
	meta := r.metaOf("/wp/v2/menu-items", o)
	for key, value := range map[string]string{
		"_menu_item_type": kind, "_menu_item_menu_item_parent": text(o, "parent"), "_menu_item_object_id": text(o, "object_id"), "_menu_item_object": text(o, "object"),
		"_menu_item_target": text(o, "target"), "_menu_item_classes": serialised(o.Get("classes")), "_menu_item_xfn": words(o, "xfn"), "_menu_item_url": "",
	} {
		meta[key] = []string{value}
	}
	if kind == "custom" {
		meta["_menu_item_url"] = []string{text(o, "url")}
		meta["_menu_item_object_id"] = []string{decimal(id)}
		meta["_menu_item_object"] = []string{"custom"}
	}
	object := number(o, "object_id")
	menu := number(o, "menus")
	return &item{id: id, kind: KindEntry, digest: digestOf(o), store: func(t *tx) error {
		// A label that is the title of what it leads to follows that.
		var title string
		if kind == "post_type" {
			if _, err := t.one("SELECT post_title FROM wp_posts WHERE ID = ?", []any{object}, &title); err != nil {
				return err
			}
		} else if kind == "taxonomy" {
			if _, err := t.one("SELECT name FROM wp_terms WHERE term_id = ?", []any{object}, &title); err != nil {
				return err
			}
		}
		if title != "" && title == e.title {
			e.title = ""
		}
		if err := e.store(t, id); err != nil {
			return err
		}
		if err := t.meta(KindEntry, id, meta); err != nil {
			return err
		}
		if menu > 0 {
			return t.relate(id, []int64{menu})
		}
		return nil
	}}
}

// words are the texts of a list, as one.
func words(o *wire.Object, name string) string {
	list, _ := o.Get(name).([]any)
	var texts []string
	for _, v := range list {
		texts = append(texts, schema.ToText(v))
	}
	return strings.TrimSpace(strings.Join(texts, " "))
}

// revisions reads the revisions of the entry of a path, its autosaves among them.
func (r *reading) revisions(ctx context.Context, of int64, path string) error {
	var items []item
	refused := false
	for page := 1; page <= maxRevisionPages; page++ {
		all, status, err := r.listed(ctx, path+"/revisions?context=edit&per_page=100&page="+decimal(int64(page)))
		if err != nil {
			return err
		}
		if refused = all == nil && (page == 1 || status != http.StatusBadRequest); refused {
			r.unanswered("revisions of " + path)
		}
		for _, o := range all {
			if id := number(o, "id"); id > 0 && id != of {
				items = append(items, r.revision(of, path, o))
			}
		}
		if len(all) < 100 {
			break
		}
	}
	there := map[int64]bool{}
	return r.Mirror.in(ctx, func(t *tx) error {
		for _, it := range items {
			there[it.id] = true
			if err := t.keep(listRevisions, r.round, it); err != nil {
				return err
			}
		}
		before, err := t.ids("SELECT ID FROM wp_posts WHERE post_parent = ? AND post_type = ?", of, typeRevision)
		if err != nil {
			return err
		}
		for _, id := range before {
			if !there[id] && !refused {
				if err := t.gone(listRevisions, KindEntry, id); err != nil {
					return err
				}
			}
		}
		return t.exec("DELETE FROM live_task WHERE kind = ? AND id = ?", listRevisions, of)
	})
}

// maxRevisionPages bounds the revisions of one entry that are read.
const maxRevisionPages = 50

func (r *reading) revision(of int64, path string, o *wire.Object) item {
	id := number(o, "id")
	e := rowOf(typeRevision, o)
	e.status, e.parent, e.comments, e.pings = "inherit", of, "closed", "closed"
	if strings.HasPrefix(path, stylesRoute) {
		e.content = string(wire.Encode(stylesOf(o), nil))
	}
	if e.slug == "" {
		e.slug = decimal(of) + "-revision-v1"
	}
	meta := r.metaOf(path[:strings.LastIndexByte(path, '/')], o)
	return item{id: id, kind: KindEntry, digest: digestOf(o), store: func(t *tx) error {
		if err := e.store(t, id); err != nil {
			return err
		}
		return t.meta(KindEntry, id, meta)
	}}
}

// cutAfter is after how many words of a text the excerpt that was made of it ends, 0 where it
// wasn't made, or where the text is no longer.
func cutAfter(own, shown string) int {
	text, cut := strings.CutSuffix(plain(shown), "[…]")
	if own != "" || !cut {
		return 0
	}
	return len(strings.Fields(text))
}
