package blocks

import (
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

// maxGallery is how many images a gallery takes from its entry.
const maxGallery = 100

// gallery gives each gallery a class of its own, which its gap refers to,
// fills galleries that show the entry's images, shuffles those that ask for
// it and joins enlargeable images.
func gallery(c *render.Context, b block.Block, inner string) string {
	if b.Attrs.Map("dynamicContent").Len() > 0 {
		images := galleryImages(c, b)
		if len(images) == 0 {
			return ""
		}
		inner = filledGallery(c, b, images, inner)
	}
	p := htmltag.New(inner)
	if !p.Next() {
		return inner
	}
	class := c.UniqueID("wp-block-gallery-")
	p.AddClass(class)
	galleryGap(c, class, b.Attrs.Get("style", "spacing", "blockGap"))
	html := p.String()
	if b.Attrs.Bool("randomOrder") {
		html = shuffled(c, html)
	}
	id := c.GetText("galleryId")
	if id == "" || !c.Noted("lightbox:"+id) {
		return html
	}
	p = htmltag.New(html)
	p.Next()
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-context", `{"galleryId":"`+id+`"}`)
	return p.String()
}

// galleryGap prints the space between the images, which their widths are
// reckoned from.
func galleryGap(c *render.Context, class string, gap any) {
	const usual = "var(--wp--style--gallery-gap-default,var(--gallery-block--gutter-size,var(--wp--style--block-gap,.5em)))"
	rows, columns := render.Gaps(gap)
	if rows == "" {
		rows = usual
	}
	if columns == "" {
		columns = usual
	}
	if columns == "0" {
		columns = "0px" // in sums of lengths
	}
	c.AddRule(".wp-block-gallery."+class, "--wp--style--unstable-gallery-gap", columns, "gap", rows+" "+columns)
}

// galleryImages are the images a gallery shows that names a source.
func galleryImages(c *render.Context, b block.Block) []*render.Image {
	if b.Attrs.String("dynamicContent", "source") != "core/attached-media" {
		return nil
	}
	p := c.ContextPost()
	if p == nil {
		return nil
	}
	args := b.Attrs.Map("dynamicContent", "args")
	images := slices.Clone(c.Source.Attached(c, p.ID, "image"))
	if args.String("orderBy") == "title" {
		slices.SortStableFunc(images, func(a, b *render.Image) int {
			return strings.Compare(strings.ToLower(a.Title), strings.ToLower(b.Title))
		})
	} else {
		// Ids follow the dates of upload.
		slices.SortStableFunc(images, func(a, b *render.Image) int { return int(a.ID - b.ID) })
	}
	if !strings.EqualFold(args.String("order"), "asc") {
		slices.Reverse(images)
	}
	return images[:min(len(images), maxGallery)]
}

// filledGallery is a gallery of the given images; caption is what was stored.
func filledGallery(c *render.Context, b block.Block, images []*render.Image, caption string) string {
	inside := c.With(map[string]any{
		"allowResize": b.Attrs.Bool("allowResize"), "imageCrop": b.Attrs.Bool("imageCrop"), "fixedHeight": b.Attrs.Bool("fixedHeight"),
	})
	var w strings.Builder
	for _, img := range images {
		w.WriteString(inside.Render(galleryImage(c, b, img)))
	}
	class := "wp-block-gallery has-nested-images columns-default"
	if b.Attrs.Has("columns") {
		class = "wp-block-gallery has-nested-images columns-" + strconv.Itoa(b.Attrs.Int("columns"))
	}
	if b.Attrs.Bool("imageCrop") {
		class += " is-cropped"
	}
	return "<figure " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + w.String() + caption + "</figure>"
}

// galleryImage is the image block for one image of a filled gallery.
func galleryImage(c *render.Context, b block.Block, img *render.Image) block.Block {
	size := b.Attrs.Text("sizeSlug")
	if size == "" {
		size = "large"
	}
	id := strconv.FormatInt(img.ID, 10)
	attrs := block.Of("id", img.ID, "data-id", id, "sizeSlug", size)
	own := []render.Attr{{Name: "class", Value: "wp-image-" + id}}
	if ratio := b.Attrs.Text("aspectRatio"); ratio != "" && ratio != "auto" {
		attrs = attrs.With("aspectRatio", ratio, "scale", "cover")
		own = append(own, render.Attr{Name: "style", Value: style.Safe("aspect-ratio:" + ratio + ";object-fit:cover;")})
	}
	html := c.ImageTag(img, size, own...)
	href := ""
	switch b.Attrs.Text("linkTo") {
	case "media", "file":
		href, attrs = img.URL, attrs.With("linkDestination", "media")
	case "attachment", "post":
		href, attrs = img.Permalink, attrs.With("linkDestination", "attachment")
	case "lightbox":
		attrs = attrs.With("linkDestination", "none", "lightbox", block.Of("enabled", true))
	}
	if href != "" {
		target := ""
		if b.Attrs.Text("linkTarget") == "_blank" {
			target = ` target="_blank" rel="noopener"`
		}
		html = `<a href="` + escape.URL(href) + `"` + target + `>` + html + `</a>`
	}
	if img.Caption != "" {
		html += `<figcaption class="wp-element-caption">` + sanitize.Post(img.Caption) + `</figcaption>`
	}
	figure := `<figure class="wp-block-image size-` + escape.Attr(size) + `">` + html + `</figure>`
	return block.Block{Name: "core/image", Attrs: attrs, InnerHTML: figure, InnerContent: []*string{&figure}}
}

var galleryFigure = regexp.MustCompile(`(?s)<figure[^>]*\bwp-block-image\b[^>]*>.*?</figure>`)

// shuffled puts the images of a gallery into an order that changes with the
// time of rendering.
func shuffled(c *render.Context, html string) string {
	found := galleryFigure.FindAllStringIndex(html, -1)
	if len(found) < 2 {
		return html
	}
	c.ByChance()
	h := fnv.New64a()
	h.Write([]byte(html))
	order := rand.New(rand.NewPCG(uint64(c.Site.Now.UnixNano()), h.Sum64())).Perm(len(found)) // #nosec G404 -- pictures in random order, no secret
	var w strings.Builder
	end := 0
	for i, at := range found {
		w.WriteString(html[end:at[0]])
		from := found[order[i]]
		w.WriteString(html[from[0]:from[1]])
		end = at[1]
	}
	w.WriteString(html[end:])
	return w.String()
}

// galleryID tells the images of one gallery from those of others.
func galleryID(c *render.Context, _ block.Block) map[string]any {
	return map[string]any{"galleryId": c.HexID()}
}

// idsOfImages puts the ids of a gallery's images into their markup, too.
func idsOfImages(b *block.Block) {
	b.Inner = slices.Clone(b.Inner)
	for i, img := range b.Inner {
		if img.Name == "core/image" && !img.Attrs.Has("data-id") && img.Attrs.Has("id") {
			b.Inner[i].Attrs = img.Attrs.With("data-id", img.Attrs.Text("id"))
		}
	}
}
