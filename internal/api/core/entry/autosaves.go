package entry

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errNoAutosave = fault.NotFound("rest_post_no_autosave", "The entry has no autosave.")

// autosaveResource is what autosaves look like: revisions with a link to a
// preview.
func (res history) autosaveResource() *representation {
	shown := res.revisionResource()
	if !res.Type.Has("revisions") {
		shown.Fields = res.autosaveFields()
	}
	shown.Fields = append(shown.Fields, Field{
		Name:   "preview_link",
		Schema: schema.Str("Address of a preview.", schema.Format(schema.URI), rest.OnlyEdit, schema.Readonly()),
		Read:   res.previewLink,
	})
	return shown
}

// autosaveFields are the fields of autosaves of types without revisions.
//
// Compat (core-v2/menu-items.routes): types whose entries show no guid show that of autosaves whole, and
// call it a string.
func (res history) autosaveFields() []Field {
	fields := res.revisionFields()
	for i := range fields {
		if fields[i].Name != "guid" || res.has("guid") {
			continue
		}
		fields[i] = Field{
			Name: "guid", Schema: schema.Str("The address by which the autosave is known forever.", rest.NotEmbed, schema.Exactly(func(s *schema.Schema) {
				s.Types = []string{schema.Object}
				s.Properties = []schema.Property{schema.Prop("rendered", schema.Str("")), schema.Prop("raw", schema.Str("", rest.OnlyEdit))}
			})),
			Read: func(_ *rest.Request, e *content.Entry) any {
				return wire.NewObject("rendered", e.GUID, "raw", e.GUID)
			},
		}
	}
	return fields
}

// previewLink is where an editor sees what an autosave would look like.
func (res history) previewLink(r *rest.Request, e *content.Entry) any {
	ctx := r.Context()
	if !res.Type.Public {
		return ""
	}
	if e.Type != content.TypeRevision {
		return addQuery(res.Env.Links.Link(ctx, e), "preview=true")
	}
	parent, err := res.Store.EntryByID(ctx, e.Parent)
	if err != nil {
		return ""
	}
	id := wire.Encode(parent.ID, nil)
	nonce := previewNonce(parent.ID, r.Actor.ID)
	return addQuery(res.Env.Links.Link(ctx, parent), "preview_id="+string(id)+"&preview_nonce="+url.QueryEscape(nonce)+"&preview=true")
}

func addQuery(address, query string) string {
	if strings.Contains(address, "?") {
		return address + "&" + query
	}
	return address + "?" + query
}

func (res history) autosaveRoutes() []rest.Route {
	shown := res.autosaveResource()
	parent := argParent.Arg(schema.Int("Id of the entry that the autosave belongs to."))
	base := res.base + `/(?P<id>[\d]+)/autosaves`
	create := withArg(parent, res.rest.WriteArgs(false))
	return []rest.Route{
		{
			Namespace: res.Type.RESTNamespace(), Pattern: base, Schema: shown.Schema,
			Endpoints: []rest.Endpoint{
				{
					Methods: rest.Readable, Answers: rest.ShapeList, Args: []rest.Arg{parent, shown.ContextArg(rest.View)}, Allow: res.allowAutosaves,
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.listAutosaves(r, shown) },
				},
				{
					Methods: rest.Creatable, Args: create, Allow: res.MayUpdate, Prepare: res.prepareUpdate,
					Handle: func(r *rest.Request) (*rest.Response, error) { return res.createAutosave(r, shown) },
					Status: http.StatusOK,
					// Who saves for the same entry waits: each user has one row.
					Concurrent: res.Concurrent, Changes: "id", Within: res.drafts(),
				},
			},
		},
		{
			Namespace: res.Type.RESTNamespace(), Pattern: res.base + `/(?P<parent>[\d]+)/autosaves/(?P<id>[\d]+)`, Schema: shown.Schema,
			Endpoints: []rest.Endpoint{{
				Methods: rest.Readable, Args: []rest.Arg{parent, rest.ID.Arg(schema.Int("Id of the autosave.")), shown.ContextArg(rest.View)},
				Allow: res.allowRevisions,
				Handle: func(r *rest.Request) (*rest.Response, error) {
					e, err := res.Store.Autosave(r.Context(), argParent.Of(r), 0)
					if err != nil {
						return nil, err
					}
					if e == nil {
						return nil, errNoAutosave
					}
					return rest.OK(shown.Item(r, e)), nil
				},
			}},
		},
	}
}

// withArg are arguments after one of the route. Where a field of the type has its name, it is that of
// the field.
func withArg(first rest.Arg, args []rest.Arg) []rest.Arg {
	if i := slices.IndexFunc(args, func(a rest.Arg) bool { return a.Name == first.Name }); i >= 0 {
		first = args[i]
		args = slices.Delete(args, i, i+1)
	}
	return append([]rest.Arg{first}, args...)
}

func (res history) allowAutosaves(r *rest.Request) error {
	e, err := res.loadParent(r, rest.ID.Of(r))
	if err != nil {
		return err
	}
	if !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errReadRevisions
	}
	return nil
}

func (res history) listAutosaves(r *rest.Request, shown *representation) (*rest.Response, error) {
	id := rest.ID.Of(r)
	page, err := res.Store.ListEntries(r.Context(), content.Query{
		Types: []string{content.TypeRevision}, Parents: []int64{id}, Slugs: []string{content.AutosaveSlug(id)},
		Order: []content.Order{{By: content.ByDate, Desc: true}, {By: content.ByID, Desc: true}}, SkipTotal: true,
	})
	if err != nil {
		return nil, err
	}
	return rest.OK(shown.Items(r, page.Entries)), nil
}

// createAutosave keeps unsaved changes: in the entry itself when it is the
// caller's own draft, else in a row of the caller's.
func (res history) createAutosave(r *rest.Request, shown *representation) (*rest.Response, error) {
	ctx := r.Context()
	e, err := res.Load(r)
	if err != nil {
		return nil, err
	}
	c, err := res.ChangeOf(r, e)
	if err != nil && fault.As(err) == nil {
		return nil, err
	}
	if err != nil {
		c = content.Change{} // Compat (TestAutosavesOfWhatCantBe): with something that can't be, nothing is taken over
	}
	// What isn't part of the row stays as it is.
	c.Sticky, c.FeaturedMedia, c.Format, c.Terms, c.Meta = nil, nil, nil, nil, nil
	draft := e.Status == content.Draft || e.Status == content.AutoDraft
	var saved *content.Entry
	if draft && e.Author == r.Actor.ID && !res.lockedByOther(r, e) {
		// Compat (TestSlugOfAutosave): a slug isn't held against those of others.
		c.NoRevision, c.ShareSlug = true, true
		if saved, err = res.Entries.Update(ctx, r.Actor, e, c); err != nil {
			return nil, err
		}
	} else {
		c.Meta = res.revisedMeta(r)
		if saved, err = res.Entries.Autosave(ctx, r.Actor, e, c); err != nil {
			return nil, err
		}
	}
	return &rest.Response{AfterCommit: func(r *rest.Request) (any, error) {
		rest.Context.Set(r, rest.Edit)
		return shown.Item(r, saved), nil
	}}, nil
}

// revisedMeta are the meta values of a request that autosaves keep.
func (res history) revisedMeta(r *rest.Request) content.Meta {
	given := argMeta.Of(r)
	out := content.Meta{}
	for _, key := range content.RevisionedMeta() {
		switch v, _ := given.Lookup(key); v.(type) {
		case nil:
		case []any, *wire.Object:
			out[key] = []any{v}
		default:
			out[key] = []any{schema.ToText(v)}
		}
	}
	return out
}

// lockedByOther tells whether another user has the entry open right now.
func (res history) lockedByOther(r *rest.Request, e *content.Entry) bool {
	return content.LockOf(e).KeepsOut(r.Actor.ID, res.Site.Clock())
}
