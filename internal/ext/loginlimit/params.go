package loginlimit

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argKind     = rest.TextParam("kind")
	argSubject  = rest.TextParam("subject")
	argBrowser  = rest.TextParam("browser")
	argCode     = rest.TextParam("code")
	argIP       = rest.TextParam("ip")
	argLocation = rest.TextParam("location")
	argSecret   = rest.TextParam("secret")
	argToken    = rest.TextParam("token")
)
