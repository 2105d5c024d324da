package entry

import (
	"errors"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
)

// Load is the entry that a request names, or the fault that there is none.
func (res *Resource) Load(r *rest.Request) (*content.Entry, error) {
	return res.loadID(r, rest.ID.Of(r))
}

func (res *Resource) loadID(r *rest.Request, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, errInvalidID
	}
	e, err := res.Store.EntryByID(r.Context(), id)
	if errors.Is(err, content.ErrNotFound) || err == nil && e.Type != res.Type.Name {
		return nil, errInvalidID
	}
	return e, err
}

func (res *Resource) allowList(r *rest.Request) error {
	if res.List.Allow != nil {
		return res.List.Allow(r)
	}
	if r.ViewContext() == rest.Edit && !r.Actor.Can(res.Type.Caps.EditOwn) {
		return errForbiddenContext
	}
	return nil
}

func (res *Resource) allowGet(r *rest.Request) error {
	e, err := res.Load(r)
	if err != nil {
		return err
	}
	if r.ViewContext() == rest.Edit && !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errForbiddenContext
	}
	if password, ok := argPassword.Query(r); ok && password != "" && password != e.Password {
		return errPassword
	}
	if !res.Entries.CanRead(r.Context(), r.Actor, e) {
		return rest.Forbidden
	}
	if res.Get.Allow != nil {
		return res.Get.Allow(r)
	}
	return nil
}

func (res *Resource) allowCreate(r *rest.Request) error {
	if says(r, rest.ID) {
		return errExists
	}
	if res.Create.Allow != nil {
		return res.Create.Allow(r)
	}
	return res.MayCreate(r)
}

// says tells whether a parameter says something: null, zero and what is empty
// don't.
func says[T any](r *rest.Request, p rest.Param[T]) bool { return schema.ToBool(p.Value(r)) }

// forOthers tells whether an entry shall be somebody else's. What isn't the
// caller's number can't be theirs: the Allow header of a faulty request is told
// by this too.
func forOthers(r *rest.Request) bool {
	if !says(r, argAuthor) {
		return false
	}
	id, ok := argAuthor.Value(r).(int64)
	return !ok || id != r.Actor.ID
}

// MayCreate is the usual right to create.
func (res *Resource) MayCreate(r *rest.Request) error {
	c := res.Type.Caps
	if forOthers(r) && !r.Actor.Can(c.EditOthers) {
		return errEditOthers
	}
	if argSticky.Of(r) && !r.Actor.Can(c.EditOthers) && !r.Actor.Can(c.Publish) {
		return errSticky
	}
	if !r.Actor.Can(c.Create) {
		return errCreate
	}
	return res.mayAssign(r)
}

// MayUpdate is the usual right to update.
func (res *Resource) MayUpdate(r *rest.Request) error {
	e, err := res.Load(r)
	if err != nil {
		return err
	}
	c := res.Type.Caps
	if !res.Entries.CanEdit(r.Context(), r.Actor, e) {
		return errEdit
	}
	if forOthers(r) && !r.Actor.Can(c.EditOthers) {
		return errEditOthers
	}
	if argSticky.Of(r) && !r.Actor.Can(c.EditOthers) && !r.Actor.Can(c.Publish) {
		return errSticky
	}
	return res.mayAssign(r)
}

func (res *Resource) allowDelete(r *rest.Request) error {
	e, err := res.Load(r)
	if err != nil {
		return err
	}
	if !res.Entries.CanDelete(r.Context(), r.Actor, e) {
		return errDelete
	}
	return nil
}
