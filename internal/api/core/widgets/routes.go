package widgets

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

var (
	errManage    = fault.Denied("rest_cannot_manage_widgets", "You aren't allowed to manage widgets.")
	errNoSidebar = fault.NotFound("rest_sidebar_not_found", "There is no such sidebar.")
	errNoWidget  = fault.NotFound("rest_widget_not_found", "There is no such widget.")
	errNoType    = fault.NotFound("rest_widget_type_invalid", "There is no such type of widgets.")
	errTypeless  = fault.BadRequest("rest_invalid_widget", "A new widget needs a type (id_base).")
	errBadType   = fault.BadRequest("rest_invalid_widget", "There are no widgets of this type (id_base).")
	errTampered  = fault.BadRequest("rest_invalid_widget", "The encoded settings aren't as the server made them.")
	errInstance  = fault.BadRequest("rest_invalid_widget", "The settings need raw, or encoded and hash.")
	errTooMany   = fault.BadRequest("rest_invalid_widget", "The site has too many widgets, or this one is too large.")
)

type resource struct {
	*env.Env
	sidebars *rest.Resource[sidebar]
	widgets  *rest.Resource[widget]
	types    *rest.Resource[*widgetType]
}

// Routes are the routes of all three resources.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.sidebars = &rest.Resource[sidebar]{Title: "sidebar", Fields: sidebarFields(), Links: sidebarLinks}
	res.widgets = &rest.Resource[widget]{Title: "widget", Fields: res.widgetFields(), Links: widgetLinks}
	res.types = &rest.Resource[*widgetType]{Title: "widget-type", Fields: res.typeFields(), Links: typeLinks}
	return append(append(res.sidebarRoutes(), res.typeRoutes()...), res.widgetRoutes()...)
}

func allow(r *rest.Request) error {
	if !r.Actor.Can("edit_theme_options") {
		return errManage
	}
	return nil
}

func contextArg() rest.Arg { return rest.AllContexts() }

func (res *resource) sidebarRoutes() []rest.Route {
	s := func() *schema.Schema { return res.sidebars.Schema() }
	id := argID.Arg(schema.Str("Id of the sidebar."))
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/sidebars", Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{contextArg()}, Allow: allow, Handle: res.listSidebars, Answers: rest.ShapeList}},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/sidebars/(?P<id>[\w-]+)`, Schema: s,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{id, contextArg()}, Allow: allow, Handle: res.getSidebar},
				{Methods: rest.Editable, Args: res.sidebars.WriteArgs(false), Allow: allow, Handle: res.updateSidebar},
			},
		},
	}
}

func (res *resource) typeRoutes() []rest.Route {
	s := func() *schema.Schema { return res.types.Schema() }
	id := argID.Arg(schema.Str("Id of the type."))
	needed := id
	needed.Required = true
	instance := argInstance.Arg(schema.New(schema.Object, "Settings of the widget."))
	form := argFormData.Arg(schema.Str("The fields of a form with settings, encoded as in an address."))
	preview := schema.Prop("preview", schema.Str("The widget as visitors see it, in HTML."))
	encoded := schema.Of(schema.Prop("form", schema.Str("The fields of its settings, in HTML.")), preview, schema.Prop("instance", schema.Of(
		schema.Prop("encoded", schema.Str("The settings, as they are sent back.")), schema.Prop("hash", schema.Str("That they are the site's.")),
		schema.Prop("raw", schema.Obj(nil, "The settings.", schema.Open())),
	)))
	const item = `/core/v2/widget-types/(?P<id>[a-zA-Z0-9_-]+)`
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/widget-types", Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{contextArg()}, Allow: allow, Handle: res.listTypes, Answers: rest.ShapeList}},
		},
		{
			Namespace: "core/v2", Pattern: item, Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{id, contextArg()}, Allow: allowType, Handle: res.getType}},
		},
		{
			Namespace: "core/v2", Pattern: item + "/encode",
			Endpoints: []rest.Endpoint{{Methods: rest.Creatable, Args: []rest.Arg{needed, instance, form}, Allow: allowType, Handle: res.encode, Answer: encoded, Scalar: rest.ScalarIgnored}},
		},
		{
			Namespace: "core/v2", Pattern: item + "/render",
			Endpoints: []rest.Endpoint{{Methods: rest.Creatable, Args: []rest.Arg{needed, instance}, Allow: allowType, Handle: res.render, Answer: schema.Of(preview), Scalar: rest.ScalarIgnored}},
		},
	}
}

func (res *resource) widgetRoutes() []rest.Route {
	s := func() *schema.Schema { return res.widgets.Schema() }
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/widgets", Schema: s, Batch: rest.BatchYes,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Allow: allow, Handle: res.list, Answers: rest.ShapeList,
					Args: []rest.Arg{contextArg(), argSidebar.Arg(schema.Str("Limit the list to widgets of a sidebar."))},
				},
				{Methods: rest.Creatable, Args: res.widgets.WriteArgs(true), Allow: allow, Handle: res.create},
			},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/widgets/(?P<id>[\w\-]+)`, Schema: s, Batch: rest.BatchYes,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{contextArg()}, Allow: allow, Handle: res.get},
				{Methods: rest.Editable, Args: res.widgets.WriteArgs(false), Allow: allow, Handle: res.update},
				{
					Methods: rest.Deletable, Allow: allow, Handle: res.delete,
					Args: []rest.Arg{rest.Force.Arg(schema.Bool("Whether to remove the widget instead of making it inactive."))},
				},
			},
		},
	}
}
