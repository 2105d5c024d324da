package fonts

import (
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const collectionsBase = "/core/v2/font-collections"

var (
	errNoCollection = fault.NotFound("rest_font_collection_not_found", "There is no such font collection.")
	errNoData       = fault.New(500, "font_collection_json_missing", "The fonts of this collection can't be loaded.")
)

// Collection is a set of font families to choose from.
type Collection struct {
	Slug string
	// Data are the members name, description, font_families and categories;
	// nil for a collection whose fonts aren't here.
	Data *wire.Object
}

// Collections are those of every site. The fonts of google-fonts lie with
// another service, which Quoin doesn't ask.
func Collections() []Collection { return []Collection{{Slug: "google-fonts"}} }

// CollectionRoutes are the routes of font collections.
func CollectionRoutes(e *env.Env, list []Collection) []rest.Route {
	c := &collections{Env: e, list: list}
	c.rest = &rest.Resource[*Collection]{Title: "font-collection", Fields: collectionFields(), Links: collectionLinks}
	context := c.rest.ContextArg(rest.View)
	args := []rest.Arg{
		context,
		rest.PageArg(),
		rest.PerPageArg("collections", 10, 100),
	}
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: collectionsBase, Schema: c.rest.Schema,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: args, Allow: c.allow, Handle: c.all}},
		},
		{
			Namespace: "core/v2", Pattern: collectionsBase + `/(?P<slug>[\/\w-]+)`, Schema: c.rest.Schema,
			Endpoints: []rest.Endpoint{{Methods: rest.Readable, Args: []rest.Arg{context}, Allow: c.allow, Handle: c.get}},
		},
	}
}

type collections struct {
	*env.Env
	list []Collection
	rest *rest.Resource[*Collection]
}

func dataFields() []string { return []string{"name", "description", "font_families", "categories"} }

func collectionFields() []rest.Field[*Collection] {
	out := []rest.Field[*Collection]{{
		Name: "slug", Schema: schema.Str("Name of the collection in addresses.", rest.Everywhere, schema.Readonly()),
		Read: func(_ *rest.Request, c *Collection) any { return c.Slug },
	}}
	for _, name := range dataFields() {
		typ := schema.String
		if name == "font_families" || name == "categories" {
			typ = schema.Array
		}
		out = append(out, rest.Field[*Collection]{
			Name: name, Schema: schema.New(typ, "The collection's "+name+".", rest.Everywhere),
			Read: func(_ *rest.Request, c *Collection) any { return c.Data.Get(name) },
		})
	}
	return out
}

func collectionLinks(_ *rest.Request, c *Collection) []rest.Link {
	return []rest.Link{
		{Rel: "self", Href: rest.Path(collectionsBase, "/", c.Slug)},
		{Rel: "collection", Href: rest.Path(collectionsBase)},
	}
}

func (c *collections) allow(r *rest.Request) error {
	if !r.Actor.Can("edit_theme_options") {
		return errRead
	}
	return nil
}

// answerable tells whether a collection can be answered: one without data only when
// nothing but its slug is asked for.
func answerable(r *rest.Request, c *Collection) bool {
	return c.Data != nil || !slices.ContainsFunc(dataFields(), r.Wants)
}

func (c *collections) all(r *rest.Request) (*rest.Response, error) {
	page, perPage := int(rest.Page.Of(r)), int(rest.PerPage.Of(r))
	info := &rest.PageInfo{Total: len(c.list), Page: page, PerPage: perPage, Path: collectionsBase}
	from := len(c.list)
	if page <= len(c.list) {
		from = min((page-1)*perPage, from)
	}
	if len(c.list) > 0 && from >= len(c.list) {
		return nil, errPage
	}
	items := []*rest.Item{}
	for i := from; i < min(from+perPage, len(c.list)); i++ {
		if answerable(r, &c.list[i]) {
			items = append(items, c.rest.Item(r, &c.list[i]))
		}
	}
	return &rest.Response{Body: items, Page: info}, nil
}

func (c *collections) get(r *rest.Request) (*rest.Response, error) {
	at := slices.IndexFunc(c.list, func(one Collection) bool { return one.Slug == argSlug.Of(r) })
	if at < 0 {
		return nil, errNoCollection
	}
	if !answerable(r, &c.list[at]) {
		return nil, errNoData
	}
	return rest.OK(c.rest.Item(r, &c.list[at])), nil
}
