package menulocations

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argLocation = rest.TextParam("location")
)
