package templates

import (
	"errors"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/template"
	"quoin/internal/platform/fault"
)

var (
	errReadRevisions  = fault.Denied("rest_cannot_read", "You aren't allowed to see revisions of this template.")
	errDeleteRevision = fault.Denied("rest_cannot_delete", "You aren't allowed to delete revisions of this template.")
	errNoTrash        = fault.New(501, "rest_trash_not_supported", "Revisions can't be put into the trash. Set force to true to delete it.")
	errNoAutosave     = fault.NotFound("rest_post_no_autosave", "The template has no autosave.")
)

// parent is the stored template whose revisions or autosaves are asked for; an
// argument has its id.
func (res *resource) parent(r *rest.Request, arg rest.Param[string]) (*template.Template, error) {
	t, err := res.catalog.Find(r.Context(), res.typ.Name, arg.Of(r))
	switch {
	case errors.Is(err, template.ErrNotFound):
		return nil, errParent
	case err != nil:
		return nil, err
	case t.Entry == nil:
		return nil, errIsFile
	}
	return t, nil
}

func (res *resource) allowRevisions(arg rest.Param[string]) func(r *rest.Request) error {
	return func(r *rest.Request) error {
		t, err := res.parent(r, arg)
		if err != nil {
			return err
		}
		if !res.Entries.CanEdit(r.Context(), r.Actor, t.Entry) {
			return errReadRevisions
		}
		return nil
	}
}

type templateResource = *rest.Resource[*template.Template]

// items represents revisions of a template.
func (res *resource) items(r *rest.Request, shown templateResource, of *template.Template, list []*content.Entry) ([]*rest.Item, error) {
	out := make([]*rest.Item, len(list))
	for i, e := range list {
		item, err := res.item(r, shown, of, e)
		if err != nil {
			return nil, err
		}
		out[i] = item
	}
	return out, nil
}

func (res *resource) item(r *rest.Request, shown templateResource, of *template.Template, e *content.Entry) (*rest.Item, error) {
	t, err := res.catalog.Revision(r.Context(), of, e)
	if err != nil {
		return nil, err
	}
	return shown.Item(r, t), nil
}

func (res *resource) listRevisions(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argParent)
	if err != nil {
		return nil, err
	}
	list, info, err := entry.ListRevisions(r, res.Store, t.Entry.ID)
	if err != nil {
		return nil, err
	}
	items, err := res.items(r, shown, t, list)
	return &rest.Response{Body: items, Page: info}, err
}

func (res *resource) getRevision(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argParent)
	if err != nil {
		return nil, err
	}
	e, err := entry.LoadRevision(r, res.Store, t.Entry.ID)
	if err != nil {
		return nil, err
	}
	item, err := res.item(r, shown, t, e)
	return rest.OK(item), err
}

func (res *resource) allowDeleteRevision(r *rest.Request) error {
	t, err := res.parent(r, argParent)
	if err != nil {
		return err
	}
	if !res.Entries.CanDelete(r.Context(), r.Actor, t.Entry) {
		return errDeleteRevision
	}
	// Compat (TestRevisionsAreDeleted): whoever may delete revisions is told so at those of another entry, too.
	if _, err = entry.LoadRevision(r, res.Store, t.Entry.ID); errors.Is(err, entry.ErrOtherParent) {
		return nil
	}
	return err
}

func (res *resource) deleteRevision(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argParent)
	if err != nil {
		return nil, err
	}
	e, err := entry.LoadRevision(r, res.Store, t.Entry.ID)
	if err != nil {
		return nil, err
	}
	if !rest.Force.Of(r) {
		return nil, errNoTrash
	}
	kept, err := res.catalog.Revision(r.Context(), t, e)
	if err != nil {
		return nil, err
	}
	previous := shown.Deleted(r, kept, r.ViewContext())
	if err := res.Entries.Delete(r.Context(), e); err != nil {
		return nil, err
	}
	return rest.OK(previous), nil
}

func (res *resource) listAutosaves(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argID)
	if err != nil {
		return nil, err
	}
	page, err := res.Store.ListEntries(r.Context(), content.Query{
		Types: []string{content.TypeRevision}, Parents: []int64{t.Entry.ID}, Slugs: []string{content.AutosaveSlug(t.Entry.ID)},
		Order: []content.Order{{By: content.ByDate, Desc: true}, {By: content.ByID, Desc: true}}, SkipTotal: true,
	})
	if err != nil {
		return nil, err
	}
	items, err := res.items(r, shown, t, page.Entries)
	return rest.OK(items), err
}

// getAutosave answers the newest autosave, whatever number was asked for.
func (res *resource) getAutosave(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argParent)
	if err != nil {
		return nil, err
	}
	e, err := res.Store.Autosave(r.Context(), t.Entry.ID, 0)
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, errNoAutosave
	}
	item, err := res.item(r, shown, t, e)
	return rest.OK(item), err
}

func (res *resource) createAutosave(r *rest.Request, shown templateResource) (*rest.Response, error) {
	t, err := res.parent(r, argID)
	if err != nil {
		return nil, err
	}
	// Compat (TestOwnTemplates): an author is passed over; with one that there isn't, all is.
	c, err := res.change(r)
	if err != nil && fault.As(err) == nil {
		return nil, err
	}
	c.Author = nil
	if err != nil {
		c = content.Change{}
	}
	e, err := res.Entries.Autosave(r.Context(), r.Actor, t.Entry, c)
	if err != nil {
		return nil, err
	}
	rest.Context.Set(r, rest.Edit)
	item, err := res.item(r, shown, t, e)
	return rest.OK(item), err
}
