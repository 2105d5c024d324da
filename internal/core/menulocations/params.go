package menulocations

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argLocation = rest.TextParam("location")
)
