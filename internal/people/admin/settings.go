package admin

import (
	"encoding/json"
	"net/http"
	"strconv"

	"quoin/internal/domain/blocktype"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// settings is what the editors have to know of the site beside what they ask the API for.
func (v editing) settings() map[string]any {
	t := v.Theme(v.ctx)
	styles := v.Styles(v.ctx, v.actor).WithFileURLs(t.FilesURL(v.base))
	return map[string]any{
		"__experimentalFeatures":           json.RawMessage(wire.Encode(styles.Settings(), nil)),
		"styles":                           v.styles(t, styles),
		"__unstableResolvedAssets":         map[string]string{"styles": v.canvas(), "scripts": ""},
		"__experimentalDashboardLink":      v.base + adminPath,
		"__experimentalDiscussionSettings": v.discussion(),
		"defaultTemplatePartAreas":         areas(v.Site.Texts(v.ctx)),
		"imageSizes":                       imageSizes(v.Site.Texts(v.ctx)),
		"imageDimensions":                  v.dimensions(),
		"canEditCSS":                       v.actor.Can("unfiltered_html"), // else storing leaves a block's CSS out
		"allowedMimeTypes":                 filetype.Allowed(filetype.Rights{UnfilteredHTML: v.actor.Can("unfiltered_html")}),
		"maxUploadFileSize":                v.MaxUpload,
		"isRTL":                            v.Site.Texts(v.ctx).RightToLeft(),
		"disablePostFormats":               len(t.Supports.PostFormats) == 0,
		"__experimentalBlockBindingsSupportedAttributes": bindable(),
	}
}

// styles are those of the theme and of the site's owner in the canvas. The editor adds
// the owner's own itself, as they change.
func (v editing) styles(t *theme.Theme, d *theme.Data) []map[string]any {
	one := func(kind, css string) map[string]any {
		return map[string]any{"css": css, "__unstableType": kind, "isGlobalStyles": true}
	}
	return []map[string]any{
		one("presets", d.Stylesheet(theme.Variables)),
		one("presets", d.Stylesheet(theme.Classes)),
		one("theme", d.FontFaces(t.FilesURL(v.base))+d.Stylesheet(theme.Styles, theme.OfBlocks)+t.RegisteredCSS(v.base)),
	}
}

// canvas are the style sheets of the frame in which contents are edited.
func (v editing) canvas() string {
	name := "canvas.css"
	if v.Site.Texts(v.ctx).RightToLeft() {
		name = "canvas-rtl.css"
	}
	return `<link rel="stylesheet" id="wp-canvas-css" href="` + v.bundle.address(v.base, name) + `">`
}

func (v editing) discussion() map[string]any {
	// The editor takes numbers and switches as the reference stores them, in texts.
	number := func(o *site.Option[int64]) string { return strconv.FormatInt(o.Of(v.ctx, v.Site), 10) }
	onOff := func(o *site.Option[bool]) string {
		if o.Of(v.ctx, v.Site) {
			return "1"
		}
		return "0"
	}
	return map[string]any{
		"commentOrder": site.CommentOrder.Of(v.ctx, v.Site), "commentsPerPage": number(site.CommentsPerPage),
		"defaultCommentsPage": site.DefaultCommentsPage.Of(v.ctx, v.Site), "pageComments": onOff(site.PageComments),
		"threadComments": onOff(site.ThreadComments), "threadCommentsDepth": number(site.ThreadDepth),
		"defaultCommentStatus": site.DefaultComments.Of(v.ctx, v.Site),
	}
}

// areas are what parts of templates are made for.
func areas(texts *language.Texts) []map[string]string {
	var all []map[string]string
	for _, a := range theme.PartAreas(texts) {
		all = append(all, map[string]string{"area": a.Area, "label": a.Label, "description": a.Description, "icon": a.Icon, "area_tag": a.Tag})
	}
	return all
}

// dimensions are how large the sub-sizes of images become.
func (v editing) dimensions() map[string]map[string]any {
	all := map[string]map[string]any{}
	for i, size := range site.ImageSizes() {
		all[size.Name] = map[string]any{
			"width": size.Width.Of(v.ctx, v.Site), "height": size.Height.Of(v.ctx, v.Site), "crop": i == 0 && site.ThumbnailCrop.Of(v.ctx, v.Site),
		}
	}
	for _, own := range site.OwnSizes(v.ctx, v.Site) {
		if all[own.Name] == nil {
			all[own.Name] = map[string]any{"width": own.Width, "height": own.Height, "crop": own.Crop}
		}
	}
	return all
}

func imageSizes(texts *language.Texts) []map[string]string {
	return []map[string]string{
		{"slug": "thumbnail", "name": texts.Of("Thumbnail")}, {"slug": "medium", "name": texts.Of("Medium")},
		{"slug": "large", "name": texts.Of("Large")}, {"slug": "full", "name": texts.Of("Full Size")},
	}
}

// bindable are the attributes of blocks that may take their value from elsewhere.
func bindable() map[string][]string {
	out := map[string][]string{}
	for _, t := range blocktype.All() {
		if len(t.Server.Bindable) > 0 {
			out[t.Name] = t.Server.Bindable
		}
	}
	return out
}

// variations are those of block types that the site says, by the types' names. The
// packages know the others.
func (v editing) variations() map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for _, name := range []string{blocktype.TemplatePart, blocktype.NavigationLink, blocktype.PostTerms} {
		a := v.ask(http.MethodGet, "/wp/v2/block-types/"+name+"?_fields=variations")
		var said struct {
			Variations json.RawMessage `json:"variations"`
		}
		if a != nil && json.Unmarshal(a.body.Bytes(), &said) == nil && said.Variations != nil {
			all[name] = said.Variations
		}
	}
	return all
}
