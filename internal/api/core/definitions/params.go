package definitions

import "quoin/internal/api/rest"

// What requests are asked for.
var (
	argDefinitions = rest.ListParam("definitions")
	argKind        = rest.TextParam("kind")
	argName        = rest.TextParam("name")
)
