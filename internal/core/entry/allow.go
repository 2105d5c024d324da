package entry

import (
	"errors"
	"slices"

	"quoin/internal/content"
	"quoin/internal/rest"
	"quoin/internal/schema"
)

// load is the entry that a request names, or the fault that there is none.
func (res *Resource) load(r *rest.Request) (*content.Entry, error) {
	return res.loadID(r, r.Int("id"))
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
	if res.AllowList != nil {
		return res.AllowList(r)
	}
	if r.ViewContext() == "edit" && !r.Actor.Can(res.Type.Caps.EditOwn) {
		return errForbiddenContext
	}
	return nil
}

func (res *Resource) allowGet(r *rest.Request) error {
	e, err := res.load(r)
	if err != nil {
		return err
	}
	if r.ViewContext() == "edit" && !res.fields().CanEdit(r, e) {
		return errForbiddenContext
	}
	if password, ok := r.Query("password"); ok && password != "" && password != e.Password && !res.NoPassword {
		return errPassword
	}
	if !res.fields().Readable(r, e) {
		return rest.Forbidden
	}
	if res.AllowGet != nil {
		return res.AllowGet(r)
	}
	return nil
}

func (res *Resource) allowCreate(r *rest.Request) error {
	if given(r, "id") {
		return errExists
	}
	if res.AllowCreate != nil {
		return res.AllowCreate(r)
	}
	return res.mayCreate(r)
}

// given tells whether a parameter says something: null, zero and what is empty
// don't.
func given(r *rest.Request, name string) bool { return schema.ToBool(r.Param(name)) }

// forOthers tells whether an entry shall be somebody else's. What isn't the
// caller's number can't be theirs: the Allow header of a faulty request is told
// by this too.
func forOthers(r *rest.Request) bool {
	if !given(r, "author") {
		return false
	}
	id, ok := r.Param("author").(int64)
	return !ok || id != r.Actor.ID
}

// mayCreate is the usual right to create.
func (res *Resource) mayCreate(r *rest.Request) error {
	c := res.Type.Caps
	if forOthers(r) && !r.Actor.Can(c.EditOthers) {
		return errEditOthers
	}
	if r.Bool("sticky") && !r.Actor.Can(c.EditOthers) && !r.Actor.Can(c.Publish) {
		return errSticky
	}
	if !r.Actor.Can(c.Create) {
		return errCreate
	}
	return res.mayAssign(r)
}

func (res *Resource) allowUpdate(r *rest.Request) error {
	if res.AllowUpdate != nil {
		return res.AllowUpdate(r)
	}
	return res.mayUpdate(r)
}

// mayUpdate is the usual right to update.
func (res *Resource) mayUpdate(r *rest.Request) error {
	e, err := res.load(r)
	if err != nil {
		return err
	}
	c := res.Type.Caps
	if !res.fields().CanEdit(r, e) {
		return errEdit
	}
	if forOthers(r) && !r.Actor.Can(c.EditOthers) {
		return errEditOthers
	}
	if r.Bool("sticky") && !r.Actor.Can(c.EditOthers) && !r.Actor.Can(c.Publish) {
		return errSticky
	}
	return res.mayAssign(r)
}

func (res *Resource) allowDelete(r *rest.Request) error {
	if res.AllowDelete != nil {
		return res.AllowDelete(r)
	}
	e, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.mayDelete(r, e) {
		return errDelete
	}
	return nil
}

// privacyPage is the option that holds the page of the privacy policy.
const privacyPage = "wp_page_for_privacy_policy"

// CanEdit is the right to edit an entry; the privacy policy needs the right to
// change the settings of the site.
func (f Fields) CanEdit(r *rest.Request, e *content.Entry) bool {
	return f.Entries.CanEdit(r.Actor, e) && (!f.isSet(r, e, privacyPage) || r.Actor.Can("manage_options"))
}

// mayDelete is the right to delete an entry; what the site leans on needs the
// right to change its settings.
func (res *Resource) mayDelete(r *rest.Request, e *content.Entry) bool {
	if res.fields().isSet(r, e, "page_on_front", "page_for_posts", privacyPage) && !r.Actor.Can("manage_options") {
		return false
	}
	return res.Entries.CanDelete(r.Actor, e)
}

// isSet tells whether one of the options names a page.
func (f Fields) isSet(r *rest.Request, e *content.Entry, options ...string) bool {
	return e.Type == content.TypePage && slices.ContainsFunc(options, func(option string) bool {
		return f.Site.Int(r.Context(), option, 0) == e.ID
	})
}
