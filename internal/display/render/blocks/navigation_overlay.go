package blocks

import (
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
)

// container folds the list into an overlay with buttons to open and close it.
func (n *nav) container(list string) string {
	id := n.c.UniqueID("modal-")
	always := n.a.Text("overlayMenu") == "always"
	overlay := n.overlayBlocks()
	classes := joinClasses("wp-block-navigation__responsive-container", pick(always, "hidden-by-default"))
	css := ""
	if overlay != "" {
		classes = joinClasses(classes, "disable-default-overlay")
		overlay = `<div class="wp-block-navigation__overlay-container">` + overlay + `</div>`
	} else {
		classes = joinClasses(classes, strings.Join(n.overlay, " "))
		if safe := style.Safe(n.overlayCSS); safe != "" {
			css = `style="` + escape.Attr(safe) + `"`
		}
	}
	openText, closeText, openLabel, closeLabel := n.c.T("Menu"), n.c.T("Close"), "", ""
	if n.a.Get("hasIcon") == true {
		openText, closeText = menuIcon, closeIcon
		if n.a.Text("icon") == "menu" {
			openText = menuIconThree
		}
		openLabel, closeLabel = `aria-label="`+escape.Attr(n.c.T("Open menu"))+`"`, `aria-label="`+escape.Attr(n.c.T("Close menu"))+`"`
	}
	closer := ""
	if !strings.Contains(overlay, "wp-block-navigation-overlay-close") {
		closer = `<button ` + closeLabel + ` class="wp-block-navigation__responsive-container-close" ` +
			"\n\t\t\t\tdata-wp-on--click=\"actions.closeMenuOnClick\"\n\t\t\t>" + closeText + `</button>`
	}
	return `<button aria-haspopup="dialog" ` + openLabel + ` class="` + joinClasses("wp-block-navigation__responsive-container-open", pick(always, "always-shown")) + `" ` +
		"\n\t\t\t\tdata-wp-on--click=\"actions.openMenuOnClick\"\n\t\t\t\tdata-wp-on--keydown=\"actions.handleMenuKeydown\"\n\t\t\t>" + openText + "</button>\n\t\t\t\t" +
		`<div class="` + escape.Attr(classes) + `" ` + css + ` id="` + id + `" ` +
		"\n\t\t\t\tdata-wp-class--has-modal-open=\"state.isMenuOpen\"\n\t\t\t\tdata-wp-class--is-menu-open=\"state.isMenuOpen\"\n\t\t\t\tdata-wp-watch=\"callbacks.initMenu\"" +
		"\n\t\t\t\tdata-wp-on--keydown=\"actions.handleMenuKeydown\"\n\t\t\t\tdata-wp-on--focusout=\"actions.handleMenuFocusout\"\n\t\t\t\ttabindex=\"-1\"\n\t\t\t>\n\t\t\t\t\t" +
		"<div class=\"wp-block-navigation__responsive-close\" tabindex=\"-1\">\n\t\t\t\t\t\t<div class=\"wp-block-navigation__responsive-dialog\" " +
		"\n\t\t\t\tdata-wp-bind--aria-modal=\"state.ariaModal\"\n\t\t\t\tdata-wp-bind--aria-label=\"state.ariaLabel\"\n\t\t\t\tdata-wp-bind--role=\"state.roleAttribute\"\n\t\t\t>\n\t\t\t\t\t\t\t" +
		closer + "\n\t\t\t\t\t\t\t<div class=\"wp-block-navigation__responsive-container-content\" \n\t\t\t\tdata-wp-watch=\"callbacks.focusFirstElement\"\n\t\t\t id=\"" + id + "-content\">\n\t\t\t\t\t\t\t\t" +
		list + "\n\t\t\t\t\t\t\t\t" + overlay + "\n\t\t\t\t\t\t\t</div>\n\t\t\t\t\t\t</div>\n\t\t\t\t\t</div>\n\t\t\t\t</div>"
}

// overlayBlocks renders the template part a menu unfolds into.
func (n *nav) overlayBlocks() string {
	theme, slug, found := strings.Cut(n.a.Text("overlay"), "//")
	if !found {
		theme, slug = n.c.Theme.Name, theme
	}
	if slug == "" || theme != n.c.Theme.Name {
		return ""
	}
	part, ok := n.c.Source.TemplatePart(n.c, theme, slug)
	if !ok {
		return ""
	}
	inner, leave, ok := n.inner.Enter("part:" + theme + "//" + slug)
	if !ok {
		return ""
	}
	defer leave()
	ctx := inner.Only(n.values())
	var w strings.Builder
	for _, b := range withinOverlay(onlyBlocks(block.Parse(inner.Shortcodes(part.Content))), 0) {
		w.WriteString(ctx.RenderInside(b))
	}
	p := htmltag.New(w.String())
	for p.Next() {
		if p.Tag() == "BUTTON" && p.HasClass("wp-block-navigation-overlay-close") {
			p.SetAttr("data-wp-on--click", "actions.closeMenuOnClick")
		}
		if p.Tag() == "IMG" {
			p.SetAttr("fetchpriority", "low")
		}
	}
	return p.String()
}

// withinOverlay keeps menus inside an overlay from folding again.
func withinOverlay(list []block.Block, depth int) []block.Block {
	out := make([]block.Block, len(list))
	for i, b := range list {
		if b.Name == "core/navigation" {
			b.Attrs = b.Attrs.With("overlayMenu", "never", "_isWithinOverlayTemplatePart", true)
		}
		if depth < block.MaxDepth {
			b.Inner = withinOverlay(b.Inner, depth+1)
		}
		out[i] = b
	}
	return out
}

// navigationOverlayClose is a button that closes the overlay around it.
func navigationOverlayClose(c *render.Context, b block.Block, _ string) string {
	const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="M13 11.8l6.1-6.3-1.1-1-6.1 6.2-6.1-6.2-1.1 1 6.1 6.3-6.5 6.7 1.1 1 6.5-6.6 6.5 6.6 1.1-1z" /></svg>`
	text := b.Attrs.Text("text")
	if text == "" {
		text = c.T("Close")
	}
	mode := b.Attrs.Text("displayMode")
	content, label := "", ` aria-label="`+escape.Attr(c.T("Close"))+`"`
	if mode != "text" {
		content = icon
	}
	if mode == "text" || mode == "both" {
		content += `<span class="wp-block-navigation-overlay-close__text">` + cleanLabel(text) + `</span>`
		label = " "
	}
	return "<button " + c.Wrapper() + ` type="button"` + label + " >" + content + "</button>"
}
