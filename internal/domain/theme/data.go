package theme

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// Origin says which layer a document or a preset belongs to.
type Origin string

// The layers, lowest first.
const (
	OriginDefault Origin = "default"
	OriginBlocks  Origin = "blocks"
	OriginTheme   Origin = "theme"
	OriginUser    Origin = "custom"
)

func origins() []Origin { return []Origin{OriginDefault, OriginBlocks, OriginTheme, OriginUser} }

//go:embed data/defaults.json
var defaultsJSON []byte

// Data is a cleaned theme.json document, or several merged ones.
type Data struct {
	root   *wire.Object
	blocks *Blocks
}

// NewData makes a layer of a document. The document is brought to the latest
// version, unknown keys are dropped, "appearanceTools" is spelled out and
// presets are filed under the origin. The document isn't changed.
func NewData(doc *wire.Object, origin Origin, blocks *Blocks) *Data {
	root := migrate(object(normalize(doc)), origin)
	unwrapVariations(root, blocks)
	root = sanitize(root, blocks)
	optIntoTools(root)
	filePresets(root, origin)
	return &Data{root: root, blocks: blocks}
}

// unwrapVariations hands style variations that a document shares between
// blocks down to every block type that has them; what the block itself says
// of a variation counts more.
func unwrapVariations(root *wire.Object, blocks *Blocks) {
	styles := root.Object("styles")
	shared := styles.Get("variations")
	if empty(shared) {
		return
	}
	for _, name := range blocks.names {
		for _, variation := range blocks.byName[name].variations {
			own := get(styles, "blocks", name, "variations", variation)
			merged := overlayObject(get(shared, variation), own)
			if merged.Len() > 0 {
				set(styles, merged, "blocks", name, "variations", variation)
			}
		}
	}
	styles.Delete("variations")
}

// sanitize keeps what the schema knows and writes short references to custom
// properties out.
func sanitize(root *wire.Object, blocks *Blocks) *wire.Object {
	known := map[string]bool{}
	for _, key := range topLevelKeys() {
		known[key] = true
	}
	viewport, hasViewport := lookup(root, "settings", "viewport")
	settings, styles := documentSchema(blocks, states(breakpoints(viewport)))

	out := &wire.Object{}
	for _, m := range root.Members() {
		if !known[m.Key] {
			continue
		}
		s := styles
		switch m.Key {
		case "settings":
			s = settings
		case "styles":
		default:
			out.Set(m.Key, m.Value)
			continue
		}
		if m.Value == nil {
			// Compat (TestSanitizeKeepsNull): a part that is null stays in the document.
			out.Set(m.Key, nil)
			continue
		}
		if !isArray(m.Value) {
			continue
		}
		kept := restrict(m.Value, s)
		if m.Key == "settings" && hasViewport {
			o := object(kept)
			o.Set("viewport", viewportSettings(viewport))
			kept = o
		}
		if !empty(kept) {
			out.Set(m.Key, writeOutVariables(kept))
		}
	}
	return out
}

// writeOutVariables turns "var:preset|color|ink" into CSS, at any depth.
func writeOutVariables(v any) any {
	return wire.Rewrite(v, func(v any) any {
		if text, ok := v.(string); ok {
			return CSSVariable(text)
		}
		return v
	})
}

// CSSVariable turns the short form "var:preset|color|ink" into
// "var(--wp--preset--color--ink)"; any other text stays as it is.
func CSSVariable(value string) string {
	name, ok := strings.CutPrefix(value, "var:")
	if !ok {
		return value
	}
	return "var(--wp--" + strings.ReplaceAll(name, "|", "--") + ")"
}

// optIntoTools replaces "appearanceTools": true by the settings it stands for,
// at the root and in blocks.
func optIntoTools(root *wire.Object) {
	settings := root.Object("settings")
	if settings == nil {
		return
	}
	turnOnTools(settings)
	for _, m := range settings.Object("blocks").Members() {
		if block, ok := m.Value.(*wire.Object); ok {
			turnOnTools(block)
		}
	}
}

func turnOnTools(settings *wire.Object) {
	if settings.Get("appearanceTools") != true {
		return
	}
	for _, path := range tools() {
		if _, ok := lookup(settings, path...); !ok {
			set(settings, true, path...)
		}
	}
	settings.Delete("appearanceTools")
}

// tools are the settings that "appearanceTools" stands for.
func tools() [][]string {
	var out [][]string
	for _, tool := range []string{
		"background.backgroundImage", "background.backgroundSize", "background.gradient",
		"border.color", "border.radius", "border.style", "border.width",
		"color.link", "color.heading", "color.button", "color.caption",
		"dimensions.aspectRatio", "dimensions.height", "dimensions.minHeight", "dimensions.minWidth", "dimensions.width",
		"position.sticky",
		"spacing.blockGap", "spacing.margin", "spacing.padding",
		"typography.lineHeight", "typography.textColumns",
	} {
		out = append(out, strings.Split(tool, "."))
	}
	return out
}

// filePresets puts preset lists and the spacing scale under their origin, and
// spells the scale out.
func filePresets(root *wire.Object, origin Origin) {
	for _, node := range settingNodes(root) {
		for _, t := range presetTypes() {
			preset := get(node, t.path()...)
			if list, ok := preset.([]any); ok {
				set(node, wire.NewObject(string(origin), list), t.path()...)
			}
		}
	}
	spacing := objectAt(root, "settings", "spacing")
	scale := spacing.Get("spacingScale")
	if isArray(scale) && !hasOrigin(scale) {
		spacing.Set("spacingScale", wire.NewObject(string(origin), scale))
	}
	if scale = get(spacing, "spacingScale", string(origin)); scale == nil {
		return
	}
	sizes := get(spacing, "spacingSizes", string(origin))
	set(spacing, joinSizes(scaleSizes(object(scale)), sizes), "spacingSizes", string(origin))
}

func hasOrigin(v any) bool {
	o, _ := v.(*wire.Object)
	for _, origin := range origins() {
		if o.Has(string(origin)) {
			return true
		}
	}
	return false
}

// settingNodes are the settings and, after them, those of single blocks.
func settingNodes(root *wire.Object) []*wire.Object {
	settings := root.Object("settings")
	if settings == nil {
		return nil
	}
	nodes := []*wire.Object{settings}
	for _, m := range settings.Object("blocks").Members() {
		if block, ok := m.Value.(*wire.Object); ok {
			nodes = append(nodes, block)
		}
	}
	return nodes
}

// Root is the whole document.
func (d *Data) Root() *wire.Object { return d.root }

// Settings are the settings, an empty object when there are none.
func (d *Data) Settings() *wire.Object { return part(d.root, "settings") }

// Styles are the styles, an empty object when there are none.
func (d *Data) Styles() *wire.Object { return part(d.root, "styles") }

func part(root *wire.Object, key string) *wire.Object {
	if o := root.Object(key); o != nil {
		return o
	}
	return &wire.Object{}
}

// Blocks are the block types that the document may name.
func (d *Data) Blocks() *Blocks { return d.blocks }

// defaultData is the layer every theme starts from.
var defaultData = sync.OnceValue(func() *Data { return defaultDataIn(nil) })

// defaultDataIn is that layer with its names in another language.
func defaultDataIn(texts *language.Texts) *Data {
	doc, err := wire.Decode(defaultsJSON)
	if err != nil {
		panic(fmt.Sprintf("theme: data/defaults.json: %v", err))
	}
	translate(doc.(*wire.Object), texts)
	return NewData(doc.(*wire.Object), OriginDefault, coreBlocks())
}

// blockData is the layer of what block types bring: their own styles, and an
// empty gap for those that fall back to one of their own.
func blockData(blocks *Blocks) *Data {
	styles := &wire.Object{}
	for _, name := range blocks.names {
		t := blocks.byName[name]
		if t.styles != nil {
			styles.Set(name, t.styles.Clone())
		}
		if t.gap != "" {
			set(styles, nil, name, "spacing", "blockGap")
		}
	}
	doc := wire.NewObject("version", int64(LatestVersion), "styles", wire.NewObject("blocks", styles))
	return NewData(doc, OriginBlocks, blocks)
}
