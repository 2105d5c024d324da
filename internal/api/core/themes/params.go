package themes

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argStatus     = rest.TextsParam("status")
	argStylesheet = rest.TextParam("stylesheet")
)
