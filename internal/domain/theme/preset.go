package theme

import (
	"strings"

	"quoin/internal/platform/wire"
)

// PresetKind names a list of presets by its place in the settings.
type PresetKind string

// The kinds of preset, in the order in which they are printed as CSS.
const (
	AspectRatios   PresetKind = "dimensions.aspectRatios"
	Palette        PresetKind = "color.palette"
	Gradients      PresetKind = "color.gradients"
	Duotone        PresetKind = "color.duotone"
	FontSizes      PresetKind = "typography.fontSizes"
	FontFamilies   PresetKind = "typography.fontFamilies"
	SpacingSizes   PresetKind = "spacing.spacingSizes"
	Shadows        PresetKind = "shadow.presets"
	RadiusSizes    PresetKind = "border.radiusSizes"
	DimensionSizes PresetKind = "dimensions.dimensionSizes"
)

// presetClass is a class that applies a preset: ".has-" + slug + suffix.
type presetClass struct{ suffix, property string }

// presetType is what is known about one kind of preset.
type presetType struct {
	kind PresetKind
	// guard is the setting that, while true, keeps a theme from redefining a
	// slug of the defaults; "" when a theme always may.
	guard string
	// inheritName gives a nameless preset of a theme the default's name.
	inheritName bool
	// value is the member that holds the CSS value, "" when there is none.
	value string
	// variable is the custom property without its slug.
	variable   string
	classes    []presetClass
	properties []string
}

func (p *presetType) path() []string { return strings.Split(string(p.kind), ".") }

func presetTypes() []presetType {
	return []presetType{
		{kind: AspectRatios, guard: "dimensions.defaultAspectRatios", value: "ratio",
			variable: "--wp--preset--aspect-ratio--", properties: []string{"aspect-ratio"}},
		{kind: Palette, guard: "color.defaultPalette", value: "color",
			variable: "--wp--preset--color--",
			classes: []presetClass{{"-color", "color"}, {"-background-color", "background-color"},
				{"-border-color", "border-color"}},
			properties: []string{"color", "background-color", "border-color"}},
		{kind: Gradients, guard: "color.defaultGradients", value: "gradient",
			variable: "--wp--preset--gradient--", classes: []presetClass{{"-gradient-background", "background"}},
			properties: []string{"background"}},
		{kind: Duotone, guard: "color.defaultDuotone", properties: []string{"filter"}},
		{kind: FontSizes, guard: "typography.defaultFontSizes", inheritName: true, value: "size",
			variable: "--wp--preset--font-size--", classes: []presetClass{{"-font-size", "font-size"}},
			properties: []string{"font-size"}},
		{kind: FontFamilies, value: "fontFamily",
			variable: "--wp--preset--font-family--", classes: []presetClass{{"-font-family", "font-family"}},
			properties: []string{"font-family"}},
		{kind: SpacingSizes, guard: "spacing.defaultSpacingSizes", inheritName: true, value: "size",
			variable: "--wp--preset--spacing--", properties: []string{"padding", "margin"}},
		{kind: Shadows, guard: "shadow.defaultPresets", value: "shadow",
			variable: "--wp--preset--shadow--", properties: []string{"box-shadow"}},
		{kind: RadiusSizes, value: "size",
			variable: "--wp--preset--border-radius--", properties: []string{"border-radius"}},
		{kind: DimensionSizes, value: "size",
			variable: "--wp--preset--dimension--", properties: []string{"width", "height", "min-height"}},
	}
}

// Preset is one entry of a preset list, ready for use in CSS.
type Preset struct {
	Slug, Name string
	// Value is the CSS value; "" for duotone presets.
	Value string
	// Variable is the custom property that holds the value, such as
	// "--wp--preset--color--ink"; "" for duotone presets.
	Variable string
	// Origin says which layer the preset comes from.
	Origin Origin
	// Raw is the entry as it was written.
	Raw *wire.Object
}

// presetNames are the kinds as they stand in "var:preset|KIND|SLUG" and in
// "--wp--preset--KIND--SLUG".
func presetNames() map[string]PresetKind {
	names := map[string]PresetKind{}
	for _, t := range presetTypes() {
		if t.variable != "" {
			names[strings.TrimSuffix(strings.TrimPrefix(t.variable, "--wp--preset--"), "--")] = t.kind
		}
	}
	return names
}
