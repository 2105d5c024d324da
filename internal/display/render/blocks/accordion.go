package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
)

// accordion prepares a list of items that open and close.
func accordion(_ *render.Context, b block.Block, inner string) string {
	p := htmltag.New(inner)
	if !p.NextClass("wp-block-accordion") {
		return inner
	}
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-context", `{ "autoclose": `+strconv.FormatBool(b.Attrs.Bool("autoclose"))+`, "accordionItems": [] }`)
	for p.NextClass("wp-block-accordion-item") {
		if state, _ := p.Attr("data-wp-context"); strings.Contains(state, `"openByDefault": true`) {
			p.AddClass("is-open")
		}
	}
	return p.String()
}

func accordionItem(c *render.Context, b block.Block, inner string) string {
	if inner == "" {
		return ""
	}
	id, open := c.UniqueID("accordion-item-"), b.Attrs.Bool("openByDefault")
	inner = accordionParts(inner, id, open)
	if open {
		return inner
	}
	p := htmltag.New(inner)
	for p.NextTag("IMG") {
		p.SetAttr("fetchpriority", "low")
	}
	return p.String()
}

// accordionParts ties an item, its button and its panel together; an item
// that lacks one of them stays as it is.
func accordionParts(html, id string, open bool) string {
	p := htmltag.New(html)
	if !p.NextClass("wp-block-accordion-item") {
		return html
	}
	p.SetAttr("data-wp-context", `{ "id": "`+id+`", "openByDefault": `+strconv.FormatBool(open)+` }`)
	p.SetAttr("data-wp-class--is-open", "state.isOpen")
	p.SetAttr("data-wp-init", "callbacks.initAccordionItems")
	p.SetAttr("data-wp-on-window--hashchange", "callbacks.hashChange")
	if !p.NextClass("wp-block-accordion-heading__toggle") {
		return html
	}
	p.SetAttr("data-wp-on--click", "actions.toggle")
	p.SetAttr("id", id)
	p.SetAttr("aria-controls", id+"-panel")
	p.SetAttr("data-wp-bind--aria-expanded", "state.isOpen")
	if !p.NextClass("wp-block-accordion-panel") {
		return html
	}
	p.SetAttr("id", id+"-panel")
	p.SetAttr("aria-labelledby", id)
	p.SetAttr("data-wp-bind--hidden", "state.isHidden")
	p.SetAttr("data-wp-on--beforematch", "actions.handleBeforeMatch")
	// The state is written in a second pass and stands first in the tag.
	q := htmltag.New(p.String())
	if q.NextClass("wp-block-accordion-heading__toggle") {
		q.SetAttr("aria-expanded", strconv.FormatBool(open))
	}
	return q.String()
}
