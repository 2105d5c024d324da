package theme

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/wire"
)

// RemoveInsecure is the document that may be stored for a user without the
// right to post any HTML: custom CSS is gone, of the styles only properties
// with harmless values are left, and of the settings only harmless presets,
// content sizes and a few switches. Presets count only when they are filed
// under an origin.
func RemoveInsecure(doc *wire.Object, origin Origin, blocks *Blocks) *wire.Object {
	root := migrate(object(normalize(doc)), origin)
	mark, marked := root.Lookup(userMark)
	root = sanitize(root, blocks)
	c := cleaner{properties: properties(), states: states(breakpoints(get(root, "settings", "viewport")))}
	for key, cleaned := range map[string]*wire.Object{
		"styles":   c.root(root.Object("styles")),
		"settings": c.settings(root.Object("settings")),
	} {
		if !root.Has(key) {
			continue
		}
		if cleaned.Len() == 0 {
			root.Delete(key)
		} else {
			root.Set(key, cleaned)
		}
	}
	if marked {
		root.Set(userMark, mark)
	}
	return root
}

// cleaner copies styles and settings without what could do harm.
type cleaner struct {
	properties []property
	states     []string
}

// root cleans the styles of a document.
func (c *cleaner) root(styles *wire.Object) *wire.Object {
	out := c.styles(styles)
	c.elements(styles, out)
	for _, m := range styles.Object("blocks").Members() {
		node, ok := m.Value.(*wire.Object)
		if !ok {
			continue
		}
		cleaned := c.block(m.Key, node)
		for _, v := range node.Object("variations").Members() {
			if variation, ok := v.Value.(*wire.Object); ok {
				if kept := c.block(m.Key, variation); kept.Len() > 0 {
					set(cleaned, kept, "variations", v.Key)
				}
			}
		}
		if cleaned.Len() > 0 {
			set(out, cleaned, "blocks", m.Key)
		}
	}
	return out
}

// block cleans the styles of a block or of a style variation, with its states,
// its elements and the blocks inside.
func (c *cleaner) block(name string, node *wire.Object) *wire.Object {
	out := c.styles(node)
	nested := append([]string{}, blockPseudo(name)...)
	nested = append(nested, blockStates(name)...)
	for _, key := range append(nested, c.states...) {
		if state := node.Object(key); state != nil {
			if cleaned := c.block(name, state); cleaned.Len() > 0 {
				out.Set(key, cleaned)
			}
		}
	}
	c.elements(node, out)
	for _, m := range node.Object("blocks").Members() {
		if inner, ok := m.Value.(*wire.Object); ok {
			if cleaned := c.block(m.Key, inner); cleaned.Len() > 0 {
				set(out, cleaned, "blocks", m.Key)
			}
		}
	}
	return out
}

func (c *cleaner) elements(node, out *wire.Object) {
	for _, e := range elementTypes() {
		element := objectAt(node, "elements", e.name)
		if element == nil {
			continue
		}
		cleaned := c.styles(element)
		for _, key := range append(elementPseudo(e.name), c.states...) {
			if state := element.Object(key); state != nil {
				if kept := c.styles(state); kept.Len() > 0 {
					cleaned.Set(key, kept)
				}
			}
		}
		if cleaned.Len() > 0 {
			set(out, cleaned, "elements", e.name)
		}
	}
}

// styles keeps the properties whose value is harmless.
func (c *cleaner) styles(node *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, p := range c.properties {
		value := get(node, p.path...)
		if _, isText := value.(string); p.css == "background-image" && !isText {
			continue
		}
		if css := printed(value); css != "" && safeDeclaration(p.css, css) {
			set(out, value, p.path...)
		}
	}
	keepIndirect(node, out)
	return out
}

func keepIndirect(node, out *wire.Object) {
	for _, p := range indirectProperties() {
		s := text(node, p.path...)
		if s == "" || !safeDeclaration(p.css, s) || p.path[len(p.path)-1] == "url" && !safeImage(s) {
			continue
		}
		set(out, s, p.path...)
	}
}

// safeImage tells whether an image's address has a harmless scheme or is that
// of a file of the theme.
func safeImage(address string) bool {
	return strings.HasPrefix(address, "file:./") ||
		clean.DropBadProtocol(address, clean.Protocols()) == address
}

// settings cleans the settings of a document, at the root and in blocks.
func (c *cleaner) settings(settings *wire.Object) *wire.Object {
	out := cleanSettings(settings)
	if viewport, ok := settings.Lookup("viewport"); ok {
		out.Set("viewport", viewportSettings(viewport))
	}
	for _, m := range settings.Object("blocks").Members() {
		if node, ok := m.Value.(*wire.Object); ok {
			if cleaned := cleanSettings(node); cleaned.Len() > 0 {
				set(out, cleaned, "blocks", m.Key)
			}
		}
	}
	return out
}

func cleanSettings(node *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, t := range presetTypes() {
		for _, origin := range origins() {
			at := append(t.path(), string(origin))
			kept := []any{}
			for _, preset := range items(get(node, at...)) {
				if safePreset(&t, preset) {
					kept = append(kept, preset)
				}
			}
			if len(kept) > 0 {
				set(out, kept, at...)
			}
		}
	}
	keepIndirect(node, out)
	for _, flag := range [][]string{{"lightbox", "enabled"}, {"lightbox", "allowEditing"}, {"blockVisibility", "allowEditing"}} {
		if on, ok := get(node, flag...).(bool); ok {
			set(out, on, flag...)
		}
	}
	return out
}

// safePreset tells whether a preset's name and slug are plain text and its
// value is harmless wherever it may be printed.
func safePreset(t *presetType, preset *wire.Object) bool {
	name, named := preset.Get("name").(string)
	slug, slugged := preset.Get("slug").(string)
	if !named || !slugged || entity.Escape(name) != name || clean.HTMLClass(slug, "") != slug {
		return false
	}
	values, properties := []any{preset.Get(t.value)}, t.properties
	if t.kind == Duotone {
		values, _ = preset.Get("colors").([]any)
		properties = []string{"color"}
	}
	for _, value := range values {
		css := printed(value)
		for _, p := range properties {
			if css == "" || !safeDeclaration(p, css) {
				return false
			}
		}
	}
	return true
}
