package globalstyles

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argStylesheet = rest.TextParam("stylesheet")
	argTitle      = rest.ValueParam("title")
)
