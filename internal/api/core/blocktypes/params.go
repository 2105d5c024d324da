package blocktypes

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAttributes = rest.ValueParam("attributes")
	argName       = rest.TextParam("name")
	argNamespace  = rest.TextParam("namespace")
	argPostID     = rest.IntParam("post_id")
)
