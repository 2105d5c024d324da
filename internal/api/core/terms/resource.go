// Package terms is what the term resources of core/v2 share: categories, tags,
// pattern categories and menus.
//
// A resource is a Resource value: its taxonomy, and where it differs, further
// fields and functions in the optional members.
package terms

import (
	"context"
	"errors"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Field is a field of a term resource.
type Field = rest.Field[*taxonomy.Term]

// Resource describes one term resource.
type Resource struct {
	*env.Env
	Tax *taxonomy.Taxonomy
	// Fields replaces the usual fields.
	Fields []Field
	// Links adds to the usual links.
	Links func(r *rest.Request, t *taxonomy.Term) []rest.Link
	// AllowRead guards list and item.
	AllowRead func(r *rest.Request) error
	// After stores what isn't part of the term itself.
	After func(ctx context.Context, r *rest.Request, t *taxonomy.Term) error
	// Change changes what a write asks for; before is nil on create.
	Change func(r *rest.Request, before *taxonomy.Term, c *taxonomy.Change) error
	// FaultOfCreate translates faults of creating; optional.
	FaultOfCreate func(err error) error
	// BeforeDelete runs before a term is removed.
	BeforeDelete func(ctx context.Context, t *taxonomy.Term) error
	// WriteContext is the context that writes answer in; edit.
	WriteContext string

	rest  *rest.Resource[*taxonomy.Term]
	base  string
	added env.TermAdds
}

// Of is the resource of a taxonomy that differs from categories and tags only by
// what the taxonomy says of itself.
func Of(e *env.Env, tax *taxonomy.Taxonomy) *Resource { return &Resource{Env: e, Tax: tax} }

var (
	errInvalid        = fault.NotFound("rest_term_invalid", "There is no such term.")
	errForbidden      = fault.Denied("rest_forbidden_context", "You aren't allowed to edit terms of this taxonomy.")
	errCreate         = fault.Denied("rest_cannot_create", "You aren't allowed to create terms of this taxonomy.")
	errUpdate         = fault.Denied("rest_cannot_update", "You aren't allowed to edit this term.")
	errDelete         = fault.Denied("rest_cannot_delete", "You aren't allowed to delete this term.")
	errFlat           = fault.BadRequest("rest_taxonomy_not_hierarchical", "Terms of this taxonomy have no parents.")
	errParent         = fault.BadRequest("rest_term_invalid", "There is no such parent term.")
	errNoTrash        = fault.New(501, "rest_trash_not_supported", "Terms can't be put into the trash. Set force to true to delete it.")
	errPostUnknown    = fault.BadRequest("rest_post_invalid_id", "There is no entry with this id.")
	errPostUnreadable = fault.Denied("rest_forbidden_context", "You aren't allowed to see the terms of this entry.")
)

func (res *Resource) prepare() {
	if res.rest != nil {
		return
	}
	if res.Fields == nil {
		res.Fields = res.DefaultFields()
	}
	if res.WriteContext == "" {
		res.WriteContext = "edit"
	}
	res.base = res.Tax.RESTRoot()
	title := res.Tax.Name
	if title == taxonomy.Tag {
		title = "tag"
	}
	res.added = res.Added.TermsOf(res.Tax)
	res.rest = &rest.Resource[*taxonomy.Term]{Title: title, Fields: slices.Concat(res.Fields, res.added.Fields()), Links: res.links}
}

// DefaultFields are the fields of categories, tags and the like.
func (res *Resource) DefaultFields() []Field {
	f := []Field{res.ID(), res.Count(), res.Description(), res.Link(), res.Name(), res.Slug(), res.TaxonomyName()}
	if res.Tax.Hierarchical {
		f = append(f, res.Parent())
	}
	return rest.Whole(append(f, res.Meta()))
}

// Routes are the routes of the resource.
func (res *Resource) Routes() []rest.Route {
	res.prepare()
	id := rest.ID.Arg(schema.Int("Id of the term."))
	s := func() *schema.Schema { return res.rest.Schema() }
	return []rest.Route{
		{
			Namespace: res.Tax.RESTNamespace(), Pattern: res.base, Schema: s, Batch: rest.BatchYes,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: res.listArgs(), Allow: res.allowList, Handle: res.list, Prefetch: res.prefetchLists,
					Unlisted: []string{argParent.Name, rest.Skip.Name},
				},
				{Methods: rest.Creatable, Args: res.rest.WriteArgs(true), Allow: res.allowCreate, Prepare: res.prepareWrite, Handle: res.create},
			},
		},
		{
			Namespace: res.Tax.RESTNamespace(), Pattern: res.base + `/(?P<id>[\d]+)`, Schema: s, Batch: rest.BatchYes,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{id, res.rest.ContextArg(rest.View)}, Allow: res.allowGet, Handle: res.get, Prefetch: res.prefetchItems},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, res.rest.WriteArgs(false)...), Allow: res.allowUpdate, Prepare: res.prepareWrite, Handle: res.update},
				{Methods: rest.Deletable, Args: []rest.Arg{id, rest.Force.Arg(schema.Bool("Must be true, since terms can't be put into the trash.", schema.Default(false)))}, Allow: res.allowDelete, Handle: res.delete},
			},
		},
	}
}

func (res *Resource) load(r *rest.Request) (*taxonomy.Term, error) {
	id := rest.ID.Of(r)
	if id <= 0 {
		return nil, errInvalid
	}
	t, err := res.Store.TermByID(r.Context(), id)
	if errors.Is(err, taxonomy.ErrNotFound) || err == nil && t.Taxonomy != res.Tax.Name {
		return nil, errInvalid
	}
	return t, err
}

func (res *Resource) path(id int64) wire.Ref { return rest.Path(res.base, "/", id) }

func (res *Resource) links(r *rest.Request, t *taxonomy.Term) []rest.Link {
	out := []rest.Link{
		{Rel: "self", Href: res.path(t.ID)},
		{Rel: "collection", Href: rest.Path(res.base)},
		{Rel: "about", Href: rest.Path("/core/v2/taxonomies/", wire.Symbol(t.Taxonomy))},
	}
	if t.Parent != 0 {
		if _, err := res.Store.TermByID(r.Context(), t.Parent); err == nil {
			out = append(out, rest.Link{Rel: "up", Href: res.path(t.Parent), Embeddable: true})
		}
	}
	for _, name := range res.Tax.Types {
		if typ := res.Types.Get(name); typ != nil && typ.REST {
			out = append(out, rest.Link{
				Rel: rest.CURIE + "post_type", Href: rest.Path(typ.RESTRoot(), "?", wire.Symbol(res.Tax.RESTBase), "=", t.ID),
			})
		}
	}
	if res.Links != nil {
		out = append(out, res.Links(r, t)...)
	}
	return append(out, res.added.Links(r, t)...)
}

// metaOf are the custom fields that a write of a term asks for; stored is what
// it has. The fault is to be returned after the write, which it commits.
func (res *Resource) metaOf(r *rest.Request, stored content.Meta) (content.Meta, error) {
	given, ok := argMeta.Value(r).(*wire.Object)
	if !ok {
		return nil, nil
	}
	return res.MetaOfTerms(res.Tax.Name).Changes(r.Context(), given, meta.Target{Actor: r.Actor, Stored: stored, May: res.canEdit(r)})
}
