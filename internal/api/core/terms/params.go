package terms

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argDescription = rest.TextParam("description")
	argHideEmpty   = rest.BoolParam("hide_empty")
	argMeta        = rest.ValueParam("meta")
	argName        = rest.TextParam("name")
	argOwnSlug     = rest.TextParam("slug")
	argParent      = rest.IntParam("parent")
	argPost        = rest.IntParam("post")
	argPostText    = rest.TextParam("post")
	argSlug        = rest.TextsParam("slug")
)
