package menuitems

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argAttrTitle   = rest.TextParam("attr_title")
	argClasses     = rest.TextsParam("classes")
	argDescription = rest.TextParam("description")
	argMenuOrder   = rest.IntParam("menu_order")
	argMenus       = rest.IntParam("menus")
	argMeta        = rest.ValueParam("meta")
	argObject      = rest.TextParam("object")
	argObjectID    = rest.IntParam("object_id")
	argParent      = rest.IntParam("parent")
	argStatus      = rest.TextParam("status")
	argTarget      = rest.TextParam("target")
	argTitle       = rest.ValueParam("title")
	argType        = rest.TextParam("type")
	argURL         = rest.TextParam("url")
	argXfn         = rest.TextsParam("xfn")
)
