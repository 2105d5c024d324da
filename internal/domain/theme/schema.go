package theme

import (
	"slices"
	"strings"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/wire"
)

// schema says which keys a part of the document may have.
type schema struct {
	// flag marks a value that must be true or false.
	flag bool
	// keys are the members of an object; nil where any value goes.
	keys map[string]*schema
	// item is the shape of the entries where a list is given.
	item *schema
}

func (s *schema) isArray() bool { return s.keys != nil || s.item != nil }

// shape builds a schema from lines such as "color: background text". A line
// without members is a key for any value; a member that ends in "?" must be
// true or false.
func shape(lines ...string) *schema {
	root := &schema{keys: map[string]*schema{}}
	for _, line := range lines {
		key, members, ok := strings.Cut(line, ":")
		s := &schema{}
		if ok {
			s.keys = map[string]*schema{}
			for _, name := range strings.Fields(members) {
				bare, flag := strings.CutSuffix(name, "?")
				s.keys[bare] = &schema{flag: flag}
			}
		}
		root.keys[key] = s
	}
	return root
}

// with copies a schema's top level and adds members to it.
func (s *schema) with(more map[string]*schema) *schema {
	out := &schema{keys: make(map[string]*schema, len(s.keys)+len(more))}
	for k, v := range s.keys {
		out.keys[k] = v
	}
	for k, v := range more {
		out.keys[k] = v
	}
	return out
}

func topLevelKeys() []string {
	return []string{"blockTypes", "customTemplates", "description", "patterns", "settings", "slug", "styles",
		"templateParts", "title", "version"}
}

func settingsShape() *schema {
	return shape(
		"appearanceTools", "useRootPaddingAwareAlignments",
		"background: backgroundImage backgroundSize gradient",
		"border: color radius radiusSizes style width",
		"color: background custom customDuotone customGradient defaultDuotone defaultGradients defaultPalette duotone"+
			" gradients link heading button caption palette text",
		"custom",
		"dimensions: aspectRatio aspectRatios defaultAspectRatios dimensionSizes height minHeight minWidth width",
		"layout: contentSize wideSize allowEditing allowCustomContentAndWideSize",
		"lightbox: enabled? allowEditing?",
		"position: fixed sticky",
		"blockVisibility: allowEditing?",
		"spacing: customSpacingSize defaultSpacingSizes spacingSizes spacingScale blockGap margin padding units",
		"shadow: presets defaultPresets",
		"typography: fluid customFontSize defaultFontSizes dropCap fontFamilies fontSizes fontStyle fontWeight"+
			" letterSpacing lineHeight textAlign textColumns textDecoration textIndent textTransform writingMode",
		"viewport: mobile tablet",
	)
}

func fontFamilyShape() *schema {
	family := shape("fontFamily", "name", "slug")
	family.keys["fontFace"] = &schema{item: shape("ascentOverride", "descentOverride", "fontDisplay", "fontFamily",
		"fontFeatureSettings", "fontStyle", "fontStretch", "fontVariationSettings", "fontWeight", "lineGapOverride",
		"sizeAdjust", "src", "unicodeRange")}
	perOrigin := &schema{item: family, keys: map[string]*schema{}}
	for _, o := range origins() {
		perOrigin.keys[string(o)] = &schema{item: family}
	}
	return perOrigin
}

func stylesShape() *schema {
	return shape(
		"background: backgroundImage backgroundPosition backgroundRepeat backgroundSize backgroundAttachment gradient",
		"border: color radius style width top right bottom left",
		"color: background gradient text",
		"dimensions: aspectRatio height minHeight minWidth width",
		"filter: duotone",
		"outline: color offset style width",
		"shadow",
		"spacing: margin padding blockGap",
		"typography: fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textColumns"+
			" textDecoration textIndent textShadow textTransform writingMode",
		"css",
	)
}

// elementPseudo are the pseudo classes that an element's styles may name.
func elementPseudo(element string) []string {
	switch element {
	case "link", "button":
		return []string{":link", ":any-link", ":visited", ":hover", ":focus", ":focus-visible", ":active"}
	}
	return nil
}

// blockPseudo are the pseudo classes that a block's styles may name.
func blockPseudo(block string) []string {
	if blocktype.Get(block).Served().States {
		return blocktype.States()
	}
	return nil
}

// blockStates are the states of its own that a block's styles may name.
func blockStates(block string) []string { return blocktype.Get(block).OwnStates() }

// documentSchema is the schema of the settings and the styles for the given
// blocks and viewport states.
func documentSchema(blocks *Blocks, states []string) (settings, styles *schema) {
	base := stylesShape()

	elements := &schema{keys: map[string]*schema{}}
	for _, e := range elementTypes() {
		extra := map[string]*schema{}
		for _, p := range elementPseudo(e.name) {
			extra[p] = base
		}
		for _, s := range states {
			extra[s] = base
		}
		elements.keys[e.name] = base.with(extra)
	}

	inner := &schema{keys: map[string]*schema{}}
	plain := blockSchema("", base, elements, states)
	for name := range blocks.byName {
		inner.keys[name] = plain
		if blockPseudo(name) != nil || blockStates(name) != nil {
			inner.keys[name] = blockSchema(name, base, elements, states)
		}
	}

	outer := &schema{keys: make(map[string]*schema, len(inner.keys))}
	noVariations := plain.with(map[string]*schema{"variations": {keys: map[string]*schema{}}})
	for name, t := range blocks.byName {
		if len(t.variations) == 0 && inner.keys[name] == plain {
			outer.keys[name] = noVariations
			continue
		}
		variations := &schema{keys: map[string]*schema{}}
		for _, v := range t.variations {
			variations.keys[v] = variationSchema(name, base, elements, inner, states)
		}
		outer.keys[name] = inner.keys[name].with(map[string]*schema{"variations": variations})
	}
	styles = base.with(map[string]*schema{"blocks": outer, "elements": elements})

	settings = settingsShape()
	inBlock := settings.with(nil)
	delete(inBlock.keys, "viewport")
	delete(inBlock.keys, "blockVisibility")
	settingBlocks := &schema{keys: map[string]*schema{}}
	for name := range blocks.byName {
		settingBlocks.keys[name] = inBlock
	}
	settings = settings.with(map[string]*schema{
		"blocks":     settingBlocks,
		"typography": settings.keys["typography"].with(map[string]*schema{"fontFamilies": fontFamilyShape()}),
	})
	return settings, styles
}

func blockSchema(name string, base, elements *schema, states []string) *schema {
	keys := map[string]*schema{"elements": elements}
	pseudo := map[string]*schema{}
	for _, p := range blockPseudo(name) {
		pseudo[p] = base
		keys[p] = base
	}
	for _, s := range states {
		keys[s] = base.with(map[string]*schema{"elements": elements}).with(pseudo)
	}
	for _, s := range blockStates(name) {
		keys[s] = base.with(pseudo)
	}
	return base.with(keys)
}

func variationSchema(name string, base, elements, blocks *schema, states []string) *schema {
	inside := map[string]*schema{"elements": elements, "blocks": blocks}
	pseudo := map[string]*schema{}
	for _, p := range blockPseudo(name) {
		pseudo[p] = base
	}
	keys := map[string]*schema{}
	for _, s := range states {
		keys[s] = base.with(inside).with(pseudo)
	}
	return base.with(inside).with(pseudo).with(keys)
}

// restrict copies v without the keys that the schema doesn't know, without
// members of the wrong kind and without objects that are left with nothing.
func restrict(v any, s *schema) any {
	var o *wire.Object
	switch t := v.(type) {
	case *wire.Object:
		o = t
	case []any:
		return []any{}
	default:
		return v
	}
	out := &wire.Object{}
	for _, m := range o.Members() {
		want, ok := s.keys[m.Key]
		switch {
		case !ok:
		case want.flag:
			if b, ok := m.Value.(bool); ok {
				out.Set(m.Key, b)
			}
		case !want.isArray():
			out.Set(m.Key, m.Value)
		default:
			if kept, ok := restrictArray(m.Value, want); ok {
				out.Set(m.Key, kept)
			}
		}
	}
	return out
}

func restrictArray(v any, s *schema) (any, bool) {
	switch v := v.(type) {
	case []any:
		out := slices.Clone(v)
		for i := range out {
			if s.item != nil {
				out[i] = restrict(out[i], s.item)
			}
		}
		return out, true
	case *wire.Object:
		kept := restrict(v, s)
		return kept, !empty(kept)
	}
	return nil, false
}
