package shortcodes

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/scan"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/markup/typography"
)

// gallery shows images in columns.
func gallery(c *render.Context, attrs shortcode.Attrs, _, _ string) string {
	n := instance(c, "gallery")
	images := attachments(c, attrs, "image")
	if len(images) == 0 {
		return ""
	}
	g := galleryOf{
		Context: c, html5: html5(c), selector: "gallery-" + n,
		columns: 3, size: attrs.Or("size", "thumbnail"), link: attrs.Or("link", ""),
	}
	if v, ok := attrs.Get("columns"); ok {
		g.columns = number(v)
	}
	if c.Request.Feed {
		return g.feed(images)
	}
	defaults := [...]string{"dl", "dt", "dd"}
	if g.html5 {
		defaults = [...]string{"figure", "div", "figcaption"}
	}
	g.item = tagName(attrs.Or("itemtag", defaults[0]), "dl")
	g.icon = tagName(attrs.Or("icontag", defaults[1]), "dt")
	g.caption = tagName(attrs.Or("captiontag", defaults[2]), "dd")

	var out strings.Builder
	if !g.html5 {
		out.WriteString(g.style())
	}
	out.WriteString("<div id='" + g.selector + "' class='gallery galleryid-" + itoa(entryID(c, attrs)) +
		" gallery-columns-" + strconv.Itoa(g.columns) + " gallery-size-" + clean.HTMLClass(g.size, "") + "'>")
	for i, img := range images {
		g.write(&out, img)
		if !g.html5 && g.columns > 0 && (i+1)%g.columns == 0 {
			out.WriteString(`<br style="clear: both" />`)
		}
	}
	if !g.html5 && g.columns > 0 && len(images)%g.columns != 0 {
		out.WriteString("\n\t\t\t<br style='clear: both' />")
	}
	out.WriteString("\n\t\t</div>\n")
	return out.String()
}

type galleryOf struct {
	*render.Context
	html5               bool
	selector            string
	columns             int
	size, link          string
	item, icon, caption string // element names
}

// tagName makes an element name that content may hold.
func tagName(name, fallback string) string {
	name = strings.ToLower(strings.Map(func(r rune) rune {
		if r < 0x80 && (scan.IsWord(byte(r)) || r == '-' || r == ':') {
			return r
		}
		return -1
	}, name))
	if _, ok := sanitize.PostPolicy()[name]; !ok {
		return fallback
	}
	return name
}

func (g *galleryOf) write(out *strings.Builder, img *render.Image) {
	id := g.selector + "-" + itoa(img.ID)
	hasCaption := scan.Trim(img.Caption) != ""
	var own []render.Attr
	if hasCaption {
		own = append(own, render.Attr{Name: "aria-describedby", Value: id})
	}
	shown := ""
	if g.link == "none" {
		shown = g.ImageTag(img, g.size, own...)
	} else {
		shown = link(g.Context, img, g.size, g.link != "file", own...)
	}
	shape := ""
	if img.Width > 0 && img.Height > 0 {
		shape = "landscape"
		if img.Height > img.Width {
			shape = "portrait"
		}
	}
	out.WriteString("<" + g.item + " class='gallery-item'>\n\t\t\t<" + g.icon + " class='gallery-icon " + shape +
		"'>\n\t\t\t\t" + shown + "\n\t\t\t</" + g.icon + ">")
	if hasCaption {
		out.WriteString("\n\t\t\t\t<" + g.caption + " class='wp-caption-text gallery-caption' id='" + id + "'>\n\t\t\t\t" +
			typography.Texturize(img.Caption) + "\n\t\t\t\t</" + g.caption + ">")
	}
	out.WriteString("</" + g.item + ">")
}

// feed is a gallery where styles do not reach: the linked images in lines.
func (g *galleryOf) feed(images []*render.Image) string {
	var out strings.Builder
	out.WriteString("\n")
	for _, img := range images {
		switch g.link {
		case "none":
			out.WriteString(g.ImageTag(img, g.size))
		case "", "0":
			out.WriteString(link(g.Context, img, g.size, true))
		default:
			out.WriteString(link(g.Context, img, g.size, false))
		}
		out.WriteString("\n")
	}
	return out.String()
}

// style is the style sheet of one gallery, for themes that bring none.
func (g *galleryOf) style() string {
	width := 100
	if g.columns > 0 {
		width = 100 / g.columns
	}
	rule := func(selector string, lines ...string) string {
		return "\n\t\t\t#" + g.selector + selector + " {\n\t\t\t\t" + strings.Join(lines, "\n\t\t\t\t") + "\n\t\t\t}"
	}
	return "\n\t\t<style>" + rule("", "margin: auto;") +
		rule(" .gallery-item", "float: left;", "margin-top: 10px;", "text-align: center;", "width: "+strconv.Itoa(width)+"%;") +
		rule(" img", "border: 2px solid #cfcfcf;") +
		rule(" .gallery-caption", "margin-left: 0;") +
		"\n\t\t\t/* see gallery_shortcode() in wp-includes/media.php */\n\t\t</style>\n\t\t"
}
