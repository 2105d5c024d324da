package entry

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argAuthor          = rest.IntParam("author")
	argComments        = rest.TextParam("comment_status")
	argContent         = rest.ValueParam("content")
	argDate            = rest.TextParam("date")
	argDateUTC         = rest.TextParam("date_gmt")
	argExcerpt         = rest.ValueParam("excerpt")
	argExcerptLength   = rest.IntParam("excerpt_length")
	argFeaturedMedia   = rest.IntParam("featured_media")
	argFormat          = rest.TextParam("format")
	argFormatList      = rest.TextsParam("format")
	argIgnoreSticky    = rest.BoolParam("ignore_sticky")
	argIncludeList     = rest.IntsParam("include")
	argMenuOrder       = rest.IntParam("menu_order")
	argMeta            = rest.ObjectParam("meta")
	argParent          = rest.IntParam("parent")
	argPassword        = rest.SecretParam("password")
	argPings           = rest.TextParam("ping_status")
	argSearchColumns   = rest.TextsParam("search_columns")
	argSearchSemantics = rest.TextParam("search_semantics")
	argSlug            = rest.TextParam("slug")
	argSlugList        = rest.TextsParam("slug")
	argStatus          = rest.TextParam("status")
	argStatusList      = rest.TextsParam("status")
	argSticky          = rest.BoolParam("sticky")
	argTaxRelation     = rest.TextParam("tax_relation")
	argTemplate        = rest.TextParam("template")
	argTitle           = rest.ValueParam("title")
)
