package plugins

import (
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errViewAll      = fault.Denied("rest_cannot_view_plugins", "You aren't allowed to see the extensions.")
	errView         = fault.Denied("rest_cannot_view_plugin", "You aren't allowed to see extensions.")
	errManage       = fault.Denied("rest_cannot_manage_plugins", "You aren't allowed to manage extensions.")
	errInstall      = fault.Denied("rest_cannot_install_plugin", "You aren't allowed to install extensions.")
	errActivate     = fault.Denied("rest_cannot_activate_plugin", "You aren't allowed to activate extensions.")
	errFailed       = fault.New(500, "plugin_failed_to_start", "This extension failed when the site started and can't be switched on; the log of the server tells why.")
	errNotFound     = fault.NotFound("rest_plugin_not_found", "There is no such extension.")
	errNoSuchSlug   = fault.NotFound("plugins_api_failed", "There is no extension of this name to install.")
	errInstalled    = fault.New(500, "folder_exists", "This extension is installed.")
	errDeleteActive = fault.BadRequest("rest_cannot_delete_active_plugin", "An active extension can't be removed; deactivate it first.")
)

const idPattern = `[^.\/]+(?:\/[^.\/]+)?`

type resource struct {
	*env.Env
	rest *rest.Resource[env.Extension]
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e}
	res.rest = &rest.Resource[env.Extension]{Title: "plugin", Fields: res.fields(), Links: links}
	s := func() *schema.Schema { return published(res.rest.Schema()) }
	context := rest.AllContexts()
	id := argPlugin.First(schema.Str("Id of the extension.", schema.Pattern(idPattern), schema.Symbols()))
	status := func(options ...schema.Option) *schema.Schema {
		return schema.Str("Whether the extension works.", append(options, schema.Enum("inactive", "active"))...)
	}
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: "/core/v2/plugins", Schema: s,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Allow: res.allowList, Handle: res.list, Answers: rest.ShapeList,
					Args: []rest.Arg{
						context,
						rest.SearchArg("Limit the list to extensions that contain a text."),
						argStatus.Arg(schema.List(status(), "Limit the list to extensions of these states.")),
					},
				},
				{
					Methods: rest.Creatable, Allow: res.allowCreate, Handle: res.create,
					Args: []rest.Arg{
						{Name: argSlug.Name, Schema: schema.Str("Name of the extension to install.", schema.Pattern(`[\w\-]+`)), Required: true},
						argStatus.First(status(schema.Default("inactive"))),
					},
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: `/core/v2/plugins/(?P<plugin>` + idPattern + `)`, Schema: s,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{context, id}, Allow: res.allowItem(errView), Handle: res.get},
				{Methods: rest.Editable, Args: []rest.Arg{context, id, argStatus.First(status())}, Allow: res.allowItem(errManage), Handle: res.update},
				{Methods: rest.Deletable, Args: []rest.Arg{context, id}, Allow: res.allowDelete, Handle: res.delete},
			},
		},
	}
}

func links(_ *rest.Request, x env.Extension) []rest.Link {
	return []rest.Link{{Rel: "self", Href: rest.Path("/core/v2/plugins/", wire.Symbol(x.ID))}}
}

// published names the contexts of the fields.
func published(s *schema.Schema) *schema.Schema {
	for i := range s.Properties {
		p := &s.Properties[i]
		switch p.Name {
		case "plugin", "status", "name", "network_only", "requires_wp", "requires_php":
			p.Schema = p.Schema.With(rest.Everywhere)
		default:
			p.Schema = p.Schema.With(rest.NotEmbed)
		}
	}
	return s
}

// fields are answered in every context, whatever the schema says.
//
// Compat (TestList): the reference doesn't cut them down.
func (res *resource) fields() []rest.Field[env.Extension] {
	type field = rest.Field[env.Extension]
	ro := schema.Readonly()
	text := func(name, description string, read func(x env.Extension) string, options ...schema.Option) field {
		return field{
			Name: name, Schema: schema.Str(description, append(options, ro)...),
			Read: func(_ *rest.Request, x env.Extension) any { return read(x) },
		}
	}
	open := func(f field) field {
		f.Schema = f.Schema.With(func(s *schema.Schema) { s.Readonly = false })
		return f
	}
	uri := schema.Format(schema.URI)
	return []field{
		{
			Name: "plugin", Schema: schema.Str("Id of the extension.", schema.Pattern(idPattern), ro),
			Read: func(_ *rest.Request, x env.Extension) any { return wire.Symbol(x.ID) },
		},
		{
			Name: "status", Schema: schema.Str("Whether the extension works.", schema.Enum("inactive", "active")),
			Read: func(r *rest.Request, x env.Extension) any { return string(res.Extensions.State(r.Context(), x.ID)) },
		},
		text("name", "Title of the extension.", func(x env.Extension) string { return x.Title }),
		text("plugin_uri", "Address of the extension.", func(x env.Extension) string { return x.URI }, uri),
		text("author", "Who made the extension.", func(x env.Extension) string { return x.Author }),
		text("author_uri", "Address of who made it.", func(x env.Extension) string { return x.AuthorURI }, uri),
		{
			Name: "description", Schema: schema.New(schema.Object, "What the extension is for.", ro),
			Fields: []field{
				open(text("raw", "As it is written.", func(x env.Extension) string { return x.Description })),
				open(text("rendered", "For display.", rendered)),
			},
		},
		text("version", "Version of the extension.", func(x env.Extension) string { return x.Version }),
		{
			Name: "network_only", Schema: schema.Bool("Whether it works for all sites of a network only.", ro),
			Read: func(*rest.Request, env.Extension) any { return false },
		},
		text("requires_wp", "Version of the reference that it asks for.", func(x env.Extension) string { return x.RequiresCore }),
		text("requires_php", "Version of the reference's runtime that it asks for.", func(x env.Extension) string { return x.RequiresRuntime }),
		{
			Name: "textdomain", Schema: schema.Str("Domain of its translations.", ro),
			Read: func(_ *rest.Request, x env.Extension) any { return wire.Symbol(x.TextDomain) },
		},
	}
}
