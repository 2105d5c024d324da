package render

import (
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// filterClass begins the class of what has a duotone filter, and the id of the
// filter.
const filterClass = "wp-duotone-"

// duotone gives an image of a block its two colours: the class always, rules and
// the filter itself only on pages of the site.
func (inst *instance) duotone(html string) string {
	if inst.t == nil || inst.t.Duotone() == "" && !inst.t.Has(false, "filter", "duotone") {
		return html
	}
	own := inst.block.Attrs.Get("style", "color", "duotone")
	if own == nil {
		own = inst.c.Theme.Styles.Get("blocks", inst.block.Name, "filter", "duotone")
		if own == nil {
			return html
		}
	}
	slug, value := "", ""
	var colors []string
	switch v := own.(type) {
	case string:
		if i := strings.LastIndex(v, "|"); strings.HasPrefix(v, "var:preset|duotone|") {
			slug = style.Kebab(v[i+1:])
		} else if rest, ok := strings.CutPrefix(v, "var(--wp--preset--duotone--"); ok {
			slug = strings.TrimSuffix(rest, ")")
		} else {
			slug, value = inst.c.UniqueID(key(v)+"-"), keyword(v)
		}
		if value == "" {
			colors = inst.c.Theme.duotonePreset(slug)
		}
	case []any:
		for _, color := range v {
			colors = append(colors, block.Text(color))
		}
		slug = inst.c.UniqueID(key(strings.Join(colors, "-")) + "-")
	default:
		return html
	}
	class := filterClass + slug
	if inst.c.Request.Front && inst.t.Duotone() != "" && (value != "" || colors != nil) && inst.c.run.layouts.fresh(class) {
		if value == "" {
			value = "url(#" + class + ")"
			inst.c.run.filters.WriteString(filterSVG(class, colors))
		}
		var on []string
		for _, part := range splitSelectors(inst.t.Duotone()) {
			on = append(on, "."+class+strings.TrimSpace(part))
		}
		inst.c.run.layouts.rule(strings.Join(on, ","), "filter", value)
	}
	return firstClass(html, class)
}

// keyword is a word such as "unset", "" for anything that leads elsewhere.
func keyword(v string) string {
	if strings.Trim(strings.ToLower(v), "abcdefghijklmnopqrstuvwxyz-") != "" {
		return ""
	}
	return v
}

// duotonePreset are the colours of a preset, nil when there is none of that
// name. Those of the site go before those of the theme.
func (t *Theme) duotonePreset(slug string) []string {
	origins := t.Settings.Map("color", "duotone")
	for _, origin := range [...]string{"custom", "theme", "default"} {
		for _, item := range origins.List(origin) {
			preset, _ := item.(*wire.Object)
			if style.Kebab(block.Text(preset.Get("slug"))) != slug {
				continue
			}
			var colors []string
			for _, color := range preset.List("colors") {
				colors = append(colors, block.Text(color))
			}
			return colors
		}
	}
	return nil
}

// Filters are the definitions of the filters that images on the page refer to,
// which stand at its end.
func (r *run) Filters() string { return r.filters.String() }

// filterSVG is a filter that turns what is dark into the first colour and what
// is bright into the last. Colours that can't be read are left out.
func filterSVG(id string, colors []string) string {
	var channels [4][]string
	for _, text := range colors {
		if color, ok := parseColor(text); ok {
			for i, v := range color {
				channels[i] = append(channels[i], strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
	}
	grey := strings.Repeat(" .299 .587 .114 0 0", 4)
	svg := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0" width="0" height="0" focusable="false" role="none"` +
		` style="visibility:hidden;position:absolute;left:-9999px;overflow:hidden"><defs><filter id="` + escape.Attr(id) + `">` +
		`<feColorMatrix color-interpolation-filters="sRGB" type="matrix" values="` + grey[1:] + `"/>` +
		`<feComponentTransfer color-interpolation-filters="sRGB">`
	for i, name := range [...]string{"R", "G", "B", "A"} {
		svg += `<feFunc` + name + ` type="table" tableValues="` + strings.Join(channels[i], " ") + `"/>`
	}
	return svg + `</feComponentTransfer><feComposite in2="SourceGraphic" operator="in"/></filter></defs></svg>`
}
