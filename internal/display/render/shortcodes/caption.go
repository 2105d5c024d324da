package shortcodes

import (
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/scan"
	"quoin/internal/platform/markup/shortcode"
)

// captioned is an image, linked or not, and the text behind it.
var captioned = regexp.MustCompile(`(?is)((?:<a [^>]+>\s*)?<img [^>]+>(?:\s*</a>)?)(.*)`)

// caption puts an image and its caption into one figure. The caption is an
// attribute, or the text after the image.
func caption(c *render.Context, attrs shortcode.Attrs, content, _ string) string {
	text, named := attrs.Get("caption")
	if !named {
		if m := captioned.FindStringSubmatch(content); m != nil {
			content, text = m[1], scan.Trim(m[2])
		}
	} else if strings.Contains(text, "<") {
		text = sanitize.Post(text)
	}
	width := number(attrs.Or("width", ""))
	if width < 1 || text == "" || text == "0" {
		return content
	}
	id, captionID := captionIDs(c, attrs)
	idAttr, captionAttr, describedBy := "", "", ""
	if id != "" {
		idAttr = `id="` + entity.EscAttr(id) + `" `
	}
	if captionID != "" {
		captionAttr = `id="` + entity.EscAttr(captionID) + `" `
		describedBy = `aria-describedby="` + entity.EscAttr(captionID) + `" `
	}
	class := entity.EscAttr(scan.Trim("wp-caption " + attrs.Or("align", "alignnone") + " " + attrs.Or("class", "")))
	inner := c.Shortcodes(content)
	if html5(c) {
		return "<figure " + idAttr + describedBy + `style="width: ` + strconv.Itoa(width) + `px" class="` + class + `">` +
			inner + "<figcaption " + captionAttr + `class="wp-caption-text">` + text + "</figcaption></figure>"
	}
	// Compat (TestOldThemesGetTheOldGallery): the older form is ten pixels wider than the image.
	return "<div " + idAttr + `style="width: ` + strconv.Itoa(width+10) + `px" class="` + class + `">` +
		strings.ReplaceAll(inner, "<img ", "<img "+describedBy) +
		"<p " + captionAttr + `class="wp-caption-text">` + text + "</p></div>"
}

// captionIDs returns the ids of the figure and of its caption. An id that was
// used before gets a number.
func captionIDs(c *render.Context, attrs shortcode.Attrs) (id, captionID string) {
	unique := func(id string) string {
		return strings.TrimSuffix(c.PrefixedID(clean.HTMLClass(id, "")+"-"), "-1")
	}
	if v, ok := given(attrs, "id"); ok {
		id = unique(v)
	}
	if v, ok := given(attrs, "caption_id"); ok {
		return id, unique(v)
	}
	if id != "" {
		captionID = "caption-" + strings.ReplaceAll(id, "_", "-")
	}
	return id, captionID
}
