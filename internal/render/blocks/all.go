package blocks

import "quoin/internal/render"

// All is the table of dynamic blocks.
func All() map[string]render.BlockFunc {
	return map[string]render.BlockFunc{
		"core/accordion":       accordion,
		"core/accordion-item":  accordionItem,
		"core/archives":        archives,
		"core/avatar":          avatar,
		"core/block":           syncedPattern,
		"core/breadcrumbs":     breadcrumbs,
		"core/button":          button,
		"core/calendar":        calendar,
		"core/categories":      categories,
		"core/cover":           cover,
		"core/file":            file,
		"core/footnotes":       footnotes,
		"core/gallery":         gallery,
		"core/heading":         heading,
		"core/home-link":       homeLink,
		"core/icon":            icon,
		"core/image":           image,
		"core/latest-comments": latestComments,
		"core/latest-posts":    latestPosts,
		"core/list":            list,
		"core/loginout":        loginout,
		"core/media-text":      mediaText,
		"core/page-list":       pageList,
		"core/pattern":         pattern,
		"core/playlist":        playlist,
		"core/playlist-track":  playlistTrack,
		"core/rss":             rss,
		"core/search":          search,
		"core/shortcode":       shortcodeBlock,
		"core/site-logo":       siteLogo,
		"core/site-tagline":    siteTagline,
		"core/site-title":      siteTitle,
		"core/social-link":     socialLink,
		"core/tab-list":        tabList,
		"core/tab-panel":       tabPanel,
		"core/tabs":            tabs,
		"core/tag-cloud":       tagCloud,
		"core/template-part":   templatePart,
		"core/video":           video,
	}
}
