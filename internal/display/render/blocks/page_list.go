package blocks

import (
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/wire"
)

const submenuArrow = `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12" fill="none" aria-hidden="true" focusable="false"><path d="M1.50002 4L6.00002 8L10.5 4" stroke-width="1.5"></path></svg>`

// maxPageDepth bounds nested lists of pages.
const maxPageDepth = 50

// pageList lists the pages of the site as a tree.
func pageList(c *render.Context, b block.Block, _ string) string {
	pages := allPages(c)
	if len(pages) == 0 {
		return ""
	}
	l := pageTree{c: c, children: map[int64][]*render.Post{}, nested: block.Truth(c.Get("core/isInsideSubmenu")), inNav: c.Get("showSubmenuIcon") != nil}
	parents := map[int64]int64{}
	for _, p := range pages {
		l.children[p.ParentID] = append(l.children[p.ParentID], p)
		parents[p.ID] = p.ParentID
	}
	if c.Request.Kind == "page" || c.Request.Kind == "front_page" {
		for id := parents[c.Request.PostID]; id > 0 && len(l.above) < maxPageDepth; id = parents[id] {
			l.above = append(l.above, id)
		}
	}
	root := int64(b.Attrs.Int("parentPageID"))
	if root != 0 && len(l.children[root]) == 0 {
		return ""
	}
	l.visibility = submenuVisibility(c)
	l.icons = block.Truth(c.Get("showSubmenuIcon"))
	own, css := contextColors(c, "textColor", "customTextColor", "text", "backgroundColor", "customBackgroundColor", "background")
	l.overlay, l.overlayCSS = contextColors(c, "overlayTextColor", "customOverlayTextColor", "", "overlayBackgroundColor", "customOverlayBackgroundColor", "")
	var w strings.Builder
	l.items(&w, root, 0)
	if l.nested {
		return w.String()
	}
	return "<ul " + c.Wrapper(render.Attr{Name: "class", Value: strings.Join(own, " ")}, render.Attr{Name: "style", Value: css}) + ">" + w.String() + "</ul>"
}

// allPages are the published pages in menu order.
func allPages(c *render.Context) []*render.Post {
	pages, _ := c.Source.QueryPosts(c, render.PostQuery{
		Types: []string{"page"}, OrderBy: "menu_order", Asc: true, Limit: -1, Sticky: "ignore", NoTotal: true, WithoutContent: true,
	})
	return pages
}

// submenuVisibility is when the submenus around show: "hover", "click" or
// "always".
func submenuVisibility(c *render.Context) string {
	if v := c.Get("openSubmenusOnClick"); v != nil {
		if block.Truth(v) {
			return "click"
		}
		return "hover"
	}
	if v := c.GetText("submenuVisibility"); v != "" {
		return v
	}
	return "hover"
}

// contextColors are the classes and CSS of text and background colours that
// an outer block provides: the names of a preset, of a picked colour and of a
// value in "style".
func contextColors(c *render.Context, names ...string) (classes []string, css string) {
	custom, _ := c.Get("style").(*wire.Object)
	for i, part := range [...][2]string{{"has-text-color", "color"}, {"has-background", "background-color"}} {
		named, picked, key := c.Get(names[i*3]) != nil, c.GetText(names[i*3+1]), names[i*3+2]
		value := picked
		if value == "" && key != "" {
			value = block.Text(custom.Get("color", key))
		}
		if !named && value == "" {
			continue
		}
		classes = append(classes, part[0])
		if named {
			classes = append(classes, "has-"+style.Kebab(c.GetText(names[i*3]))+"-"+part[1])
		} else {
			css += part[1] + ": " + value + ";"
		}
	}
	return classes, css
}

type pageTree struct {
	c             *render.Context
	children      map[int64][]*render.Post
	above         []int64 // ancestors of the page shown
	nested, inNav bool
	icons         bool
	visibility    string
	overlay       []string
	overlayCSS    string
}

func (l *pageTree) items(w *strings.Builder, parent int64, depth int) {
	if depth > maxPageDepth {
		return
	}
	for _, p := range l.children[parent] {
		l.item(w, p, depth)
	}
}

func (l *pageTree) item(w *strings.Builder, p *render.Post, depth int) {
	kids := len(l.children[p.ID]) > 0
	kind := l.c.Request.Kind
	active := p.ID == l.c.Request.PostID && (kind == "page" || kind == "front_page") || kind == "home" && p.ID == l.c.Site.PageForPosts && p.ID > 0
	class := pick(active, " current-menu-item") + pick(slices.Contains(l.above, p.ID), " current-menu-ancestor") + pick(kids, " has-child")
	content := ""
	if l.inNav {
		class += " wp-block-navigation-item"
		content = " wp-block-navigation-item__content"
		switch {
		case l.visibility == "click":
			class += " open-on-click"
		case l.visibility == "hover" && l.icons:
			class += " open-on-hover-click"
		case l.visibility == "always":
			class += " open-always"
		}
	}
	css := ""
	if depth > 0 || l.nested {
		class += " " + strings.Join(l.overlay, " ")
		if l.overlayCSS != "" {
			css = ` style="` + escape.Attr(l.overlayCSS) + `"`
		}
	}
	if p.ID == l.c.Site.PageOnFront && p.ID > 0 {
		class += " menu-item-home"
	}
	title := p.Title
	if title == "" {
		title = l.c.T("(no title)")
	}
	label := escape.Attr(l.c.Filled("%s submenu", tags.StripAll(title, false)))
	w.WriteString(`<li class="wp-block-pages-list__item` + escape.Attr(class) + `"` + css + `>`)
	if kids && l.inNav && l.visibility == "click" {
		w.WriteString(`<button aria-label="` + label + `" class="` + content + ` wp-block-navigation-submenu__toggle" aria-expanded="false">` + sanitize.Post(title) +
			`</button><span class="wp-block-page-list__submenu-icon wp-block-navigation__submenu-icon">` + submenuArrow + `</span>`)
	} else {
		w.WriteString(`<a class="wp-block-pages-list__item__link` + content + `" href="` + escape.URL(p.Permalink) + `"` +
			pick(active, ` aria-current="page"`) + `>` + sanitize.Post(title) + `</a>`)
	}
	if kids {
		if l.inNav && l.icons && l.visibility != "click" {
			w.WriteString(`<button aria-label="` + label + `" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" aria-expanded="false">` + submenuArrow + `</button>`)
		}
		w.WriteString(`<ul class="wp-block-navigation__submenu-container">`)
		l.items(w, p.ID, depth+1)
		w.WriteString(`</ul>`)
	}
	w.WriteString(`</li>`)
}
