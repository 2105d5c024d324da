package render

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/shortcode"
)

// prependAttachment shows the file of an attachment before its text.
func (t *text) prependAttachment() {
	if t.c.Post == nil || t.c.Post.Type != "attachment" {
		return
	}
	img := t.c.Image(t.c.Post.ID)
	if img == nil {
		t.html = "<p class=\"attachment\"></p>\n" + t.html
		return
	}
	kind, _, _ := strings.Cut(img.MIME, "/")
	front := ""
	switch kind {
	case "video":
		attrs := shortcode.Attrs{{Name: "src", Value: img.URL}}
		if img.Width > 0 && img.Height > 0 {
			attrs = append(attrs, shortcode.Attr{Name: "width", Value: strconv.Itoa(img.Width)}, shortcode.Attr{Name: "height", Value: strconv.Itoa(img.Height)})
		}
		if poster := t.c.Image(img.FeaturedID); poster != nil {
			attrs = append(attrs, shortcode.Attr{Name: "poster", Value: poster.URL})
		}
		front = t.c.Shortcode("video", attrs)
	case "audio":
		front = t.c.Shortcode("audio", shortcode.Attrs{{Name: "src", Value: img.URL}})
	default:
		front = `<p class="attachment">` + t.attachmentLink(img, kind) + `</p>`
	}
	t.html = front + "\n" + t.html
}

// Shortcode renders one shortcode by name, "" when there is none.
func (c *Context) Shortcode(name string, attrs shortcode.Attrs) string {
	f := c.renderer.shortcodes[name]
	if f == nil || c.depth >= MaxNesting {
		return ""
	}
	return f(c, attrs, "", name)
}

// attachmentLink links the file of an attachment: an image by its medium
// size, anything else by its title.
func (t *text) attachmentLink(img *Image, kind string) string {
	label := img.Title // HTML, as titles are
	if strings.TrimSpace(label) == "" {
		label = escape.HTML(fileName(img.URL))
	}
	if kind == "image" {
		label = t.c.ImageTag(img, "medium")
	}
	return `<a href='` + escape.URL(img.URL) + `'>` + label + `</a>`
}

// fileName is the name of the file at an address, without its ending.
func fileName(address string) string {
	name := path.Base(address)
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	return strings.TrimSuffix(name, path.Ext(name))
}
