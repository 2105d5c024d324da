package icons

import (
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/icon"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

var (
	errCannotView   = fault.Denied("rest_cannot_view", "You aren't allowed to see the icons.")
	errNoIcon       = fault.NotFound("rest_icon_not_found", "There is no such icon.")
	errNoCollection = fault.NotFound("rest_icon_collection_not_found", "There is no such collection of icons.")
)

const (
	slugPattern       = `[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?`
	collectionPattern = `^[a-z0-9]([a-z0-9_-]*[a-z0-9])?$`
)

// collection is a set of icons.
type collection struct{ slug, label, description string }

// collections are all there are.
func collections() []collection {
	return []collection{{icon.Collection, "Quoin", "The icons that every site has."}}
}

type resource struct {
	*env.Env
	icons       *rest.Resource[icon.Icon]
	collections *rest.Resource[collection]
}

// Routes are the routes of both resources.
func Routes(e *env.Env) []rest.Route {
	res := &resource{
		Env:         e,
		icons:       &rest.Resource[icon.Icon]{Title: "icon", Fields: iconFields()},
		collections: &rest.Resource[collection]{Title: "icon-collection", Fields: collectionFields()},
	}
	iconSchema := func() *schema.Schema { return res.icons.Schema() }
	collectionSchema := func() *schema.Schema { return res.collections.Schema() }
	context := rest.AllContexts()
	// The list is never cut into pages, though it takes the arguments.
	paged := []rest.Arg{
		context,
		rest.PageArg(),
		rest.PerPageArg("items", 10, 100),
		rest.SearchArg("Limit the list to items that contain a text."),
	}
	slug := argCollection.Arg(schema.Str("Collection of the icons.", schema.Pattern(collectionPattern)))
	route := func(pattern string, s func() *schema.Schema, args []rest.Arg, handle func(*rest.Request) (*rest.Response, error)) rest.Route {
		return rest.Route{
			Namespace: "core/v2", Pattern: "/core/v2/" + pattern, Schema: s,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: args, Allow: res.allow, Handle: handle}},
		}
	}
	return []rest.Route{
		route("icons", iconSchema, append(paged[:4:4], slug), res.list),
		route("icons/(?P<collection>"+slugPattern+")", iconSchema, append([]rest.Arg{slug}, paged...), res.list),
		route("icons/(?P<name>"+slugPattern+"/"+slugPattern+")", iconSchema,
			[]rest.Arg{argName.Arg(schema.Str("Name of the icon with its collection.")), context}, res.get),
		route("icon-collections", collectionSchema, paged, res.listCollections),
		route("icon-collections/(?P<slug>"+slugPattern+")", collectionSchema,
			[]rest.Arg{argSlug.Arg(schema.Str("Name of the collection.")), context}, res.getCollection),
	}
}

func (res *resource) allow(r *rest.Request) error {
	if !res.Entries.CanEditAny(r.Actor) {
		return errCannotView
	}
	return nil
}

// contains compares without regard to case.
func contains(search string, texts ...string) bool {
	search = strings.ToLower(search)
	for _, t := range texts {
		if strings.Contains(strings.ToLower(t), search) {
			return true
		}
	}
	return false
}

func (res *resource) list(r *rest.Request) (*rest.Response, error) {
	wanted := argCollection.OrNil(r)
	if wanted != nil && *wanted != icon.Collection {
		return nil, errNoCollection
	}
	out := []icon.Icon{}
	for _, i := range icon.All() {
		if contains(rest.Search.Of(r), i.Name, i.Label) {
			out = append(out, i)
		}
	}
	return rest.OK(res.icons.Items(r, out)), nil
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	i, ok := icon.Get(argName.Of(r))
	if !ok {
		return nil, errNoIcon
	}
	return rest.OK(res.icons.Item(r, i)), nil
}

// listCollections answers all there are.
//
// Compat (TestAnswers): the arguments of a list are taken, and change nothing.
func (res *resource) listCollections(r *rest.Request) (*rest.Response, error) {
	return rest.OK(res.collections.Items(r, collections())), nil
}

func (res *resource) getCollection(r *rest.Request) (*rest.Response, error) {
	for _, c := range collections() {
		if c.slug == argSlug.Of(r) {
			return rest.OK(res.collections.Item(r, c)), nil
		}
	}
	return nil, errNoCollection
}

func iconFields() []rest.Field[icon.Icon] {
	return []rest.Field[icon.Icon]{
		text("name", "Name of the icon with its collection.", func(i icon.Icon) string { return i.Name }),
		text("label", "Title of the icon.", func(i icon.Icon) string { return i.Label }),
		text("content", "The drawing as SVG.", func(i icon.Icon) string { return i.SVG }),
		text("collection", "Collection of the icon.", func(icon.Icon) string { return icon.Collection }),
	}
}

func collectionFields() []rest.Field[collection] {
	return []rest.Field[collection]{
		text("slug", "Name of the collection.", func(c collection) string { return c.slug }),
		text("label", "Title of the collection.", func(c collection) string { return c.label }),
		text("description", "What the collection holds.", func(c collection) string { return c.description }),
	}
}

func text[T any](name, description string, read func(T) string) rest.Field[T] {
	return rest.Field[T]{
		Name: name, Schema: schema.Str(description, schema.Readonly(), rest.Everywhere),
		Read: func(_ *rest.Request, item T) any { return read(item) },
	}
}
