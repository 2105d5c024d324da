package redirection

import "quoin/internal/platform/schema"

// What the routes answer, as programs are told of it.

// list describes a page of items and how many there are in all.
func list(item *schema.Schema) *schema.Schema {
	return schema.Of(schema.Prop("items", schema.List(item, "A page of them.")), schema.Prop("total", schema.Int("How many there are in all.")))
}

// item describes one.
func item(of *schema.Schema) *schema.Schema { return schema.Of(schema.Prop("item", of)) }

func orNull(typ, about string) *schema.Schema {
	return schema.New("", about, schema.Types(typ, schema.Null))
}

// maybe is an object that is null where there is nothing to say.
func maybe(about string, of *schema.Schema) *schema.Schema {
	return schema.New("", about, schema.Types(schema.Object, schema.Null), func(s *schema.Schema) { s.AdditionalProperties = of })
}

var (
	prop = schema.Prop
	str  = schema.Str
	num  = schema.Int
	yes  = schema.Bool

	anything = &schema.Schema{}

	successAnswer = schema.Of(prop("success", yes("Whether the route is reached.")))

	ruleItem = schema.Of(
		prop("id", num("Id of the redirect.")), prop("url", str("Address that it is for, or an expression.")), prop("match_url", str("The same as it is compared.")),
		prop("match_data", maybe("How addresses are compared.", schema.Obj(nil, "", schema.Open()))),
		prop("action_code", num("Status that is answered.")), prop("action_type", str("What is done.")),
		prop("action_data", maybe("Where to, by what else matters.", anything)),
		prop("match_type", str("What else matters.")), prop("title", str("What it is for.")), prop("hits", num("How often it acted.")),
		prop("regex", yes("Whether the address is an expression.")), prop("group_id", num("Group that it is in.")), prop("position", num("Place in the order.")),
		prop("last_access", str("When it acted last.")), prop("enabled", yes("Whether it acts.")),
	)
	rulesAnswer, ruleAnswer = list(ruleItem), item(ruleItem)

	groupItem = schema.Of(
		prop("id", num("Id of the group.")), prop("name", str("Its name.")), prop("redirects", num("How many are in it.")), prop("module_id", num("Number of what they are for.")),
		prop("moduleName", str("Name of that.")), prop("enabled", yes("Whether they act.")), prop("default", yes("Whether new ones go there.")),
	)
	groupsAnswer, groupAnswer = list(groupItem), item(groupItem)

	logAnswer = list(schema.Of(
		prop("id", schema.New("", "Number of the entry, or what it is grouped by.", schema.Types(schema.Integer, schema.String, schema.Null))), prop("count", num("How many there are in the group.")),
		prop("created", str("Day of it.")), prop("created_time", str("Time of it.")), prop("url", str("Address that was asked for.")), prop("agent", orNull(schema.String, "Program that asked.")),
		prop("referrer", orNull(schema.String, "Page that led there.")), prop("domain", orNull(schema.String, "Host that was asked.")), prop("ip", orNull(schema.String, "Address that asked.")),
		prop("http_code", num("Status that was answered.")), prop("request_method", orNull(schema.String, "Method of the request.")), prop("request_data", orNull(schema.String, "Headers, as JSON.")),
		prop("sent_to", orNull(schema.String, "Where it was sent.")), prop("redirection_id", orNull(schema.Integer, "Redirect that acted.")),
		prop("redirect_by_slug", orNull(schema.String, "Name of what acted.")), prop("redirect_by", orNull(schema.String, "Title of what acted.")),
	))

	choice      = prop("label", str("What people read."))
	foundAnswer = schema.List(schema.Of(prop("title", str("Title of the entry.")), prop("value", str("Its address.")), prop("slug", str(""))), "Entries that have the text.")

	settingsAnswer = schema.Of(
		prop("settings", schema.Obj(nil, "Values by the names of the settings.", schema.Open())),
		prop("groups", schema.List(schema.Of(choice, prop("value", schema.List(schema.Of(choice, prop("value", num("Id of the group."))), "Its groups."))), "Groups to choose from.")),
		prop("installed", str("Folder of the site.")), prop("canDelete", yes("Whether it can be removed.")),
		prop("post_types", schema.Obj(nil, "Titles of types by their names.", schema.Values(str("")))),
		prop("warning", str("What didn't work.")),
	)
	statusAnswer = schema.Of(
		prop("status", schema.List(schema.Of(
			prop("id", str("Name of the check.")), prop("name", str("Its title.")), prop("message", str("What was found.")), prop("status", str("How it is.")),
		), "What was checked.")),
		prop("debug", schema.Obj(nil, "What helps to find mistakes.", schema.Open())),
	)
	installAnswer = schema.Of(
		prop("status", str("How it is.")), prop("inProgress", yes("Whether it goes on.")), prop("current", str("Version that is there.")), prop("next", str("Version to come.")),
		prop("time", num("When it was asked.")), prop("complete", schema.Num("Part that is done, in percent.")), prop("result", str("What the step gave.")), prop("reason", str("What the step did.")),
	)
	removedAnswer  = schema.Of(prop("location", str("Where to go now.")))
	importedAnswer = schema.Of(
		prop("imported", num("How many were taken.")),
		prop("skipped", schema.List(schema.Of(prop("line", num("Line of the file.")), prop("source", str("What stands there.")), prop("reason", str("Why it wasn't taken."))), "What wasn't taken.")),
	)
	importersAnswer = schema.Of(prop("importers", schema.List(schema.Obj(nil, "", schema.Open()), "Where redirects can be taken from.")))
	exportAnswer    = schema.Of(prop("data", str("The file.")), prop("total", num("How many redirects it has.")))
)
