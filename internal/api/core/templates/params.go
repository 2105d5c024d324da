package templates

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argArea           = rest.TextParam("area")
	argAuthor         = rest.IntParam("author")
	argContent        = rest.ValueParam("content")
	argCoreID         = rest.IntParam("core_id")
	argDescription    = rest.ValueParam("description")
	argID             = rest.TextParam("id")
	argIsCustom       = rest.BoolParam("is_custom")
	argParent         = rest.TextParam("parent")
	argPostType       = rest.TextParam("post_type")
	argSlug           = rest.TextParam("slug")
	argSource         = rest.TextParam("source")
	argSuggestion     = rest.ValueParam("is_wp_suggestion")
	argTemplatePrefix = rest.TextParam("template_prefix")
	argTheme          = rest.TextParam("theme")
	argTitle          = rest.ValueParam("title")
)
