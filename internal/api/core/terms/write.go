package terms

import (
	"cmp"
	"errors"

	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/scope"
)

// canEdit tells whether the caller may edit terms of the taxonomy.
func (res *Resource) canEdit(r *rest.Request) bool { return r.Actor.Can(res.Tax.Caps.Edit) }

func (res *Resource) canEditTerm(r *rest.Request, _ *taxonomy.Term) bool { return res.canEdit(r) }

// canCreate tells whether the caller may create terms: in flat taxonomies,
// whoever may assign them.
func (res *Resource) canCreate(r *rest.Request) bool {
	if res.Tax.Hierarchical {
		return res.canEdit(r)
	}
	return r.Actor.Can(res.Tax.Caps.Assign)
}

func (res *Resource) canDelete(r *rest.Request, t *taxonomy.Term) bool {
	if t.Taxonomy == taxonomy.Category && site.DefaultCategory.Of(r.Context(), res.Site) == t.ID {
		return false
	}
	return r.Actor.Can(res.Tax.Caps.Delete)
}

func (res *Resource) allowCreate(r *rest.Request) error {
	if !res.canCreate(r) {
		return errCreate
	}
	return nil
}

func (res *Resource) allowUpdate(r *rest.Request) error {
	t, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.canEditTerm(r, t) {
		return errUpdate
	}
	return nil
}

func (res *Resource) allowDelete(r *rest.Request) error {
	t, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.canDelete(r, t) {
		return errDelete
	}
	return nil
}

// prepareWrite filters the texts of a write before its transaction.
func (res *Resource) prepareWrite(r *rest.Request) {
	name, description := argName.Of(r), argDescription.Of(r)
	if max(len(name), len(description)) > scope.ShortText && r.Endpoint.Allow(r) == nil {
		res.Terms.Prepare(r.Context(), taxonomy.Change{Name: &name, Description: &description})
	}
}

// change is what a write asks for; before is nil on create.
func (res *Resource) change(r *rest.Request, before *taxonomy.Term) (taxonomy.Change, error) {
	c := taxonomy.Change{Name: argName.OrNil(r), Description: argDescription.OrNil(r), Slug: argOwnSlug.OrNil(r)}
	if argParent.Given(r) {
		if !res.Tax.Hierarchical {
			return c, errFlat
		}
		parent := argParent.Of(r)
		if parent != 0 {
			t, err := res.Store.TermByID(r.Context(), parent)
			if errors.Is(err, taxonomy.ErrNotFound) || err == nil && t.Taxonomy != res.Tax.Name {
				return c, errParent
			}
			if err != nil {
				return c, err
			}
		}
		c.Parent = &parent
	}
	if res.Change != nil {
		return c, res.Change(r, before, &c)
	}
	return c, nil
}

func (res *Resource) create(r *rest.Request) (*rest.Response, error) {
	c, err := res.change(r, nil)
	if err != nil {
		return nil, err
	}
	var bad error
	c.Meta, bad = res.metaOf(r, nil)
	t, err := res.Terms.Create(r.Context(), res.Tax.Name, c)
	if err != nil && res.FaultOfCreate != nil {
		err = res.FaultOfCreate(err)
	}
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(res.after(r, t), bad); err != nil {
		return nil, err
	}
	return rest.Created(res.path(t.ID), res.written(t.ID)), nil
}

func (res *Resource) update(r *rest.Request) (*rest.Response, error) {
	before, err := res.load(r)
	if err != nil {
		return nil, err
	}
	c, err := res.change(r, before)
	if err != nil {
		return nil, err
	}
	var bad error
	c.Meta, bad = res.metaOf(r, before.Meta)
	t, err := res.Terms.Update(r.Context(), before, c)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(res.after(r, t), bad); err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: res.written(t.ID)}, nil
}

// after stores what isn't part of the term.
func (res *Resource) after(r *rest.Request, t *taxonomy.Term) error {
	if res.After != nil {
		if err := res.After(r.Context(), r, t); err != nil {
			return err
		}
	}
	return res.added.Write(r, t)
}

func (res *Resource) written(id int64) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		t, err := res.Store.TermByID(r.Context(), id)
		if err != nil {
			return nil, err
		}
		rest.Context.Set(r, res.WriteContext)
		return res.rest.Item(r, t), nil
	}
}

func (res *Resource) delete(r *rest.Request) (*rest.Response, error) {
	t, err := res.load(r)
	if err != nil {
		return nil, err
	}
	if !rest.Force.Of(r) {
		return nil, errNoTrash
	}
	rest.Context.Set(r, rest.View)
	previous := res.rest.Deleted(r, t, "view")
	if res.BeforeDelete != nil {
		if err := res.BeforeDelete(r.Context(), t); err != nil {
			return nil, err
		}
	}
	if err := res.Terms.Delete(r.Context(), t); err != nil {
		return nil, err
	}
	return rest.OK(previous), nil
}
