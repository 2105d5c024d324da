package render

import (
	"math"
	"slices"

	"quoin/internal/markup/block"
)

// migrate brings attributes of older editors to today's form.
func (c *Context) migrate(inst *instance) {
	b := &inst.block
	switch b.Name {
	case "core/gallery":
		// Images of a gallery carry their id in the markup, too.
		b.Inner = slices.Clone(b.Inner)
		for i, img := range b.Inner {
			if img.Name != "core/image" || img.Attrs.Has("data-id") || !img.Attrs.Has("id") {
				continue
			}
			attrs := block.Attrs{}
			for k, v := range img.Attrs {
				attrs[k] = v
			}
			attrs["data-id"] = img.Attrs.Text("id")
			b.Inner[i].Attrs = attrs
		}
	case "core/latest-posts":
		if id, ok := b.Attrs["categories"].(string); ok && id != "" && id != "0" {
			inst.setAttr("categories", []any{map[string]any{"id": math.Abs(float64(b.Attrs.Int("categories")))}})
		}
	case "core/navigation":
		c.migrateNavigation(inst)
	}
}

// migrateNavigation turns typographic presets of the first navigation blocks
// into plain values.
func (c *Context) migrateNavigation(inst *instance) {
	old := inst.block.Attrs.Map("style", "typography")
	if len(old) == 0 {
		return
	}
	changed := map[string]any{}
	for key, v := range old {
		changed[key] = v
	}
	for key, prefix := range map[string]string{
		"fontStyle": "var:preset|font-style|", "fontWeight": "var:preset|font-weight|",
		"textDecoration": "var:preset|text-decoration|", "textTransform": "var:preset|text-transform|",
	} {
		if s, ok := old[key].(string); ok && len(s) > len(prefix) && s[:len(prefix)] == prefix {
			value := s[len(prefix):]
			if key == "textDecoration" && value == "strikethrough" {
				value = "line-through"
			}
			changed[key] = value
		}
	}
	outer := map[string]any{}
	for k, v := range inst.block.Attrs.Map("style") {
		outer[k] = v
	}
	outer["typography"] = changed
	inst.setAttr("style", outer)
}
