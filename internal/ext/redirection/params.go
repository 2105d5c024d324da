package redirection

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argBulk      = rest.TextParam("bulk")
	argDirection = rest.TextParam("direction")
	argFilterBy  = rest.ValueParam("filterBy")
	argFormat    = rest.TextParam("format")
	argGlobal    = rest.BoolParam("global")
	argGroupBy   = rest.TextParam("groupBy")
	argGroupID   = rest.IntParam("group_id")
	argHits      = rest.ValueParam("hits")
	argItems     = rest.ListParam("items")
	argModule    = rest.TextParam("module")
	argModuleId  = rest.IntParam("moduleId")
	argName      = rest.TextParam("name")
	argPlugin    = rest.ValueParam("plugin")
	argText      = rest.TextParam("text")
	argURL       = rest.ValueParam("url")
	argUpgrade   = rest.TextParam("upgrade")
	argValue     = rest.TextParam("value")
)
