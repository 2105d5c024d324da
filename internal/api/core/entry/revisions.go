package entry

import (
	"errors"
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

// ErrOtherParent is the fault of a revision that belongs to another entry.
var ErrOtherParent = fault.NotFound("rest_revision_parent_id_mismatch", "The revision belongs to another entry.")

var (
	errInvalidParent  = fault.NotFound("rest_post_invalid_parent", "There is no such entry that could have revisions.")
	errReadRevisions  = fault.Denied("rest_cannot_read", "You aren't allowed to see revisions of this entry.")
	errRevisionPage   = fault.BadRequest("rest_revision_invalid_page_number", "There are fewer pages than that.")
	errRevisionOffset = fault.BadRequest("rest_revision_invalid_offset_number", "There are fewer revisions than that.")
	errDeleteRevision = fault.Denied("rest_cannot_delete", "You aren't allowed to delete this revision.")
)

// revisionFields are the fields of revisions, taken from those of the parent.
//
// Compat (TestSchemaOfRevisions): the schema says that dates are always there and that ids may be
// written.
func (res history) revisionFields() []Field {
	f := res.fields()
	writable := func(s *schema.Schema) { s.Readonly = false }
	dates := f.Dates()
	dates[0].Schema = dates[0].Schema.With(rest.Everywhere)
	for i := range dates {
		dates[i].Read = fixed(dates[i].Read)
		dates[i].Schema = dates[i].Schema.With(func(s *schema.Schema) { s.Types = []string{schema.String} })
	}
	id, modified := f.ID(), f.Modified()
	id.Schema = id.Schema.With(writable)
	for i := range modified {
		modified[i].Schema = modified[i].Schema.With(writable)
	}
	fields := append([]Field{f.Author(), dates[0], dates[1], f.GUID(), id}, modified...)
	parent := f.Parent()
	parent.Schema = parent.Schema.With(rest.Everywhere)
	slug := f.Slug()
	fields = append(fields, parent, slug)
	for _, name := range []string{"title", "content", "excerpt"} {
		for _, field := range res.Fields {
			if field.Name == name {
				fields = append(fields, f.revised(field))
			}
		}
	}
	return append(fields, f.Meta())
}

// fixed leaves out the date of an entry that has none yet, as a draft that is
// answered as its own autosave.
func fixed(read func(*rest.Request, *content.Entry) any) func(*rest.Request, *content.Entry) any {
	return func(r *rest.Request, e *content.Entry) any {
		if e.DateUTC == "" {
			return nil
		}
		return read(r, e)
	}
}

// revised is a text field as revisions show it: without what only the living
// entry has, always rendered, and without an excerpt being made.
//
// Compat (TestSchemaOfRevisions): the schema is that of the living entry's field.
func (f Fields) revised(field Field) Field {
	field.Fields = slices.Clone(field.Fields)
	for i := range field.Fields {
		if m := &field.Fields[i]; m.Name == "protected" || m.Name == "block_version" {
			m.Read = func(*rest.Request, *content.Entry) any { return rest.Absent }
		}
	}
	if !slices.ContainsFunc(field.Fields, func(m Field) bool { return m.Name == "rendered" }) {
		rendered := f.RenderedTitle()
		if field.Name == "content" {
			rendered = f.Rendered()
		}
		rendered.Hidden = true
		field.Fields = append(field.Fields, rendered)
	}
	if field.Name == "content" { // which shows what visitors see, to those who edit it, too
		for i := range field.Fields {
			if field.Fields[i].Name == "rendered" {
				field.Fields[i].Read = f.renderedFor(env.Visit)
			}
		}
	}
	if field.Name == "title" {
		for i := range field.Fields {
			switch field.Fields[i].Name {
			case "rendered":
				field.Fields[i].Read = f.revisedTitle
			case "raw": // what is stored, though an item may show the title of what it leads to
				field.Fields[i].Read = func(_ *rest.Request, e *content.Entry) any { return e.Title }
			}
		}
	}
	if field.Name == "excerpt" {
		for i := range field.Fields {
			if field.Fields[i].Name == "rendered" {
				field.Fields[i].Read = func(r *rest.Request, e *content.Entry) any {
					if e.Excerpt == "" {
						return ""
					}
					return f.View.ExcerptValue(r.Context(), env.Visit(r), e, 0)
				}
			}
		}
	}
	return field
}

// revisedTitle is the title for display of a revision, or of an entry that
// stands for its own autosave: that one tells that a password protects it.
func (f Fields) revisedTitle(r *rest.Request, e *content.Entry) any {
	if e.Password != "" && e.Type != content.TypeRevision {
		return strings.TrimSpace("Protected: " + f.View.Title(r.Context(), e))
	}
	return f.View.TitleValue(r.Context(), e)
}

// revisionResource is what revisions look like.
func (res history) revisionResource() *representation {
	return &representation{
		Title:       res.Type.Name + "-revision",
		Fields:      res.revisionFields(),
		AlwaysLinks: true,
		Links: func(r *rest.Request, e *content.Entry) []rest.Link {
			if e.Parent == 0 || !r.Fields().WantsWhole("parent") {
				return nil // without parent: the entry itself, answered as its own autosave
			}
			return []rest.Link{{Rel: "parent", Href: res.Path(e.Parent)}}
		},
	}
}

// RevisionListArgs are the arguments of a list of revisions beside the parent
// and the context.
func RevisionListArgs() []rest.Arg {
	return []rest.Arg{
		rest.PageArg(),
		rest.PerPageArg("revisions", 0, 100),
		rest.SearchArg("Limit the list to revisions that contain a text."),
		rest.ExcludeArg("revisions"),
		rest.IncludeArg("revisions"),
		rest.SkipArg("revisions"),
		rest.OrderArg("desc"),
		rest.OrderByArg("date", "date", "id", "include", "relevance", "slug", "include_slugs", "title"),
	}
}

// ForceArg asks for the removal of a revision.
func ForceArg() rest.Arg {
	return rest.Force.Arg(schema.Bool("Must be true, since revisions can't be put into the trash.", schema.Default(false)))
}

func (res history) revisionRoutes() []rest.Route {
	shown := res.revisionResource()
	parent := argParent.Arg(schema.Int("Id of the entry that the revisions belong to."))
	id := rest.ID.Arg(schema.Int("Id of the revision."))
	list := append([]rest.Arg{parent, shown.ContextArg(rest.View)}, RevisionListArgs()...)
	base := res.base + `/(?P<parent>[\d]+)/revisions`
	return []rest.Route{
		{
			Namespace: res.Type.RESTNamespace(), Pattern: base, Schema: shown.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: list, Allow: res.allowRevisions,
				Handle: func(r *rest.Request) (*rest.Response, error) { return res.listRevisions(r, shown) },
			}},
		},
		{
			Namespace: res.Type.RESTNamespace(), Pattern: base + `/(?P<id>[\d]+)`, Schema: shown.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Args: []rest.Arg{parent, id, shown.ContextArg(rest.View)}, Allow: res.allowRevisions,
					Handle: func(r *rest.Request) (*rest.Response, error) {
						e, err := res.loadRevision(r)
						if err != nil {
							return nil, err
						}
						return rest.OK(shown.Item(r, e)), nil
					},
				},
				{Methods: rest.Deletable, Args: []rest.Arg{parent, id, ForceArg()}, Allow: res.allowDeleteRevision, Handle: res.deleteRevision, Scalar: rest.ScalarIgnored},
			},
		},
	}
}

// loadParent is the entry whose revisions a request asks for.
func (res history) loadParent(r *rest.Request, id int64) (*content.Entry, error) {
	e, err := res.loadID(r, id)
	if errors.Is(err, errInvalidID) {
		return nil, errInvalidParent
	}
	return e, err
}

func (res history) allowRevisions(r *rest.Request) error {
	parent, err := res.loadParent(r, argParent.Of(r))
	if err != nil {
		return err
	}
	if !res.Entries.CanEdit(r.Context(), r.Actor, parent) {
		return errReadRevisions
	}
	return nil
}

// LoadRevision is the revision of an entry that a request names, or the fault
// that there is none.
func LoadRevision(r *rest.Request, store content.Store, parent int64) (*content.Entry, error) {
	e, err := store.EntryByID(r.Context(), rest.ID.Of(r))
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil, errInvalidID
	case err != nil:
		return nil, err
	case e.Type != content.TypeRevision:
		return nil, errInvalidID
	case e.Parent != parent:
		return nil, ErrOtherParent
	}
	return e, nil
}

func (res history) loadRevision(r *rest.Request) (*content.Entry, error) {
	return LoadRevision(r, res.Store, argParent.Of(r))
}

func (res history) listRevisions(r *rest.Request, shown *representation) (*rest.Response, error) {
	list, info, err := ListRevisions(r, res.Store, argParent.Of(r))
	if err != nil {
		return nil, err
	}
	return &rest.Response{Body: shown.Items(r, list), Page: info}, nil
}

// ListRevisions is the window of an entry's revisions that a request asks for.
func ListRevisions(r *rest.Request, store content.Store, parent int64) ([]*content.Entry, *rest.PageInfo, error) {
	ordered := rest.OrderBy.Declared(r)
	if ordered && rest.OrderBy.Of(r) == "relevance" {
		if s := rest.Search.Of(r); s == "" || s == "0" {
			return nil, nil, errNoSearch
		}
	}
	if ordered && rest.OrderBy.Of(r) == "include" && len(argIncludeList.Of(r)) == 0 {
		return nil, nil, errNoInclude
	}
	q := revisionQuery(r, parent)
	page, err := store.ListEntries(r.Context(), q)
	if err != nil {
		return nil, nil, err
	}
	pages := 0
	if page.Total > 0 {
		pages = 1
		if q.Limit > 0 {
			pages = (page.Total + q.Limit - 1) / q.Limit
		}
		if rest.Skip.Has(r) && int(rest.Skip.Of(r)) >= page.Total {
			return nil, nil, errRevisionOffset
		}
		if !rest.Skip.Has(r) && int(rest.Page.Of(r)) > pages {
			return nil, nil, errRevisionPage
		}
	}
	return page.Entries, &rest.PageInfo{Total: page.Total, Page: int(rest.Page.Of(r)), PerPage: q.Limit, Pages: &pages}, nil
}

func revisionQuery(r *rest.Request, parent int64) content.Query {
	by, desc := content.ByDate, true
	if s := rest.OrderBy.Of(r); s != "" && rest.OrderBy.Declared(r) {
		by, desc = content.OrderBy(s), rest.Order.Of(r) == "desc"
	}
	q := content.Query{
		Types: []string{content.TypeRevision}, Statuses: []content.Status{content.Inherit}, Parents: []int64{parent},
		Limit: int(rest.PerPage.Of(r)),
		// Compat (TestRevisions): what is equal but for its date comes as it was made.
		Order: []content.Order{{By: by, Desc: desc}, {By: content.ByID, Desc: desc && by == content.ByDate}},
	}
	if rest.Search.Declared(r) {
		q.Search = searchOf(r)
	}
	if rest.Include.Declared(r) {
		if q.IDs = rest.Include.Of(r); q.IDs == nil {
			q.NotIDs = rest.Exclude.Of(r)
		}
	}
	switch by {
	case content.ByInclude:
		q.Order = q.Order[:1]
	case content.BySlugList:
		q.Order = []content.Order{{By: content.ByDate}, {By: content.ByID}} // Compat (TestRevisions): whatever the direction
	}
	if q.Limit > 0 {
		q.Offset = rest.PageOffset(rest.Page.Of(r), q.Limit)
		if rest.Skip.Has(r) {
			q.Offset = rest.Offset(max(rest.Skip.Of(r), 0))
		}
	}
	return q
}

// allowDeleteRevision never allows it.
//
// Compat (TestRevisions): the reference refuses everybody, since nobody has the right that it
// asks for on the revision itself.
func (res history) allowDeleteRevision(r *rest.Request) error {
	parent, err := res.loadParent(r, argParent.Of(r))
	if err != nil {
		return err
	}
	if !res.Entries.CanDelete(r.Context(), r.Actor, parent) {
		return errDeleteRevision
	}
	if _, err := res.loadRevision(r); err != nil {
		return err
	}
	return errDeleteRevision
}

func (res history) deleteRevision(*rest.Request) (*rest.Response, error) {
	return nil, errDeleteRevision
}
