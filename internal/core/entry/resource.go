package entry

import (
	"context"

	"quoin/internal/content"
	"quoin/internal/core/env"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// Field is a field of a post-like resource.
type Field = rest.Field[*content.Entry]

// Resource describes one post-like resource.
type Resource struct {
	*env.Env
	Type   *content.Type
	Fields []Field
	// Embeds and Filters of the collection beside those that all have.
	PerPage         int    // default 10
	Order           string // default "desc"
	OrderBy         string // default "date"
	Batch           rest.Batch
	NoExcerptLength bool // the item route has no excerpt_length
	NoPassword      bool // the item route has no password
	// MoreOrders are further values of orderby.
	MoreOrders []string
	// MoreListArgs are added to the collection's arguments; Filter turns them
	// into the query.
	MoreListArgs []rest.Arg
	Filter       func(r *rest.Request, q *content.Query) error
	// DefaultStatus is what a list shows unless asked; publish.
	DefaultStatus string
	// ListStatuses restricts the statuses that a list can be asked for.
	ListStatuses []string

	// Prefetch loads what the fields and links of a list are about to read.
	Prefetch func(ctx context.Context, r *rest.Request, entries []*content.Entry) error
	// Links adds to the links that all have, after the plain ones.
	Links func(r *rest.Request, e *content.Entry) []rest.Link
	// MoreLinks describes what Links adds, where that is published.
	MoreLinks []LinkDescription

	// AllowList, AllowGet and the others replace the usual permission.
	AllowList   func(r *rest.Request) error
	AllowGet    func(r *rest.Request) error
	AllowCreate func(r *rest.Request) error
	AllowUpdate func(r *rest.Request) error
	AllowDelete func(r *rest.Request) error
	// Change adds to what a write asks for; before is nil on create.
	Change func(r *rest.Request, before *content.Entry, c *content.Change) error
	// After stores what isn't part of the entry itself; before is nil on
	// create. Its entry may be changed in place.
	After func(ctx context.Context, r *rest.Request, before, after *content.Entry) error
	// NoTrash types are only deleted with force; TrashOff says so for one
	// request.
	NoTrash  bool
	TrashOff func(r *rest.Request) bool
	// Create takes the place of creating from the arguments alone; it opens
	// its transactions itself and may use Insert. MoreCreateArgs are its
	// further arguments.
	Create         func(r *rest.Request) (*rest.Response, error)
	MoreCreateArgs []rest.Arg
	// Removed follows the commit of a removal.
	Removed func(ctx context.Context, e *content.Entry)
	// EditableSelf hides reading: nil means the usual rule.
	CanReadInList func(r *rest.Request, e *content.Entry) bool
	// DeletedContext is the context of `previous`; edit.
	DeletedContext string

	rest *rest.Resource[*content.Entry]
	base string
	// collection and termLinks are what the links of all entries share.
	collection wire.Ref
	termLinks  []rest.Link
}

// Faults that all post-like resources speak.
var (
	errInvalidID        = fault.NotFound("rest_post_invalid_id", "There is no entry with this id.")
	errForbiddenContext = fault.Denied("rest_forbidden_context", "You aren't allowed to edit this.")
	errPassword         = fault.Forbidden("rest_post_incorrect_password", "The password of the entry is wrong.")
	errExists           = fault.BadRequest("rest_post_exists", "The entry exists already.")
	errEditOthers       = fault.Denied("rest_cannot_edit_others", "You aren't allowed to write entries as this user.")
	errSticky           = fault.Denied("rest_cannot_assign_sticky", "You aren't allowed to make entries sticky.")
	errCreate           = fault.Denied("rest_cannot_create", "You aren't allowed to create entries as this user.")
	errAssignTerm       = fault.Denied("rest_cannot_assign_term", "You aren't allowed to assign these terms.")
	errEdit             = fault.Denied("rest_cannot_edit", "You aren't allowed to edit this entry.")
	errDelete           = fault.Denied("rest_cannot_delete", "You aren't allowed to delete this entry.")
	errPublish          = fault.Denied("rest_cannot_publish", "You aren't allowed to publish entries of this type.")
	errPageNumber       = fault.BadRequest("rest_post_invalid_page_number", "There are fewer pages than that.")
	errTrashed          = fault.New(410, "rest_already_trashed", "The entry is in the trash already.")
	errNoTrash          = fault.New(501, "rest_trash_not_supported", "Entries of this type can't be put into the trash. Set force to true to delete it.")
)

// Resource finishes the declaration.
func (res *Resource) prepare() {
	if res.rest != nil {
		return
	}
	if res.PerPage == 0 {
		res.PerPage = 10
	}
	if res.Order == "" {
		res.Order = "desc"
	}
	if res.OrderBy == "" {
		res.OrderBy = "date"
	}
	if res.DefaultStatus == "" {
		res.DefaultStatus = string(content.Publish)
	}
	if res.DeletedContext == "" {
		res.DeletedContext = "edit"
	}
	res.base = "/core/v2/" + res.Type.RESTBase
	res.collection = rest.Path(res.base)
	for _, tax := range res.fields().restTaxonomies() {
		res.termLinks = append(res.termLinks, rest.Link{
			Rel: rest.CURIE + "term", Embeddable: true, Attributes: wire.NewObject("taxonomy", wire.Symbol(tax.Name)),
			Href: rest.Path("/core/v2/", wire.Symbol(tax.RESTBase)),
		})
	}
	res.rest = &rest.Resource[*content.Entry]{Title: res.Type.Name, Fields: res.Fields, Links: res.links}
	if res.ofBlocks() {
		res.rest.Finish = res.showAgain
	}
}

// showAgain renders the content of an answer that also has its stored form
// once more.
//
// Compat: the reference does, after all other fields, and generated ids count
// on.
func (res *Resource) showAgain(r *rest.Request, e *content.Entry, answer *wire.Object) {
	text := answer.Object("content")
	if rendered := text.Get("rendered"); text.Text("raw") != "" && rendered != nil && rendered != "" {
		text.Set("rendered", res.View.ContentValue(r.Context(), r.Actor, e))
	}
}

// Item represents an entry in the request's context.
func (res *Resource) Item(r *rest.Request, e *content.Entry) *rest.Item { return res.rest.Item(r, e) }

// ItemIn represents an entry in a given context.
func (res *Resource) ItemIn(r *rest.Request, e *content.Entry, context string) *rest.Item {
	return res.rest.ItemIn(r, e, context)
}

// Routes are the routes of the resource: collection, item, revisions and
// autosaves.
func (res *Resource) Routes() []rest.Route {
	res.prepare()
	id := rest.Arg{Name: "id", Schema: schema.Int("Id of the entry.")}
	routes := []rest.Route{
		{
			Namespace: "core/v2", Pattern: res.base, Schema: res.Schema, Batch: res.Batch,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: res.listArgs(), Allow: res.allowList, Handle: res.list, Prefetch: res.prefetchLists},
				res.createEndpoint(),
			},
		},
		{
			Namespace: "core/v2", Pattern: res.base + `/(?P<id>[\d]+)`, Schema: res.Schema, Batch: res.Batch,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: append([]rest.Arg{id}, res.itemArgs()...), Allow: res.allowGet, Handle: res.get, Prefetch: res.prefetchItems},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, res.rest.WriteArgs(false)...), Allow: res.allowUpdate, Handle: res.update},
				{Methods: rest.Deletable, Args: []rest.Arg{id, {Name: "force", Schema: schema.Bool("Whether to skip the trash and delete for good.", schema.Default(false))}}, Allow: res.allowDelete, Handle: res.delete},
			},
		},
	}
	if res.Type.Has("revisions") {
		routes = append(routes, res.revisionRoutes()...)
	}
	if res.Type.Has("autosave") {
		routes = append(routes, res.autosaveRoutes()...)
	}
	return routes
}

func (res *Resource) createEndpoint() rest.Endpoint {
	e := rest.Endpoint{Methods: rest.Creatable, Args: append(res.rest.WriteArgs(true), res.MoreCreateArgs...), Allow: res.allowCreate, Handle: res.create}
	if res.Create != nil {
		e.Handle, e.NoTransaction = res.Create, true
	}
	return e
}

func (res *Resource) itemArgs() []rest.Arg {
	args := []rest.Arg{res.rest.ContextArg("view")}
	if !res.NoExcerptLength {
		args = append(args, rest.Arg{Name: "excerpt_length", Schema: schema.Int("Number of words of an excerpt that is made.")})
	}
	if !res.NoPassword {
		args = append(args, rest.Arg{Name: "password", Schema: schema.Str("Password of the entry, if it has one.")})
	}
	return args
}
