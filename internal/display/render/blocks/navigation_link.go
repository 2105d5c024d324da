package blocks

import (
	"net/url"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/tags"
)

func cleanLabel(s string) string { return sanitize.Post(s) }

// reachable tells whether the entry an item leads to is published.
func reachable(c *render.Context, b block.Block) bool {
	kind := b.Attrs.Text("type")
	if b.Attrs.Text("kind") != "post-type" && kind != "post" && kind != "page" || b.Attrs.Int("id") <= 0 {
		return true
	}
	p := c.PostByID(int64(b.Attrs.Int("id")))
	return p != nil && p.Status == "publish"
}

// active tells whether an item leads to what is shown.
func active(c *render.Context, b block.Block) bool {
	id := int64(b.Attrs.Int("id"))
	if id <= 0 {
		return false
	}
	if b.Attrs.Text("kind") == "taxonomy" {
		return c.Request.Term != nil && c.Request.Term.ID == id
	}
	return c.Request.Front && c.Request.PostID == id
}

// linkAttrs are the attributes of an item's link after its class.
func linkAttrs(b block.Block, address string, current bool) string {
	out := ""
	if address != "" {
		out = ` href="` + escape.URL(address) + `"`
	}
	out += pick(current, ` aria-current="page"`) + pick(b.Attrs.Get("opensInNewTab") == true, ` target="_blank"  `)
	if b.Attrs.Has("rel") {
		out += ` rel="` + escape.Attr(b.Attrs.Text("rel")) + `"`
	} else if b.Attrs.Bool("nofollow") {
		out += ` rel="nofollow"`
	}
	if b.Attrs.Has("title") {
		out += ` title="` + escape.Attr(b.Attrs.Text("title")) + `"`
	}
	return out
}

func itemLabel(b block.Block) string {
	html := `<span class="wp-block-navigation-item__label">` + cleanLabel(b.Attrs.Text("label")) + `</span>`
	if d := b.Attrs.Text("description"); d != "" {
		html += `<span class="wp-block-navigation-item__description">` + cleanLabel(d) + `</span>`
	}
	return html
}

// innerItems renders the items inside an item.
func innerItems(c *render.Context, b block.Block) string {
	var w strings.Builder
	for _, in := range b.Inner {
		w.WriteString(c.RenderInside(in))
	}
	return w.String()
}

func navigationLink(c *render.Context, b block.Block, _ string) string {
	if !reachable(c, b) || b.Attrs.Text("label") == "" {
		return ""
	}
	inner := innerItems(c, b)
	kids, current := strings.TrimSpace(inner) != "", active(c, b)
	class := joinClasses("wp-block-navigation-item", pick(kids, "has-child"), pick(current, "current-menu-item"))
	html := "<li " + c.Wrapper(render.Attr{Name: "class", Value: class}) + `><a class="wp-block-navigation-item__content" ` +
		linkAttrs(b, decodedOnce(b.Attrs.Text("url")), current) + ">" + itemLabel(b) + "</a>"
	if kids {
		if block.Truth(c.Get("showSubmenuIcon")) {
			html += `<span class="wp-block-navigation__submenu-icon">` + submenuArrow + `</span>`
		}
		html += `<ul class="wp-block-navigation__submenu-container">` + inner + `</ul>`
	}
	return html + "</li>"
}

// decodedOnce undoes a second encoding of an address's query.
func decodedOnce(address string) string {
	_, query, _ := strings.Cut(address, "?")
	for part := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(part, "=")
		once, err := url.QueryUnescape(value)
		if err != nil {
			continue
		}
		if twice, err := url.PathUnescape(once); err == nil && twice != once {
			if out, err := url.PathUnescape(address); err == nil {
				return out
			}
		}
	}
	return address
}

func navigationSubmenu(c *render.Context, b block.Block, _ string) string {
	label := cleanLabel(b.Attrs.Text("label"))
	if !reachable(c, b) || b.Attrs.Text("label") == "" {
		return ""
	}
	inner := innerItems(c, b)
	kids, current := strings.TrimSpace(inner) != "", active(c, b)
	visibility, icons := submenuVisibility(c), block.Truth(c.Get("showSubmenuIcon"))
	class := joinClasses("wp-block-navigation-item", pick(kids, "has-child"), pick(visibility == "click", "open-on-click"),
		pick(visibility == "hover" && icons, "open-on-hover-click"), pick(visibility == "always", "open-always"), pick(current, "current-menu-item"))
	aria := escape.Attr(c.Filled("%s submenu", tags.StripAll(label, false)))
	html := "<li " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">"
	if visibility == "click" {
		html += `<button aria-label="` + aria + `" class="wp-block-navigation-item__content wp-block-navigation-submenu__toggle" aria-expanded="false">` + itemLabel(b) + `</button>`
		if kids {
			html += `<span class="wp-block-navigation__submenu-icon">` + submenuArrow + `</span>`
		}
	} else {
		html += `<a class="wp-block-navigation-item__content"` + linkAttrs(b, b.Attrs.Text("url"), current) + ">" + itemLabel(b) + "</a>"
		if icons && kids {
			html += `<button aria-label="` + aria + `" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" aria-expanded="false">` + submenuArrow + `</button>`
		}
	}
	if kids {
		if strings.Contains(inner, "current-menu-item") {
			p := htmltag.New(html)
			for p.NextClass("wp-block-navigation-item") {
				p.AddClass("current-menu-ancestor")
			}
			html = p.String()
		}
		html += "<ul " + submenuWrapper(c) + ">" + inner + "</ul>"
	}
	return html + "</li>"
}

// submenuWrapper gives a submenu the colours of the overlay.
func submenuWrapper(c *render.Context) string {
	var colors block.Attrs
	for _, v := range [...][3]string{{"text", "overlayTextColor", "customOverlayTextColor"}, {"background", "overlayBackgroundColor", "customOverlayBackgroundColor"}} {
		if c.Get(v[1]) != nil {
			colors = colors.With(v[0], "var:preset|color|"+c.GetText(v[1]))
		} else if c.Get(v[2]) != nil {
			colors = colors.With(v[0], c.GetText(v[2]))
		}
	}
	look := style.Compile(block.Of("color", colors), style.Options{PresetClasses: true})
	class := joinClasses(append([]string{"wp-block-navigation__submenu-container"}, look.Classes...)...)
	return c.Wrapper(render.Attr{Name: "class", Value: class}, render.Attr{Name: "style", Value: look.CSS})
}
