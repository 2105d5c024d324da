package blocks

import "quoin/internal/render"

// All is the table of dynamic blocks.
func All() map[string]render.BlockFunc {
	return map[string]render.BlockFunc{
		"core/block":         syncedPattern,
		"core/button":        button,
		"core/file":          file,
		"core/gallery":       gallery,
		"core/heading":       heading,
		"core/image":         image,
		"core/list":          list,
		"core/pattern":       pattern,
		"core/shortcode":     shortcodeBlock,
		"core/template-part": templatePart,
		"core/video":         video,
	}
}
