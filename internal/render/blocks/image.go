package blocks

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/htmltag"
)

var imageID = regexp.MustCompile(`wp-image-(\d+)`)

// image drops images without a source and empty captions, and makes images
// that open in a lightbox.
func image(c *render.Context, b block.Block, inner string) string {
	if !strings.Contains(strings.ToLower(inner), "<img") {
		return ""
	}
	p := htmltag.New(inner)
	if !p.NextTag("IMG") {
		return ""
	}
	if src, _ := p.Attr("src"); src == "" {
		return ""
	}
	id := b.Attrs.Text("id")
	bound := b.Attrs.Has("metadata", "bindings", "id") && id != ""
	if class, ok := p.Attr("class"); ok && bound && !strings.Contains(class, "wp-image-"+id) {
		p.SetAttr("class", imageID.ReplaceAllString(class, "wp-image-"+id))
	}
	if b.Attrs.Has("data-id") {
		value := b.Attrs.Text("data-id")
		if bound {
			value = id
		}
		p.SetAttr("data-id", value)
	}
	if p.NextTag("FIGCAPTION") && !b.Attrs.Bool("caption") {
		from := p.Start()
		if emptyUntilCloser(inner[p.End():], "FIGCAPTION") && p.NextAny() {
			p.Replace(from, p.End(), "")
		}
	}
	html := p.String()
	if opensLightbox(c, b) {
		html = lightbox(c, b, html)
	}
	return html
}

func opensLightbox(c *render.Context, b block.Block) bool {
	if d := b.Attrs.String("linkDestination"); d != "" && d != "none" {
		return false
	}
	if c.Stored().Has("lightbox") {
		return c.Stored().Get("lightbox", "enabled") == true
	}
	settings := block.Attrs(c.Theme.Settings)
	if v := settings.Get("blocks", "core/image", "lightbox", "enabled"); v != nil {
		return v == true
	}
	return settings.Get("lightbox", "enabled") == true
}

// lightbox adds the directives and the button of an enlargeable image.
func lightbox(c *render.Context, _ block.Block, html string) string {
	p := htmltag.New(html)
	if !p.NextTag("FIGURE") {
		return html
	}
	figure := p.Mark()
	if !p.NextTag("IMG") {
		return html
	}
	img := p.Mark()
	p.Seek(figure)
	id := c.UniqueID("lightbox-")
	where, _ := json.Marshal(map[string]string{"imageId": id})
	p.AddClass("wp-lightbox-container")
	p.SetAttr("data-wp-interactive", "core/image")
	p.SetAttr("data-wp-context", strings.ReplaceAll(string(where), `"`, `"`))
	p.SetAttr("data-wp-key", id)
	p.Seek(img)
	for _, a := range [...][2]string{
		{"data-wp-init", "callbacks.setButtonStyles"},
		{"data-wp-on--load", "callbacks.setButtonStyles"},
		{"data-wp-on-window--resize", "callbacks.setButtonStyles"},
		{"data-wp-on--pointerenter", "actions.preloadImageWithDelay"},
		{"data-wp-on--pointerdown", "actions.preloadImage"},
		{"data-wp-on--pointerleave", "actions.cancelPreload"},
		{"data-wp-on--click", "actions.showLightbox"},
		{"data-wp-class--hide", "state.isContentHidden"},
		{"data-wp-class--show", "state.isContentVisible"},
	} {
		p.SetAttr(a[0], a[1])
	}
	html = p.String()
	q := htmltag.New(html)
	if !q.NextTag("IMG") {
		return html
	}
	return html[:q.End()] + lightboxButton(c, id) + html[q.End():]
}

func lightboxButton(_ *render.Context, id string) string {
	_ = strconv.Quote(id)
	return "<button\n\t\t\tclass=\"lightbox-trigger\"\n\t\t\ttype=\"button\"\n\t\t\taria-haspopup=\"dialog\"\n\t\t\t" +
		"data-wp-bind--aria-label=\"state.thisImage.triggerButtonAriaLabel\"\n\t\t\t" +
		"data-wp-init=\"callbacks.initTriggerButton\"\n\t\t\tdata-wp-on--click=\"actions.showLightbox\"\n\t\t\t" +
		"data-wp-style--right=\"state.thisImage.buttonRight\"\n\t\t\tdata-wp-style--top=\"state.thisImage.buttonTop\"\n\t\t>" +
		"</button>"
}
