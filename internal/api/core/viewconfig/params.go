package viewconfig

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argKind = rest.TextParam("kind")
	argName = rest.TextParam("name")
)
