package menus

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAutoAdd   = rest.BoolParam("auto_add")
	argLocations = rest.TextsParam("locations")
)
