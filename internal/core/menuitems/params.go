package menuitems

import "quoin/internal/rest"

// What requests are asked for, beside what all lists have.
var (
	argMenus  = rest.IntParam("menus")
	argMeta   = rest.ValueParam("meta")
	argStatus = rest.TextParam("status")
	argTitle  = rest.ValueParam("title")
)
