package icons

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argCollection = rest.TextParam("collection")
	argName       = rest.TextParam("name")
	argSlug       = rest.TextParam("slug")
)
