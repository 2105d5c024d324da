package theme

import (
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// WithThemeAttribute names the theme in every template part block that names
// none, so that the part is found whatever theme is active later. Other text
// stays as it is.
func WithThemeAttribute(content, id string) string {
	return editPartBlocks(content, func(attrs *wire.Object) bool {
		if attrs.Has("theme") {
			return false
		}
		attrs.Set("theme", id)
		return true
	})
}

// WithoutThemeAttribute takes the theme out of template part blocks again, as
// it must be in files that become a theme of their own.
func WithoutThemeAttribute(content string) string {
	return editPartBlocks(content, func(attrs *wire.Object) bool {
		if !attrs.Has("theme") {
			return false
		}
		attrs.Delete("theme")
		return true
	})
}

// editPartBlocks runs edit on the attributes of every template part block and
// writes those back that it changed.
func editPartBlocks(content string, edit func(*wire.Object) bool) string {
	if !block.Has(content, blocktype.TemplatePart) {
		return content
	}
	blocks := block.Parse(content)
	changed := false
	var walk func([]block.Block)
	walk = func(list []block.Block) {
		for i := range list {
			b := &list[i]
			walk(b.Inner)
			if b.Name != blocktype.TemplatePart {
				continue
			}
			attrs, ok := block.DecodeAttrs(b.RawAttrs)
			if attrs = attrs.With(); !ok || !edit(attrs.Object) {
				continue
			}
			b.Open, b.RawAttrs, b.Attrs = "", block.EncodeAttrs(attrs), attrs
			changed = true
		}
	}
	walk(blocks)
	if !changed {
		return content
	}
	return block.Serialize(blocks)
}
