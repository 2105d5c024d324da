package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/tags"
)

// postFeaturedImage shows the featured image of the entry.
func postFeaturedImage(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil {
		return ""
	}
	size := b.Attrs.Text("sizeSlug")
	if size == "" {
		size = "post-thumbnail"
	}
	border := borderStyle(b)
	class := "attachment-" + size + " size-" + size + " wp-post-image"
	if len(border.Classes) > 0 {
		class = strings.Join(border.Classes, " ") + " wp-post-image"
	}
	own := []render.Attr{{Name: "class", Value: class}}
	link := b.Attrs.Bool("isLink")
	if link {
		alt := strings.TrimSpace(tags.StripTags(c.Title(p)))
		if alt == "" {
			alt = c.Filled("Untitled post %d", strconv.FormatInt(p.ID, 10))
		}
		own = append(own, render.Attr{Name: "alt", Value: alt})
	}
	if sizes := b.Attrs.Text("sizes"); sizes != "" {
		// A theme that lays cards out says how wide the picture is shown; the reference's
		// block has no such attribute.
		own = append(own, render.Attr{Name: "sizes", Value: sizes})
	}
	css := border.CSS + featuredStyle(b)
	if css != "" {
		own = append(own, render.Attr{Name: "style", Value: css})
	}
	img := c.Image(p.FeaturedID)
	html := c.ImageTag(img, size, own...)
	if html == "" && b.Attrs.Bool("useFirstImageFromPost") {
		html = firstImage(p, css)
	}
	if html == "" {
		return ""
	}
	html += featuredOverlay(b, border)
	if link {
		html = `<a href="` + escape.URL(p.Permalink) + `" target="` + escape.Attr(b.Attrs.Text("linkTarget")) + `" ` + relAttr(b) + `>` + html + `</a>`
	}
	return "<figure " + c.Wrapper() + ">" + html + "</figure>"
}

func featuredStyle(b block.Block) string {
	css := ""
	add := func(property, value string) {
		css += style.Safe(property+":"+value) + ";"
	}
	if ratio := b.Attrs.Text("aspectRatio"); ratio != "" {
		if ratio != "auto" {
			add("aspect-ratio", ratio)
		}
		css += "width:100%;"
	}
	width, height := b.Attrs.Text("width"), b.Attrs.Text("height")
	if height != "" {
		add("height", height)
	} else if width != "" {
		css += "height:auto;"
	}
	if width != "" {
		add("width", width)
	}
	if fit := b.Attrs.Text("scale"); fit != "" {
		add("object-fit", fit)
	}
	if shadow, ok := b.Attrs.Get("style", "shadow").(string); ok {
		css += style.Compile(block.Of("shadow", shadow), style.Options{}).CSS
	}
	return css
}

// firstImage is the first image of an entry's content.
func firstImage(p *render.Post, css string) string {
	src := htmltag.New(p.Content)
	if p.Locked || !src.NextTag("IMG") {
		return ""
	}
	tag := htmltag.New("<img>")
	tag.Next()
	for _, name := range src.AttrNames("") {
		value, _ := src.Attr(name)
		if !strings.HasPrefix(name, "on") {
			tag.SetAttr(name, value)
		}
	}
	if css != "" {
		if old, _ := tag.Attr("style"); old != "" {
			css = strings.TrimRight(old, ";") + ";" + css
		}
		tag.SetAttr("style", css)
	}
	return tag.String()
}

// featuredOverlay is the coloured layer over the image.
func featuredOverlay(b block.Block, border style.Result) string {
	dim := b.Attrs.Text("dimRatio")
	if dim == "" || dim == "0" {
		return ""
	}
	classes := append([]string{"wp-block-post-featured-image__overlay"}, border.Classes...)
	classes = append(classes, "has-background-dim", "has-background-dim-"+dim)
	var css []string
	if border.CSS != "" {
		css = append(css, border.CSS)
	}
	if v := b.Attrs.Text("overlayColor"); v != "" {
		classes = append(classes, "has-"+v+"-background-color")
	}
	named, custom := b.Attrs.Text("gradient"), b.Attrs.Text("customGradient")
	if named != "" || custom != "" {
		classes = append(classes, "has-background-gradient")
	}
	if named != "" {
		classes = append(classes, "has-"+named+"-gradient-background")
	}
	if custom != "" {
		css = append(css, "background-image: "+custom+";")
	}
	if v := b.Attrs.Text("customOverlayColor"); v != "" {
		css = append(css, "background-color: "+v+";")
	}
	return `<span class="` + escape.Attr(strings.Join(classes, " ")) + `" style="` + escape.Attr(style.Safe(strings.Join(css, " "))) + `" aria-hidden="true"></span>`
}
