package blocks

import "quoin/internal/render"

// All is the table of dynamic blocks.
func All() map[string]render.BlockFunc {
	return map[string]render.BlockFunc{
		"core/avatar":        avatar,
		"core/block":         syncedPattern,
		"core/button":        button,
		"core/cover":         cover,
		"core/file":          file,
		"core/footnotes":     footnotes,
		"core/gallery":       gallery,
		"core/heading":       heading,
		"core/home-link":     homeLink,
		"core/image":         image,
		"core/list":          list,
		"core/loginout":      loginout,
		"core/media-text":    mediaText,
		"core/pattern":       pattern,
		"core/search":        search,
		"core/shortcode":     shortcodeBlock,
		"core/site-logo":     siteLogo,
		"core/site-tagline":  siteTagline,
		"core/site-title":    siteTitle,
		"core/social-link":   socialLink,
		"core/template-part": templatePart,
		"core/video":         video,
	}
}
