package theme

import (
	"strings"

	"quoin/internal/platform/wire"
)

// ContentSize is how wide content is unless told otherwise, "" when not set.
func (d *Data) ContentSize() string { return text(d.root, "settings", "layout", "contentSize") }

// WideSize is how wide content aligned "wide" is, "" when not set.
func (d *Data) WideSize() string { return text(d.root, "settings", "layout", "wideSize") }

// UseRootPadding tells whether the site's padding is kept by each block that
// isn't full width, rather than by the whole page
// (useRootPaddingAwareAlignments).
func (d *Data) UseRootPadding() bool {
	return get(d.root, "settings", "useRootPaddingAwareAlignments") == true
}

// HasBlockGap tells whether blocks may set the space between their inner
// blocks.
func (d *Data) HasBlockGap() bool { return get(d.root, "settings", "spacing", "blockGap") != nil }

// BlockGap is the space between blocks, "" when none is set.
func (d *Data) BlockGap() string { return d.gapOf(d.root.Object("styles")) }

// BlockGapOf is the space between the inner blocks of a block type: what the
// styles say for it, or else what the type falls back to. It is "" when the
// site's own gap counts.
func (d *Data) BlockGapOf(block string) string {
	if gap := d.gapOf(objectAt(d.root, "styles", "blocks", block)); gap != "" {
		return gap
	}
	if t := d.blocks.byName[block]; t != nil {
		return t.gap
	}
	return ""
}

// gapOf is the gap that a part of the styles sets: one value, or one for rows
// and one for columns.
func (d *Data) gapOf(styles *wire.Object) string {
	v := styleValue(styles, []string{"spacing", "blockGap"}, d.root)
	o, ok := v.(*wire.Object)
	if !ok {
		return printed(v)
	}
	row, column := printed(o.Get("top")), printed(o.Get("left"))
	switch {
	case row == "" || column == "":
		return ""
	case row == column:
		return row
	}
	return row + " " + column
}

// Setting is a setting as it counts for a block type: the one for the type, or
// else the one for the whole site. block may be "".
func (d *Data) Setting(block string, path ...string) any {
	if v := get(objectAt(d.root, "settings", "blocks", block), path...); v != nil {
		return v
	}
	return get(d.root.Object("settings"), path...)
}

// BlockStyle are the styles of a style variation of a block type, nil when
// there are none.
func (d *Data) BlockStyle(block, variation string) *wire.Object {
	return objectAt(d.root, "styles", "blocks", block, "variations", variation)
}

// Presets are the presets of a kind, lowest origin first. Of several with one
// slug the highest counts, in the first one's place.
func (d *Data) Presets(kind PresetKind) []Preset {
	for _, t := range presetTypes() {
		if t.kind == kind {
			return d.presets(d.root.Object("settings"), &t)
		}
	}
	return nil
}

func (d *Data) presets(settings *wire.Object, t *presetType) []Preset {
	var out []Preset
	at := map[string]int{}
	lists := objectAt(settings, t.path()...)
	for _, origin := range []Origin{OriginDefault, OriginTheme, OriginUser} {
		for _, item := range items(lists.Get(string(origin))) {
			p := Preset{Slug: KebabCase(slugOf(item)), Name: item.Text("name"), Origin: origin, Raw: item}
			if t.value != "" {
				p.Variable = t.variable + p.Slug
				p.Value = printed(item.Get(t.value))
				if t.kind == FontSizes {
					p.Value = d.fluidSize(p.Value, item)
				}
				if p.Value == "" {
					continue
				}
			}
			if p.Slug == "" {
				continue
			}
			if i, ok := at[p.Slug]; ok {
				out[i] = p
				continue
			}
			at[p.Slug] = len(out)
			out = append(out, p)
		}
	}
	return out
}

// Preset is the preset of a kind with a slug.
func (d *Data) Preset(kind PresetKind, slug string) (Preset, bool) {
	slug = KebabCase(slug)
	for _, p := range d.Presets(kind) {
		if p.Slug == slug {
			return p, true
		}
	}
	return Preset{}, false
}

// Literal resolves a reference to a preset, in either form, to the value of
// the preset. Any other text stays as it is.
func (d *Data) Literal(value string) string {
	inner, ok := strings.CutPrefix(CSSVariable(value), "var(--wp--preset--")
	if !ok {
		return value
	}
	inner, ok = strings.CutSuffix(inner, ")")
	if !ok {
		return value
	}
	name, slug, ok := strings.Cut(inner, "--")
	if kind, known := presetNames()[name]; ok && known {
		if p, found := d.Preset(kind, slug); found {
			return p.Value
		}
	}
	return value
}

// FontSize is a font size as it is to be printed: where the theme wants fluid
// type, a fixed size becomes one that grows with the viewport.
func (d *Data) FontSize(size string) string { return d.fluidSize(size, nil) }
