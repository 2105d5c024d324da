package statuses

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argStatus = rest.TextParam("status")
)
