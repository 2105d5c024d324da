package abilities

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argCategory  = rest.TextParam("category")
	argInput     = rest.ValueParam("input")
	argMeta      = rest.ObjectParam("meta")
	argName      = rest.TextParam("name")
	argNamespace = rest.TextParam("namespace")
	argSlug      = rest.TextParam("slug")
)
