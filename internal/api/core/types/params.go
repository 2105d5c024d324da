package types

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argType = rest.TextParam("type")
)
