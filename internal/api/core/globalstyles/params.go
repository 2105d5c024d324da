package globalstyles

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argParent     = rest.IntParam("parent")
	argSettings   = rest.ObjectParam("settings")
	argStyles     = rest.ObjectParam("styles")
	argStylesheet = rest.TextParam("stylesheet")
	argTitle      = rest.ValueParam("title")
)
