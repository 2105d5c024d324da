package fonts

import (
	"errors"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
)

const base = "/core/v2/font-families"

var (
	errRead    = fault.Denied("rest_cannot_read", "You aren't allowed to see the fonts of this site.")
	errCreate  = fault.Denied("rest_cannot_create", "You aren't allowed to add fonts.")
	errEdit    = fault.Denied("rest_cannot_edit", "You aren't allowed to edit this font.")
	errDelete  = fault.Denied("rest_cannot_delete", "You aren't allowed to delete this font.")
	errID      = fault.NotFound("rest_post_invalid_id", "There is no font with this id.")
	errFamily  = fault.NotFound("rest_post_invalid_parent", "There is no font family with this id.")
	errOther   = fault.NotFound("rest_font_face_parent_id_mismatch", "The font face belongs to another font family.")
	errExists  = fault.BadRequest("rest_post_exists", "The font exists already.")
	errPage    = fault.BadRequest("rest_post_invalid_page_number", "There are fewer pages than that.")
	errInclude = fault.BadRequest("rest_orderby_include_missing_include", "Ordering by include needs the include parameter.")
	errNoTrash = fault.New(501, "rest_trash_not_supported", "Fonts can't be put into the trash. Set force to true to delete it.")
)

type library struct {
	*env.Env
	family, face *content.Type
	families     *rest.Resource[*family]
	faces        *rest.Resource[*content.Entry]
}

func newLibrary(e *env.Env) *library {
	l := &library{Env: e, family: e.Types.Get(content.TypeFontFamily), face: e.Types.Get(content.TypeFontFace)}
	l.families = &rest.Resource[*family]{Title: content.TypeFontFamily, Fields: familyFields(), Links: familyLinks}
	l.faces = &rest.Resource[*content.Entry]{Title: content.TypeFontFace, Fields: faceFields(), Links: faceLinks}
	return l
}

// Routes are the routes of font families and their faces.
func Routes(e *env.Env) []rest.Route {
	l := newLibrary(e)
	id := rest.ID.Arg(schema.Int("Id of the font family."))
	of := rest.Arg{Name: argFontFamilyID.Name, Schema: schema.Int("Id of the font family."), Required: true}
	faceID := rest.Arg{Name: rest.ID.Name, Schema: schema.Int("Id of the font face."), Required: true}
	force := rest.Force.Arg(schema.Bool("Must be true, since fonts can't be put into the trash.", schema.Default(false)))
	context := l.families.ContextArg(rest.View)
	slug := argSlug.Arg(schema.List(schema.Str(""), "Limit the list to families with these slugs."))
	list := append([]rest.Arg{context}, listArgs()...)
	faces := base + `/(?P<font_family_id>[\d]+)/font-faces`
	return []rest.Route{
		{
			Namespace: "core/v2", Pattern: base, Schema: l.families.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: append(list[:len(list):len(list)], slug), Allow: l.allowList, Handle: l.listFamilies},
				{Methods: rest.Creatable, Args: l.familyArgs(), Allow: l.allowCreate(l.family), Handle: l.createFamily},
			},
		},
		{
			Namespace: "core/v2", Pattern: base + `/(?P<id>[\d]+)`, Schema: l.families.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{id, context}, Allow: l.allowGet(l.family), Handle: l.getFamily},
				{Methods: rest.Editable, Args: append([]rest.Arg{id}, l.familyArgs()...), Allow: l.allowUpdate, Handle: l.updateFamily},
				{Methods: rest.Deletable, Args: []rest.Arg{id, force}, Allow: l.allowDelete(l.family), Handle: l.deleteFamily},
			},
		},
		{
			Namespace: "core/v2", Pattern: faces, Schema: l.faces.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: append([]rest.Arg{of}, list...), Allow: l.allowList, Handle: l.listFaces},
				{
					Methods: rest.Creatable, Args: append([]rest.Arg{of}, l.faceArgs()...), Allow: l.allowCreate(l.face),
					Handle: l.createFace, NoTransaction: true,
				},
			},
		},
		{
			Namespace: "core/v2", Pattern: faces + `/(?P<id>[\d]+)`, Schema: l.faces.Schema,
			Endpoints: []rest.Endpoint{
				{Methods: rest.Readable, Args: []rest.Arg{of, faceID, context}, Allow: l.allowGet(l.face), Handle: l.getFace, Prefetch: l.prefetchFaces},
				{Methods: rest.Deletable, Args: []rest.Arg{of, faceID, force}, Allow: l.allowDelete(l.face), Handle: l.deleteFace},
			},
		},
	}
}

func listArgs() []rest.Arg {
	return []rest.Arg{
		rest.PageArg(),
		rest.PerPageArg("fonts", 10, 100),
		rest.ExcludeArg("fonts"),
		rest.IncludeArg("fonts"),
		{Name: "search_semantics", Schema: schema.Str("How the search is meant.", schema.Enum("exact"))},
		rest.SkipArg("fonts"),
		rest.OrderArg("desc"),
		rest.OrderByArg("id", "id", "include"),
	}
}

func (l *library) allowList(r *rest.Request) error {
	if !r.Actor.Can(l.family.Caps.Read) {
		return errRead
	}
	return nil
}

func (l *library) allowGet(t *content.Type) func(r *rest.Request) error {
	return func(r *rest.Request) error {
		if _, err := l.load(r, t); err != nil {
			return err
		}
		return l.allowList(r)
	}
}

func (l *library) allowCreate(t *content.Type) func(r *rest.Request) error {
	return func(r *rest.Request) error {
		if rest.ID.Of(r) != 0 {
			return errExists
		}
		if !r.Actor.Can(t.Caps.Create) {
			return errCreate
		}
		return nil
	}
}

func (l *library) allowUpdate(r *rest.Request) error {
	e, err := l.load(r, l.family)
	if err != nil {
		return err
	}
	if !l.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errEdit
	}
	return nil
}

func (l *library) allowDelete(t *content.Type) func(r *rest.Request) error {
	return func(r *rest.Request) error {
		e, err := l.load(r, t)
		if err != nil {
			return err
		}
		if !l.Entries.CanDelete(r.Context(), r.Actor, e) {
			return errDelete
		}
		return nil
	}
}

// load is the font that a request names, or the fault that there is none.
func (l *library) load(r *rest.Request, t *content.Type) (*content.Entry, error) {
	return l.find(r, rest.ID.Of(r), t, errID)
}

func (l *library) find(r *rest.Request, id int64, t *content.Type, missing error) (*content.Entry, error) {
	if id <= 0 {
		return nil, missing
	}
	e, err := l.Store.EntryByID(r.Context(), id)
	if errors.Is(err, content.ErrNotFound) || err == nil && e.Type != t.Name {
		return nil, missing
	}
	return e, err
}

// list is the window of fonts that a request asks for.
func (l *library) list(r *rest.Request, q content.Query, path string) ([]*content.Entry, *rest.PageInfo, error) {
	desc := rest.Order.Of(r) == "desc"
	q.Statuses, q.Limit = []content.Status{content.Publish}, int(rest.PerPage.Of(r))
	q.Order = []content.Order{{By: content.ByID, Desc: desc}}
	if rest.OrderBy.Of(r) == "include" {
		if len(argIncludeList.Of(r)) == 0 {
			return nil, nil, errInclude
		}
		q.Order = []content.Order{{By: content.ByInclude}}
	}
	if q.IDs = rest.Include.Of(r); q.IDs == nil {
		q.NotIDs = rest.Exclude.Of(r)
	}
	if argSlug.Declared(r) {
		for _, s := range argSlugList.Of(r) {
			q.Slugs = append(q.Slugs, l.Site.Slug(r.Context(), s))
		}
	}
	// No list is that long, and the offset can't overflow.
	q.Offset = (min(int(rest.Page.Of(r)), 1<<40) - 1) * q.Limit
	if n := int(rest.Skip.Of(r)); n != 0 {
		q.Offset = max(n, -n)
	}
	page, err := l.Store.ListEntries(r.Context(), q)
	if err != nil {
		return nil, nil, err
	}
	info := &rest.PageInfo{Total: page.Total, Page: int(rest.Page.Of(r)), PerPage: q.Limit, Path: path}
	if rest.Skip.Has(r) && q.Offset >= page.Total {
		info.Total = 0
	}
	if info.Total > 0 && info.Page > (info.Total+q.Limit-1)/q.Limit {
		return nil, nil, errPage
	}
	return page.Entries, info, nil
}
