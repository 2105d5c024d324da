package entry

import (
	"cmp"
	"context"
	"errors"
	"math"

	"quoin/internal/content"
	"quoin/internal/core/meta"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/scope"
	"quoin/internal/user"
	"quoin/internal/wire"
)

var (
	errAuthor   = fault.BadRequest("rest_invalid_author", "There is no such user.")
	errNoParent = fault.BadRequest("rest_post_invalid_id", "There is no entry with the id of the parent.")
	errDate     = fault.BadRequest("invalid_date", "The date is out of range.")
	errConflict = fault.BadRequest("rest_invalid_field", "An entry can't be sticky and have a password.")
)

// create stores a new entry and all that belongs to it.
func (res *Resource) create(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	if r.Has("id") {
		// Compat: a new entry may not say which one it is, not even that it is none.
		return nil, errInvalidID
	}
	c, err := res.change(r, nil)
	if err != nil {
		return nil, err
	}
	if c.Status != nil && !res.mayTurn(r, nil, *c.Status) {
		return nil, errPublish
	}
	e, err := res.Insert(ctx, r, c)
	if err != nil {
		return nil, err
	}
	return res.CreatedAs(e), nil
}

// ChangeOf is what a write asks for; before is nil on create.
func (res *Resource) ChangeOf(r *rest.Request, before *content.Entry) (content.Change, error) {
	return res.change(r, before)
}

// Insert stores a new entry and all that belongs to it.
func (res *Resource) Insert(ctx context.Context, r *rest.Request, c content.Change) (*content.Entry, error) {
	e, err := res.Entries.Create(ctx, r.Actor, res.Type.Name, c)
	if err != nil {
		return nil, err
	}
	return e, res.belongings(ctx, r, nil, e)
}

// CreatedAs answers that an entry was created.
func (res *Resource) CreatedAs(e *content.Entry) *rest.Response {
	return rest.Created(res.path(e.ID), res.written(e.ID))
}

// Written answers a write with the entry as it is now, in context edit.
func (res *Resource) Written(id int64) *rest.Response {
	return &rest.Response{Later: res.written(id)}
}

// MayCreate is the usual right to create, MayUpdate the one to update.
func (res *Resource) MayCreate(r *rest.Request) error { return res.mayCreate(r) }

// MayUpdate is the usual right to update.
func (res *Resource) MayUpdate(r *rest.Request) error { return res.mayUpdate(r) }

// Load is the entry that a request names, or the fault that there is none.
func (res *Resource) Load(r *rest.Request) (*content.Entry, error) { return res.load(r) }

// Path is the address of an entry of the resource.
func (res *Resource) Path(id int64) wire.Ref { return res.path(id) }

// WriteArgs are the arguments that updates take from the fields.
func (res *Resource) WriteArgs() []rest.Arg {
	res.prepare()
	return res.rest.WriteArgs(false)
}

// SetFeatured sets or removes the main image that a request names.
func (res *Resource) SetFeatured(ctx context.Context, r *rest.Request, e *content.Entry) error {
	return res.setFeatured(ctx, r, e)
}

// StoreMeta replaces the values of a meta key, in the database and in the entry
// at hand.
func (res *Resource) StoreMeta(ctx context.Context, e *content.Entry, key string, values ...any) error {
	return res.store(ctx, e, key, values...)
}

// update changes an entry and all that belongs to it.
func (res *Resource) update(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	before, err := res.load(r)
	if err != nil {
		return nil, err
	}
	c, err := res.change(r, before)
	if err != nil {
		return nil, err
	}
	if c.Status != nil && *c.Status != before.Status && !res.mayTurn(r, before, *c.Status) {
		return nil, errPublish
	}
	e, err := res.Entries.Update(ctx, r.Actor, before, c)
	if err != nil {
		return nil, err
	}
	if err := res.belongings(ctx, r, before, e); err != nil {
		return nil, err
	}
	if err := res.Entries.SaveRevision(ctx, r.Actor, e); err != nil {
		return nil, err
	}
	return &rest.Response{Later: res.written(e.ID)}, nil
}

// written answers a write: the entry as it is now, in context edit.
func (res *Resource) written(id int64) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		e, err := res.Store.EntryByID(r.Context(), id)
		if err != nil {
			return nil, err
		}
		if !e.Status.FloatsSlug() {
			scope.Put(r.Context(), settledKey{id}, e.Slug)
		}
		r.Set("context", "edit")
		return res.rest.Item(r, e), nil
	}
}

// mayTurn tells whether the caller may give an entry a status.
func (res *Resource) mayTurn(r *rest.Request, _ *content.Entry, status content.Status) bool {
	switch status {
	case content.Publish, content.Future, content.Private:
		return r.Actor.Can(res.Type.Caps.Publish)
	}
	return true
}

// change is what a write asks for; before is nil on create.
func (res *Resource) change(r *rest.Request, before *content.Entry) (content.Change, error) {
	var c content.Change
	c.Title = rawText(r, "title", false)
	c.Content = rawText(r, "content", true)
	if c.Content != nil && before != nil && res.ofBlocks() {
		text := canonical(res.Env, *c.Content)
		c.Content = &text
	}
	c.Excerpt = rawText(r, "excerpt", true)
	texts := map[string]**string{"slug": &c.Slug, "password": &c.Password}
	for name, dst := range texts {
		if r.Given(name) && res.has(name) {
			v := r.Text(name)
			*dst = &v
		}
	}
	for name, dst := range map[string]**string{"comment_status": &c.CommentStatus, "ping_status": &c.PingStatus} {
		if v := r.Text(name); v != "" && res.has(name) {
			*dst = &v
		}
	}
	if r.Given("status") {
		// Compat: null, which cleaning makes empty, means a draft.
		s := cmp.Or(content.Status(r.Text("status")), content.Draft)
		c.Status = &s
	}
	if r.Given("menu_order") && res.has("menu_order") {
		n := min(max(r.Int("menu_order"), math.MinInt32), math.MaxInt32)
		c.MenuOrder = &n
	}
	if err := res.changeDate(r, before, &c); err != nil {
		return c, err
	}
	if err := res.changeAuthor(r, &c); err != nil {
		return c, err
	}
	if err := res.changeParent(r, before, &c); err != nil {
		return c, err
	}
	if err := res.checkSticky(r, before, &c); err != nil {
		return c, err
	}
	if c.Slug != nil && res.noSlug(r, before, &c) {
		empty := ""
		c.Slug = &empty
	}
	if res.Change != nil {
		return c, res.Change(r, before, &c)
	}
	return c, nil
}

// ofBlocks tells whether content is written as blocks, which updates put into
// their usual form.
func (res *Resource) ofBlocks() bool {
	switch res.Type.Name {
	case content.TypePost, content.TypePage, content.TypeBlock, content.TypeNavigation:
		return true
	}
	return false
}

// has tells whether the resource has a field.
func (res *Resource) has(name string) bool {
	for i := range res.Fields {
		if res.Fields[i].Name == name {
			return true
		}
	}
	return false
}

// noSlug tells whether a pending entry stays without slug, as those of users
// without the right to publish do.
func (res *Resource) noSlug(r *rest.Request, before *content.Entry, c *content.Change) bool {
	status := content.Draft
	if before != nil {
		status = before.Status
	}
	if c.Status != nil {
		status = *c.Status
	}
	return status == content.Pending && !r.Actor.Can(res.Type.Caps.Publish)
}

// rawText reads a text that is given as a string or as the raw member of an
// object, where a number or a boolean is its text. An empty member counts only
// where it may clear. Anything else is passed over.
func rawText(r *rest.Request, name string, clears bool) *string {
	switch v := r.Param(name).(type) {
	case string:
		return &v
	case *wire.Object:
		switch raw := v.Get("raw").(type) {
		case nil, []any, *wire.Object:
		case string:
			if raw != "" || clears {
				return &raw
			}
		default:
			if s := schema.ToText(raw); clears || schema.ToBool(raw) {
				return &s
			}
		}
	}
	return nil
}

func (res *Resource) changeDate(r *rest.Request, before *content.Entry, c *content.Change) error {
	if !res.has("date") {
		return nil
	}
	for _, name := range []string{"date", "date_gmt"} {
		text := r.Text(name)
		if text == "" {
			continue
		}
		local, utc, ok := res.Site.ParseDate(r.Context(), text, name == "date_gmt")
		if !ok {
			return errDate
		}
		if before == nil || name == "date" && before.Date != local || name == "date_gmt" && before.DateUTC != utc {
			c.Date = &content.Date{Local: local, UTC: utc}
		}
		break
	}
	for _, name := range []string{"date", "date_gmt"} {
		if r.Present(name) && !r.Given(name) {
			c.Date, c.ResetDate = nil, true
		}
	}
	return nil
}

func (res *Resource) changeAuthor(r *rest.Request, c *content.Change) error {
	author := r.Int("author")
	if !res.has("author") || author == 0 {
		return nil
	}
	if author != r.Actor.ID {
		if _, err := res.Store.UserByID(r.Context(), author); errors.Is(err, user.ErrNotFound) {
			return errAuthor
		} else if err != nil {
			return err
		}
	}
	c.Author = &author
	return nil
}

func (res *Resource) changeParent(r *rest.Request, before *content.Entry, c *content.Change) error {
	if !res.Type.Hierarchical || !r.Given("parent") {
		return nil
	}
	parent := r.Int("parent")
	if parent != 0 {
		if _, err := res.Store.EntryByID(r.Context(), parent); errors.Is(err, content.ErrNotFound) {
			return errNoParent
		} else if err != nil {
			return err
		}
		if before != nil {
			chains, err := res.Store.Ancestors(r.Context(), []int64{parent})
			if err != nil {
				return err
			}
			for _, id := range append(chains[parent], parent) {
				if id == before.ID {
					parent = 0
				}
			}
		}
	}
	c.Parent = &parent
	return nil
}

// checkSticky refuses entries that would be sticky and have a password.
func (res *Resource) checkSticky(r *rest.Request, before *content.Entry, c *content.Change) error {
	if !res.has("sticky") {
		return nil
	}
	if c.Password != nil && *c.Password != "" && (r.Bool("sticky") || before != nil && before.Sticky) {
		return errConflict
	}
	if r.Bool("sticky") && before != nil && before.Password != "" {
		return errConflict
	}
	return nil
}

// belongings stores what belongs to an entry without being part of it. Its
// order is part of the contract: faults of later steps keep the earlier ones.
func (res *Resource) belongings(ctx context.Context, r *rest.Request, before, e *content.Entry) error {
	if err := res.setMarks(ctx, r, before, e); err != nil {
		return err
	}
	if err := res.setTerms(ctx, r, before, e); err != nil {
		return err
	}
	if res.After != nil {
		if err := res.After(ctx, r, before, e); err != nil {
			return err
		}
	}
	return res.setMeta(ctx, r, e)
}

// setMarks stores sticky, main image, format and template.
func (res *Resource) setMarks(ctx context.Context, r *rest.Request, before, e *content.Entry) error {
	if res.has("sticky") && r.Given("sticky") && r.Bool("sticky") != e.Sticky {
		e.Sticky = r.Bool("sticky")
		if err := res.Store.UpdateEntry(ctx, e); err != nil {
			return err
		}
	}
	if res.has("featured_media") && r.Present("featured_media") && res.Type.Has("thumbnail") {
		if err := res.setFeatured(ctx, r, e); err != nil {
			return err
		}
	}
	if res.has("format") && r.Text("format") != "" {
		if err := res.setFormat(ctx, e, r.Text("format")); err != nil {
			return err
		}
	}
	if res.has("template") && r.Given("template") {
		return res.store(ctx, e, content.MetaTemplate, r.Text("template"))
	}
	return nil
}

// setFeatured sets or removes the main image. An id that nothing has is passed
// over; something that is no image removes it.
func (res *Resource) setFeatured(ctx context.Context, r *rest.Request, e *content.Entry) error {
	id := r.Int("featured_media")
	if id == 0 {
		return res.store(ctx, e, content.MetaFeaturedMedia)
	}
	media, err := res.Store.EntryByID(ctx, id)
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil
	case err != nil:
		return err
	case media.Type != content.TypeAttachment || !isImage(media):
		return res.store(ctx, e, content.MetaFeaturedMedia)
	}
	return res.store(ctx, e, content.MetaFeaturedMedia, id)
}

func isImage(e *content.Entry) bool { return len(e.MimeType) > 6 && e.MimeType[:6] == "image/" }

// store replaces the values of a meta key, in the database and in the entry at
// hand.
func (res *Resource) store(ctx context.Context, e *content.Entry, key string, values ...any) error {
	if err := res.Store.SetEntryMeta(ctx, e.ID, key, values...); err != nil {
		return err
	}
	if e.Meta == nil {
		e.Meta = content.Meta{}
	}
	if len(values) == 0 {
		delete(e.Meta, key)
	} else {
		e.Meta[key] = values
	}
	return nil
}

func (res *Resource) setMeta(ctx context.Context, r *rest.Request, e *content.Entry) error {
	given, ok := r.Param("meta").(*wire.Object)
	if !ok || !res.has("meta") {
		return nil
	}
	return res.MetaOf(res.Type.Name).Write(ctx, given, meta.Writer{
		Actor: r.Actor, Stored: e.Meta, May: res.fields().CanEdit(r, e),
		Store: func(ctx context.Context, key string, values ...any) error { return res.store(ctx, e, key, values...) },
	})
}

// delete trashes an entry, or removes it with force.
func (res *Resource) delete(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	e, err := res.load(r)
	if err != nil {
		return nil, err
	}
	if r.Bool("force") {
		// What is answered is the entry as it was, so it is built first.
		r.Set("context", res.DeletedContext)
		previous := res.rest.Deleted(r, e, res.DeletedContext)
		if err := res.Entries.Delete(ctx, e); err != nil {
			return nil, err
		}
		if res.Removed == nil {
			return rest.OK(previous), nil
		}
		return &rest.Response{Later: func(r *rest.Request) (any, error) {
			res.Removed(r.Context(), e)
			return previous, nil
		}}, nil
	}
	if res.NoTrash || res.TrashOff != nil && res.TrashOff(r) {
		return nil, errNoTrash
	}
	if e.Status == content.Trash {
		return nil, errTrashed
	}
	if _, err := res.Entries.Trash(ctx, r.Actor, e); err != nil {
		return nil, err
	}
	return &rest.Response{Later: res.written(e.ID)}, nil
}
