package blocks

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

var coverContainer = regexp.MustCompile(`<div\b[^>]+?wp-block-cover__inner-container[\s|"][^>]*?>`)

// focalPoint is a point of an image as a CSS position, "" when none is set.
func focalPoint(b block.Block) string {
	if !b.Attrs.Has("focalPoint") {
		return ""
	}
	percent := func(key string) string {
		v, _ := wire.Number(b.Attrs.Get("focalPoint", key))
		return strconv.FormatFloat(math.Round(v*100), 'f', -1, 64) + "%"
	}
	return percent("x") + " " + percent("y")
}

// cover puts the entry's featured image behind a cover that asks for it.
func cover(c *render.Context, b block.Block, inner string) string {
	if b.Attrs.String("backgroundType") != "image" || !b.Attrs.Bool("useFeaturedImage") {
		return inner
	}
	var featured *render.Image
	if c.Post != nil {
		featured = c.Image(c.Post.FeaturedID)
	}
	if featured == nil {
		return inner
	}
	point := focalPoint(b)
	size := b.Attrs.Text("sizeSlug")
	html := ""
	if b.Attrs.Bool("hasParallax") || b.Attrs.Bool("isRepeated") {
		if size == "" {
			size = "full"
		}
		html = coverBackground(c, b, featured, size, point)
	} else {
		if size == "" {
			size = "post-thumbnail"
		}
		own := []render.Attr{{Name: "class", Value: "wp-block-cover__image-background wp-post-image"}, {Name: "data-object-fit", Value: "cover"}}
		if point != "" {
			own = append(own, render.Attr{Name: "data-object-position", Value: point}, render.Attr{Name: "style", Value: "object-position:" + point + ";"})
		}
		html = c.ImageTag(featured, size, own...)
	}
	if at := coverContainer.FindStringIndex(inner); at != nil {
		inner = inner[:at[0]] + html + inner[at[0]:]
	}
	return inner
}

func coverBackground(c *render.Context, b block.Block, img *render.Image, size, point string) string {
	url, _, _ := c.Pick(img, size)
	p := htmltag.New("<div></div>")
	p.Next()
	if alt := strings.TrimSpace(img.Alt); alt != "" {
		p.SetAttr("role", "img")
		p.SetAttr("aria-label", alt)
	}
	p.AddClass("wp-block-cover__image-background")
	p.AddClass("wp-image-" + strconv.FormatInt(img.ID, 10))
	if b.Attrs.Bool("hasParallax") {
		p.AddClass("has-parallax")
	}
	if b.Attrs.Bool("isRepeated") {
		p.AddClass("is-repeated")
	}
	if point == "" {
		point = "50% 50%"
	}
	p.SetAttr("style", "background-position:"+point+";background-image:url("+escape.URL(url)+");")
	return p.String()
}

// mediaText puts the entry's featured image beside a text that asks for it.
func mediaText(c *render.Context, b block.Block, inner string) string {
	if !b.Attrs.Bool("useFeaturedImage") || c.Post == nil {
		return inner
	}
	img := c.Image(c.Post.FeaturedID)
	if img == nil {
		return inner
	}
	fill := b.Attrs.Bool("imageFill")
	p := htmltag.New(inner)
	figure := -1
	for p.Next() {
		if fill && p.Tag() == "DIV" && p.HasClass("wp-block-media-text") {
			p.RemoveClass("is-image-fill")
			p.AddClass("is-image-fill-element")
		}
		if p.Tag() == "FIGURE" && p.HasClass("wp-block-media-text__media") && (figure < 0 || b.Attrs.String("mediaPosition") == "right") {
			figure = p.End()
		}
	}
	if figure < 0 {
		return p.String()
	}
	url, _, _ := c.Pick(img, "post-thumbnail")
	size := b.Attrs.Text("mediaSizeSlug")
	if size == "" {
		size = "full"
	}
	tag := htmltag.New("<img>")
	tag.Next()
	tag.SetAttr("src", url)
	tag.SetAttr("class", "wp-image-"+strconv.FormatInt(img.ID, 10)+" size-"+size)
	tag.SetAttr("alt", strings.TrimSpace(img.Alt))
	if fill {
		point := focalPoint(b)
		if point == "" {
			point = "50% 50%"
		}
		tag.SetAttr("style", "object-position:"+point+";")
	}
	p.Replace(figure, figure, tag.String())
	return p.String()
}
