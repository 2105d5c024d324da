package search

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argSubtype = rest.TextsParam("subtype")
	argType    = rest.TextParam("type")
)
