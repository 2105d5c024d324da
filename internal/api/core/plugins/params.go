package plugins

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argPlugin     = rest.TextParam("plugin")
	argSlug       = rest.TextParam("slug")
	argStatus     = rest.TextParam("status")
	argStatusList = rest.TextsParam("status")
)
