package entry

import (
	"cmp"
	"context"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Field is a field of a post-like resource.
type Field = rest.FieldOf[*content.Entry, content.Change]

// representation is what entries look like.
type representation = rest.ResourceOf[*content.Entry, content.Change]

// history has the routes of revisions and autosaves of a resource.
type history struct{ *Resource }

// querying makes queries of what lists are asked for.
type querying struct{ *Resource }

func (res *Resource) history() history   { return history{res} }
func (res *Resource) querying() querying { return querying{res} }

// Resource describes one post-like resource.
type Resource struct {
	*env.Env
	Type   *content.Type
	Fields []Field
	Batch  rest.Batch

	// Prefetch loads what the fields and links of a list are about to read.
	Prefetch func(ctx context.Context, r *rest.Request, entries []*content.Entry) error
	// Links adds to the links that all have, after the plain ones, and
	// MoreLinks describes what it adds, where that is published.
	Links     func(r *rest.Request, e *content.Entry) []rest.Link
	MoreLinks []LinkDescription

	List   List
	Get    Get
	Create Create
	Delete Delete
	// CountsOn says that the answer to an update is made twice, so that the ids in its texts count on.
	CountsOn bool
	// Concurrent declares creates, updates, autosaves and the way into the trash fit to run beside others, with all that
	// the fields do; see rest.Endpoint.
	Concurrent bool

	rest *representation
	// stored is rest for the answer to a write, which has just found the slug to
	// be free.
	stored *representation
	base   string
	added  env.EntryAdds
	// collection and termLinks are what the links of all entries share.
	collection wire.Ref
	termLinks  []rest.Link
}

// List is how the collection is listed.
type List struct {
	// Allow replaces the usual permission.
	Allow   func(r *rest.Request) error
	PerPage int    // default 10
	Order   string // default "desc"
	OrderBy string // default "date"
	// Status is what a list shows unless asked; publish. Statuses restricts
	// those that it can be asked for.
	Status   string
	Statuses []string
	// Args are added to the arguments; Filter turns them into the query.
	Args   []rest.Arg
	Filter func(r *rest.Request, q *content.Query) error
}

// Get is how one entry is read.
type Get struct {
	// Allow follows the usual permission.
	Allow           func(r *rest.Request) error
	NoExcerptLength bool // there is no argument excerpt_length
	NoPassword      bool // there is no argument password
}

// Create is how entries are created.
type Create struct {
	// Allow replaces the usual permission.
	Allow func(r *rest.Request) error
	// Args are further arguments.
	Args []rest.Arg
	// Handle takes the place of creating from the arguments alone; it opens its
	// transactions itself and may use Insert.
	Handle func(r *rest.Request) (*rest.Response, error)
	// Scalar is what creating makes of a JSON body without parameters.
	Scalar rest.Scalar
}

// Delete is how entries are deleted.
type Delete struct {
	// NoTrash types are only deleted with force; TrashOff says so for one
	// request.
	NoTrash  bool
	TrashOff func(r *rest.Request) bool
	// Context is that of `previous`; edit.
	Context string
	// Scalar is what a removal makes of a JSON body without parameters.
	Scalar rest.Scalar
	// Removed follows the commit of a removal.
	Removed func(ctx context.Context, e *content.Entry)
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

// prepare finishes the declaration.
func (res *Resource) prepare() {
	if res.rest != nil {
		return
	}
	res.List.PerPage = cmp.Or(res.List.PerPage, 10)
	res.List.Order = cmp.Or(res.List.Order, "desc")
	res.List.OrderBy = cmp.Or(res.List.OrderBy, "date")
	res.List.Status = cmp.Or(res.List.Status, string(content.Publish))
	res.Delete.Context = cmp.Or(res.Delete.Context, "edit")
	res.base = res.Type.RESTRoot()
	res.collection = rest.Path(res.base)
	for _, tax := range res.fields().restTaxonomies() {
		res.termLinks = append(res.termLinks, rest.Link{
			Rel: rest.CURIE + "term", Embeddable: true, Attributes: wire.NewObject("taxonomy", wire.Symbol(tax.Name)),
			Href: rest.Path(tax.RESTRoot()),
		})
	}
	res.added = res.Added.EntriesOf(res.Type)
	res.rest = &representation{
		Title: res.Type.Name, Fields: slices.Concat(res.Fields, rest.Unchanged[content.Change](res.added.Fields())), Links: res.links,
		Shared: &rest.Shared[*content.Entry]{
			ID:        func(e *content.Entry) int64 { return e.ID },
			Numbering: func(r *rest.Request) rest.Numbering { return numbering{res.View.Counters(r.Context(), env.Visit(r))} },
		},
	}
	if res.Type.Blocks {
		res.rest.Finish = res.showAgain
	}
	stored := *res.rest
	stored.Fields = slices.Clone(res.rest.Fields)
	for i := range stored.Fields {
		if f := &stored.Fields[i]; f.Name == generatedSlug {
			f.Read = res.fields().storedSlug(f.Read)
		}
	}
	res.stored = &stored
}

// numbering are the numbers of generated ids in the texts of one answer.
type numbering struct{ *render.Counters }

func (n numbering) Trace(make func()) any { return n.Counters.Trace(make) }
func (n numbering) At(used any) bool      { return n.Counters.At(used.([]render.Count)) }
func (n numbering) Skip(used any)         { n.Counters.Skip(used.([]render.Count)) }

// showAgain renders the content of an answer that also has its stored form
// once more.
//
// Compat (api.TestGeneratedIDsOfEditors): the reference does, after all other fields, and generated ids count
// on.
func (res *Resource) showAgain(r *rest.Request, e *content.Entry, answer *wire.Object) {
	text := answer.Object("content")
	if rendered := text.Get("rendered"); text.Text("raw") != "" && rendered != nil && rendered != "" {
		text.Set("rendered", res.View.ContentValue(r.Context(), env.EntryVisit(r), e))
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
	id := rest.ID.Arg(schema.Int("Id of the entry."))
	routes := []rest.Route{
		{
			Namespace: res.Type.RESTNamespace(), Pattern: res.base, Schema: res.Schema, Batch: res.Batch,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: res.listArgs(), Allow: res.allowList, Handle: res.list, Prefetch: res.prefetchLists,
					Unlisted: append(res.added.Unlisted(), argFormat.Name, argTaxRelation.Name),
				},
				res.createEndpoint(),
			},
		},
		{
			Namespace: res.Type.RESTNamespace(), Pattern: res.base + `/(?P<id>[\d]+)`, Schema: res.Schema, Batch: res.Batch,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: append([]rest.Arg{id}, res.itemArgs()...), Allow: res.allowGet, Handle: res.get, Prefetch: res.prefetchItems,
					Unlisted: []string{argExcerptLength.Name, argPassword.Name},
				},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, res.rest.WriteArgs(false)...), Allow: res.MayUpdate, Prepare: res.prepareUpdate, Handle: res.update, Concurrent: res.Concurrent, Changes: "id", Within: res.drafts()},
				{Methods: rest.Deletable, Args: []rest.Arg{id, rest.Force.Arg(schema.Bool("Whether to skip the trash and delete for good.", schema.Default(false)))}, Allow: res.allowDelete, Handle: res.delete, NoTransaction: true, Scalar: res.Delete.Scalar},
			},
		},
	}
	if res.Type.Has("revisions") {
		routes = append(routes, res.history().revisionRoutes()...)
	}
	if res.Type.Has("autosave") {
		routes = append(routes, res.history().autosaveRoutes()...)
	}
	return routes
}

func (res *Resource) createEndpoint() rest.Endpoint {
	e := rest.Endpoint{Methods: rest.Creatable, Args: append(res.rest.WriteArgs(true), res.Create.Args...), Allow: res.allowCreate, Prepare: res.PrepareCreate, Handle: res.create, Scalar: res.Create.Scalar, Concurrent: res.Concurrent, Within: res.drafts()}
	// Who writes is asked about these whatever the type has.
	e.Unlisted = append(res.added.HiddenWrites(), argAuthor.Name, argSticky.Name, argMeta.Name)
	if res.Create.Handle != nil {
		e.Handle, e.NoTransaction, e.Concurrent = res.Create.Handle, true, false
	}
	return e
}

// drafts is the scope in which entries are written: their rights tell drafts from what
// readers see. Files have no drafts, and what no page shows is the design of the site.
func (res *Resource) drafts() access.Scope {
	if res.Type.Public && res.Type.Name != content.TypeAttachment {
		return access.ScopeDrafts
	}
	return access.ScopePublish
}

func (res *Resource) itemArgs() []rest.Arg {
	args := []rest.Arg{res.rest.ContextArg(rest.View)}
	if !res.Get.NoExcerptLength && (!res.Type.Declared || res.Type.Has("excerpt")) {
		args = append(args, argExcerptLength.Arg(schema.Int("Number of words of an excerpt that is made.")))
	}
	if !res.Get.NoPassword {
		args = append(args, argPassword.Arg(schema.Str("Password of the entry, if it has one.")))
	}
	return args
}
