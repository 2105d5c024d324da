package entry

import (
	"cmp"
	"context"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
)

// create stores a new entry and all that belongs to it.
func (res *Resource) create(r *rest.Request) (*rest.Response, error) {
	if rest.ID.Has(r) {
		// Compat (core-v2/posts-write#an id of one's own): a new entry may not say which one it is, not even that it is none.
		return nil, errInvalidID
	}
	c, err := res.ChangeOf(r, nil)
	if err != nil {
		return nil, err
	}
	if c.Status != nil && !res.canSetStatus(r, *c.Status) {
		return nil, errPublish
	}
	e, err := res.Insert(r.Context(), r, c)
	if err != nil {
		return nil, err
	}
	return res.CreatedAs(e), nil
}

// Insert stores a new entry and all that belongs to it. A fault of its custom
// fields comes with the entry, which is stored.
func (res *Resource) Insert(ctx context.Context, r *rest.Request, c content.Change) (*content.Entry, error) {
	bad, err := res.changeMeta(r, nil, &c)
	if err != nil {
		return nil, err
	}
	e, err := res.Entries.Create(ctx, r.Actor, res.Type.Name, c)
	if err != nil {
		return nil, err
	}
	return e, cmp.Or(res.added.Write(r.WithContext(ctx), e), bad)
}

// CreatedAs answers that an entry was created.
func (res *Resource) CreatedAs(e *content.Entry) *rest.Response {
	return rest.Created(res.Path(e.ID), res.written(e.ID))
}

// Written answers a write with the entry as it is now, in context edit.
func (res *Resource) Written(id int64) *rest.Response {
	return &rest.Response{AfterCommit: res.written(id)}
}

// WriteArgs are the arguments that updates take from the fields.
func (res *Resource) WriteArgs() []rest.Arg {
	res.prepare()
	return res.rest.WriteArgs(false)
}

// update changes an entry and all that belongs to it.
func (res *Resource) update(r *rest.Request) (*rest.Response, error) {
	before, err := res.Load(r)
	if err != nil {
		return nil, err
	}
	c, err := res.ChangeOf(r, before)
	if err != nil {
		return nil, err
	}
	if c.Status != nil && *c.Status != before.Status && !res.canSetStatus(r, *c.Status) {
		return nil, errPublish
	}
	bad, err := res.changeMeta(r, before, &c)
	if err != nil {
		return nil, err
	}
	// Compat (core-v2/posts-write#that made no revision): an update with a faulty custom field makes no revision.
	c.NoRevision = bad != nil
	e, err := res.Entries.Update(r.Context(), r.Actor, before, c)
	if err == nil {
		err = res.added.Write(r, e)
	}
	if err := cmp.Or(err, bad); err != nil {
		return nil, err
	}
	answer := res.written(e.ID)
	if !res.CountsOn {
		return &rest.Response{AfterCommit: answer}, nil
	}
	return &rest.Response{AfterCommit: func(r *rest.Request) (any, error) {
		if _, err := answer(r); err != nil {
			return nil, err
		}
		return answer(r)
	}}, nil
}

// written answers a write: the entry as it is now, in context edit.
func (res *Resource) written(id int64) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		e, err := res.Store.EntryByID(r.Context(), id)
		if err != nil {
			return nil, err
		}
		rest.Context.Set(r, rest.Edit)
		return res.stored.Item(r, e), nil
	}
}
