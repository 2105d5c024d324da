package templates

import (
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

// Routes are the routes of templates.
func Routes(e *env.Env) []rest.Route { return newResource(e, content.TypeTemplate).routes() }

// PartRoutes are the routes of template parts.
func PartRoutes(e *env.Env) []rest.Route { return newResource(e, content.TypeTemplatePart).routes() }

// resource is templates or template parts.
type resource struct {
	*env.Env
	typ     *content.Type
	catalog *template.Catalog
	base    string
	rest    *rest.Resource[*template.Template]
}

func newResource(e *env.Env, typ string) *resource {
	t := e.Types.Get(typ)
	res := &resource{
		Env: e, typ: t, base: t.RESTRoot(),
		catalog: &template.Catalog{Store: e.Store, Theme: e.Theme, Types: e.Types, Taxonomies: e.Taxonomies},
	}
	res.rest = &rest.Resource[*template.Template]{Title: typ, Fields: res.fields(), Links: res.links}
	return res
}

// idPattern is a theme, which may lie one folder deep, and a slug.
const idPattern = `([^\/:<>\*\?"\|]+(?:\/[^\/:<>\*\?"\|]+)?)[\/\w%-]+`

var (
	errManage   = fault.Denied("rest_cannot_manage_templates", "You aren't allowed to use the templates of this site.")
	errNotFound = fault.NotFound("rest_template_not_found", "There is no template with this id.")
	errParent   = fault.NotFound("rest_post_invalid_parent", "There is no template with this id that could have revisions.")
	errIsFile   = fault.BadRequest("rest_invalid_template", "The template is a file of the theme.")
	errTrashed  = fault.New(410, "rest_template_already_trashed", "The template is in the trash already.")
	errAuthor   = fault.BadRequest("rest_invalid_author", "There is no such user.")
)

// idArg is an argument that holds an id. A path may write one slash less than
// the id has, and may encode them.
func idArg(name, description string) rest.Arg {
	return rest.Arg{
		Name: name, Schema: schema.Str(description),
		Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) { return cleanID(schema.ToText(v)), nil },
	}
}

func cleanID(id string) string {
	if plain, err := url.QueryUnescape(id); err == nil {
		id = plain
	}
	last := strings.LastIndexByte(id, '/')
	if last < 0 || last > 0 && id[last-1] == '/' {
		return id
	}
	return id[:last] + "/" + id[last:]
}

func (res *resource) routes() []rest.Route {
	id := idArg("id", "Id of the template: theme, two slashes and slug.")
	force := rest.Force.Arg(schema.Bool("Whether to skip the trash and delete for good.", schema.Default(false)))
	list := []rest.Arg{
		res.rest.ContextArg(rest.View),
		argCoreID.Arg(schema.Int("Limit the list to the template that is stored in this entry.")),
		argArea.Arg(schema.Str("Limit the list to parts for this area.")),
		argPostType.Arg(schema.Str("Limit the list to templates that may be chosen for entries of this type.", schema.Symbols())),
	}
	lookup := []rest.Arg{
		{Name: argSlug.Name, Schema: schema.Str("Slug of the template that something is to stand in for."), Required: true},
		argIsCustom.Arg(schema.Bool("Whether the template is made to be chosen by hand.")),
		argTemplatePrefix.Arg(schema.Str("Type of the template with what it is made for, such as taxonomy-genre.")),
	}
	routes := res.revisionRoutes()
	return append(routes,
		rest.Route{
			Namespace: "core/v2", Pattern: res.base, Schema: res.rest.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: list, Allow: res.allowRead, Handle: res.list, Answers: rest.ShapeList},
				{Methods: rest.Creatable, Args: res.rest.WriteArgs(true), Allow: res.allowWrite, Handle: res.create, Unlisted: []string{argSource.Name, argSuggestion.Name}, Scalar: rest.ScalarIgnored},
			},
		},
		rest.Route{
			Namespace: "core/v2", Pattern: res.base + "/lookup",
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: lookup, Allow: res.allowRead, Handle: res.lookup, Answer: res.rest.Schema()}},
		},
		rest.Route{
			Namespace: "core/v2", Pattern: res.base + "/(?P<id>" + idPattern + ")", Schema: res.rest.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{id, res.rest.ContextArg(rest.View)}, Allow: res.allowRead, Handle: res.get},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, res.rest.WriteArgs(false)...), Allow: res.allowWrite, Handle: res.update, Unlisted: []string{argSuggestion.Name}},
				{Methods: rest.Deletable, Args: []rest.Arg{id, force}, Allow: res.allowWrite, Handle: res.delete},
			},
		})
}

// revisionRoutes come before those of the items: an id may end in anything.
func (res *resource) revisionRoutes() []rest.Route {
	revisions, autosaves := res.versions("revisions"), res.versions("autosaves")
	parent := idArg("parent", "Id of the template that the revisions belong to.")
	id := idArg("id", "Id of the template that the autosaves belong to.")
	number := argID.Arg(schema.Int("Id of the revision."))
	context := revisions.ContextArg(rest.View)
	below := res.base + "/(?P<parent>" + idPattern + ")"
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: below + "/revisions", Schema: revisions.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: append([]rest.Arg{parent, context}, entry.RevisionListArgs()...), Allow: res.allowRevisions(argParent),
				Unlisted: []string{"search_columns", "search_semantics"}, // a search of them is read as one of entries
				Handle:   func(r *rest.Request) (*rest.Response, error) { return res.listRevisions(r, revisions) },
			}},
		},
		{
			Namespace: "core/v2", Pattern: below + `/revisions/(?P<id>[\d]+)`, Schema: revisions.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: []rest.Arg{parent, number, context}, Allow: res.allowRevisions(argParent),
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.getRevision(r, revisions) },
				},
				{
					Methods: rest.Deletable, Args: []rest.Arg{parent, number, entry.ForceArg()}, Allow: res.allowDeleteRevision, Scalar: rest.ScalarIgnored,
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.deleteRevision(r, revisions) },
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: res.base + "/(?P<id>" + idPattern + ")/autosaves", Schema: autosaves.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Answers: rest.ShapeList, Args: []rest.Arg{id, context}, Allow: res.allowRevisions(argID),
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.listAutosaves(r, autosaves) },
				},
				{
					Methods: rest.Creatable, Args: append([]rest.Arg{id}, res.rest.WriteArgs(false)...), Allow: res.allowWrite,
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.createAutosave(r, autosaves) }, Status: http.StatusOK,
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: below + `/autosaves/(?P<id>[\d]+)`, Schema: autosaves.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{parent, number, context}, Allow: res.allowRevisions(argParent),
				Handle: func(r *rest.Request) (*rest.Response, error) { return res.getAutosave(r, autosaves) },
			}},
		},
	}
}
