package changes

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argActive    = rest.BoolParam("active")
	argDelivery  = rest.IntParam("delivery")
	argLimit     = rest.IntParam("limit")
	argName      = rest.TextParam("name")
	argNewSecret = rest.BoolParam("new_secret")
	argSince     = rest.TextParam("since")
	argTypes     = rest.TextsParam("types")
	argURL       = rest.TextParam("url")
)
