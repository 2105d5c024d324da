package editor

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argURL = rest.TextParam("url")
)
