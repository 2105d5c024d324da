package previews

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argEntry     = rest.IntParam("entry")
	argExpiresIn = rest.IntParam("expires_in")
)
