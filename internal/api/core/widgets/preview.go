package widgets

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// preview is a widget as a page would show it.
func preview(ctx context.Context, e *env.Env, to view.Visit, t *widgetType, settings *wire.Object) string {
	body := body(ctx, e, to, t, settings)
	if body == "" && t.id != "block" {
		return ""
	}
	title := heading(ctx, e, t, settings, `<h2 class="widgettitle">`, "</h2>")
	return `<div class="` + t.around + `widget ` + t.classname() + `">` + title + body + "</div>"
}

// heading is the title of a widget between two texts, "" without one.
func heading(ctx context.Context, e *env.Env, t *widgetType, settings *wire.Object, before, after string) string {
	title := settings.Text("title")
	if title == "" && t.titled {
		title = e.Site.Texts(ctx).Of(t.name)
		if t.id == "tag_cloud" {
			title = cloudTitle(e, settings)
		}
	}
	if title == "" {
		return ""
	}
	title = before + typography.Texturize(entity.Escape(title)) + after
	if t.id == "recent-posts" {
		title = "\n\t\t" + title
	}
	return title
}

// classOfBlock are the classes that a widget of blocks has more, by its first block: those of
// the types of widgets that show the same.
var classOfBlock = map[string]string{
	"core/paragraph": "widget_text", "core/calendar": "widget_calendar", "core/search": "widget_search", "core/html": "widget_custom_html", "core/archives": "widget_archive",
	"core/latest-posts": "widget_recent_entries", "core/latest-comments": "widget_recent_comments", "core/tag-cloud": "widget_tag_cloud", "core/categories": "widget_categories",
	"core/audio": "widget_media_audio", "core/video": "widget_media_video", "core/image": "widget_media_image", "core/gallery": "widget_media_gallery", "core/rss": "widget_rss",
}

// placed is a widget as a page shows it in its sidebar, with the HTML that this has around it.
func placed(ctx context.Context, e *env.Env, to view.Visit, t *widgetType, w widget) string {
	body := body(ctx, e, to, t, w.settings)
	if body == "" && t.id != "block" {
		return ""
	}
	class := t.classname()
	if t.id == "block" {
		if blocks := block.Parse(w.settings.Text("content")); len(blocks) > 0 {
			if more := classOfBlock[blocks[0].Name]; more != "" {
				class += " " + more
			}
		}
	}
	before := strings.NewReplacer("%1$s", entity.Escape(w.id), "%2$s", entity.Escape(class), "%%", "%").Replace(w.in.Text("before_widget"))
	return strings.TrimSpace(before + heading(ctx, e, t, w.settings, w.in.Text("before_title"), w.in.Text("after_title")) + body + w.in.Text("after_widget"))
}

// cloudTitle is what the terms of a cloud are called.
func cloudTitle(e *env.Env, settings *wire.Object) string {
	name := settings.Text("taxonomy")
	if name == "" {
		name = taxonomy.Tag
	}
	if tax := e.Taxonomies.Get(name); tax != nil {
		return tax.Label("name")
	}
	return "Tags"
}

func body(ctx context.Context, e *env.Env, to view.Visit, t *widgetType, settings *wire.Object) string {
	if t.block != nil {
		name, attrs := t.block(settings)
		text := e.View.Blocks(ctx, to, nil, block.Serialize([]block.Block{{Name: name, Attrs: attrs}}))
		return t.classic(ctx, e, text)
	}
	switch t.id {
	case "search":
		return searchForm(e.Site.Texts(ctx), e.Site.Base(ctx))
	case "block":
		return e.View.Blocks(ctx, to, nil, settings.Text("content"))
	case "custom_html":
		return `<div class="textwidget custom-html-widget">` + settings.Text("content") + "</div>"
	case "text":
		text := settings.Text("text")
		if on(settings, "filter") {
			text = paragraph.Auto(typography.Texturize(text), true)
		}
		return "\t\t\t<div class=\"textwidget\">" + text + "</div>\n\t\t"
	case "meta":
		return metaLinks(ctx, e, to)
	case "pages":
		return pageList(ctx, e, settings)
	case "nav_menu":
		return menuBody(ctx, e, schema.ToInt(settings.Get("nav_menu")))
	case "media_audio", "media_image", "media_video":
		return mediaBody(t, settings)
	case "media_gallery":
		return galleryBody(ctx, e, to, settings)
	}
	return ""
}

func mediaBody(t *widgetType, settings *wire.Object) string {
	address := entity.Escape(settings.Text("url"))
	switch {
	case address == "":
		return ""
	case t.id == "media_audio":
		return `<audio controls src="` + address + `"></audio>`
	case t.id == "media_video":
		return `<video controls src="` + address + `"></video>`
	}
	return `<img class="image" src="` + address + `" alt="` + entity.Escape(settings.Text("alt")) + `" />`
}

func galleryBody(ctx context.Context, e *env.Env, to view.Visit, settings *wire.Object) string {
	list := words(settings.Get("ids"))
	if list == "" {
		return ""
	}
	code := `[gallery ids="` + list + `"]`
	return e.View.Blocks(ctx, to, nil, block.Serialize([]block.Block{{
		Name: "core/shortcode", InnerHTML: code, InnerContent: []*string{&code},
	}}))
}

// menuBody is a classic menu as nested lists.
func menuBody(ctx context.Context, e *env.Env, id int64) string {
	if id == 0 || e.Menus == nil {
		return ""
	}
	page, err := e.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeMenuItem}, Statuses: []content.Status{content.Publish},
		Terms: []content.TermFilter{{Taxonomy: taxonomy.Menu, Terms: []int64{id}}},
		Order: []content.Order{{By: content.ByMenuOrder}}, Limit: 500, SkipTotal: true,
	})
	if err == nil {
		err = e.Menus.Prefetch(ctx, page.Entries)
	}
	if err != nil {
		scope.Failed(ctx, err)
		return ""
	}
	found, err := e.Store.TermsByID(ctx, []int64{id})
	if err != nil {
		scope.Failed(ctx, err)
		return ""
	}
	m := menuList{below: map[int64][]int64{}, items: map[int64]*menu.Item{}, home: e.Site.Base(ctx)}
	for _, entry := range page.Entries {
		if item, err := e.Menus.Item(ctx, entry); err == nil && !item.Invalid {
			m.items[entry.ID] = item
		}
	}
	for _, entry := range page.Entries {
		if item := m.items[entry.ID]; item != nil {
			parent := item.Parent
			if m.items[parent] == nil {
				parent = 0
			}
			m.below[parent] = append(m.below[parent], entry.ID)
		}
	}
	if len(m.below[0]) == 0 || found[id] == nil {
		return ""
	}
	name := entity.Escape("menu-" + found[id].Slug)
	var b strings.Builder
	b.WriteString(`<div class="` + name + `-container"><ul id="` + name + `" class="menu">`)
	m.write(&b, 0, 0)
	b.WriteString("</ul></div>")
	return b.String()
}

// menuList is a classic menu that is written as nested lists.
type menuList struct {
	below map[int64][]int64 // items by the one above
	items map[int64]*menu.Item
	home  string
}

// maxMenuDepth ends menus that go round in circles.
const maxMenuDepth = 20

func (m *menuList) write(b *strings.Builder, parent int64, depth int) {
	tabs := strings.Repeat("\t", depth)
	for _, id := range m.below[parent] {
		it := m.items[id]
		number := strconv.FormatInt(id, 10)
		b.WriteString(tabs + `<li id="menu-item-` + number + `" class="` + entity.Escape(strings.Join(m.classes(id, it), " ")) + `"><a`)
		for _, a := range [][2]string{{"target", it.Target}, {"rel", it.XFN}, {"href", it.URL}, {"title", it.AttrTitle}} {
			if a[1] != "" {
				b.WriteString(" " + a[0] + `="` + entity.Escape(a[1]) + `"`)
			}
		}
		b.WriteString(">" + entity.Escape(it.Title) + "</a>")
		if len(m.below[id]) > 0 && depth < maxMenuDepth {
			b.WriteString("\n" + tabs + `<ul class="sub-menu">` + "\n")
			m.write(b, id, depth+1)
			b.WriteString(tabs + "</ul>\n")
		}
		b.WriteString("</li>\n")
	}
}

// classes are those by which themes know an item: its own ones, and what it is and leads to.
func (m *menuList) classes(id int64, it *menu.Item) []string {
	var all []string
	for _, own := range it.Classes {
		if own != "" {
			all = append(all, own)
		}
	}
	all = append(all, "menu-item", "menu-item-type-"+it.Type, "menu-item-object-"+it.Object)
	if it.Type == "custom" && strings.TrimSuffix(it.URL, "/") == m.home {
		all = append(all, "menu-item-home")
	}
	if len(m.below[id]) > 0 {
		all = append(all, "menu-item-has-children")
	}
	return append(all, "menu-item-"+strconv.FormatInt(id, 10))
}

// page is a whole page around a preview.
func page(lang, preview string) string {
	return "<!doctype html>\n<html lang=\"" + entity.Escape(lang) + "\">\n<head>\n<meta charset=\"UTF-8\" />\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<style>html, body { margin: 0; padding: 0; }</style>\n" +
		"</head>\n<body>\n<div id=\"page\" class=\"site\">\n<div id=\"content\" class=\"site-content\">\n" + preview + "\n</div>\n</div>\n</body>\n</html>\n"
}
