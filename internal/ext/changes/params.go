package changes

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argActive    = rest.BoolParam("active")
	argAudience  = rest.TextParam("audience")
	argDelivery  = rest.IntParam("delivery")
	argEvents    = rest.TextsParam("events")
	argLimit     = rest.IntParam("limit")
	argName      = rest.TextParam("name")
	argNewSecret = rest.BoolParam("new_secret")
	argSince     = rest.TextParam("since")
	argState     = rest.TextParam("state")
	argTypes     = rest.TextsParam("types")
	argURL       = rest.TextParam("url")
)
