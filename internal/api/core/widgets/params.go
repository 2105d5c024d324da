package widgets

import "quoin/internal/api/rest"

// What requests are asked for, beside what all lists have.
var (
	argFormData = rest.TextParam("form_data")
	argID       = rest.TextParam("id")
	argIDBase   = rest.TextParam("id_base")
	argInstance = rest.ObjectParam("instance")
	argSidebar  = rest.TextParam("sidebar")
	argWidgets  = rest.ListParam("widgets")
)
