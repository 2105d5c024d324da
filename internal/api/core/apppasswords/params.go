package apppasswords

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAppID  = rest.TextParam("app_id")
	argName   = rest.TextParam("name")
	argUUID   = rest.TextParam("uuid")
	argUserID = rest.TextParam("user_id")

	argScope   = rest.TextParam("scope")
	argExpires = rest.TextParam("expires")
)
