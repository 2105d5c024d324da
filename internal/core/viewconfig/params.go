package viewconfig

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argKind = rest.TextParam("kind")
	argName = rest.TextParam("name")
)
