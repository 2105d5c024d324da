package blocks

import (
	"regexp"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
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
	settings := c.Theme.Settings
	if v := settings.Get("blocks", b.Name, "lightbox", "enabled"); v != nil {
		return v == true
	}
	return settings.Get("lightbox", "enabled") == true
}

// lightbox adds the directives and the button of an enlargeable image.
func lightbox(c *render.Context, b block.Block, html string) string {
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
	id := c.HexID()
	if gallery := c.GetText("galleryId"); gallery != "" {
		c.Note("lightbox:" + gallery)
	}
	p.AddClass("wp-lightbox-container")
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-context", `{"imageId":"`+id+`"}`)
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
	return html[:q.End()] + lightboxButton + html[q.End():]
}

const lightboxButton = "<button\n\t\t\tclass=\"lightbox-trigger\"\n\t\t\ttype=\"button\"\n\t\t\taria-haspopup=\"dialog\"\n\t\t\t" +
	"data-wp-bind--aria-label=\"state.thisImage.triggerButtonAriaLabel\"\n\t\t\t" +
	"data-wp-init=\"callbacks.initTriggerButton\"\n\t\t\tdata-wp-on--click=\"actions.showLightbox\"\n\t\t\t" +
	"data-wp-style--right=\"state.thisImage.buttonRight\"\n\t\t\tdata-wp-style--top=\"state.thisImage.buttonTop\"\n\t\t>\n\t\t\t" +
	"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"12\" height=\"12\" fill=\"none\" viewBox=\"0 0 12 12\">\n\t\t\t\t" +
	"<path fill=\"#fff\" d=\"M2 0a2 2 0 0 0-2 2v2h1.5V2a.5.5 0 0 1 .5-.5h2V0H2Zm2 10.5H2a.5.5 0 0 1-.5-.5V8H0v2a2 2 0 0 0 2 2h2v-1.5ZM8 12v-1.5h2a.5.5 0 0 0 .5-.5V8H12v2a2 2 0 0 1-2 2H8Zm2-12a2 2 0 0 1 2 2v2h-1.5V2a.5.5 0 0 0-.5-.5H8V0h2Z\" />\n\t\t\t" +
	"</svg>\n\t\t</button>"
