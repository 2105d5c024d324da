package entry

import (
	"cmp"
	"errors"
	"math"

	"quoin/internal/content"
	"quoin/internal/core/meta"
	"quoin/internal/fault"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/user"
	"quoin/internal/wire"
)

var (
	errAuthor   = fault.BadRequest("rest_invalid_author", "There is no such user.")
	errNoParent = fault.BadRequest("rest_post_invalid_id", "There is no entry with the id of the parent.")
	errDate     = fault.BadRequest("invalid_date", "The date is out of range.")
	errConflict = fault.BadRequest("rest_invalid_field", "An entry can't be sticky and have a password.")
)

// canSetStatus tells whether the caller may give an entry a status.
func (res *Resource) canSetStatus(r *rest.Request, status content.Status) bool {
	switch status {
	case content.Publish, content.Future, content.Private:
		return r.Actor.Can(res.Type.Caps.Publish)
	}
	return true
}

// ChangeOf is what a write asks for; before is nil on create.
func (res *Resource) ChangeOf(r *rest.Request, before *content.Entry) (content.Change, error) {
	var c content.Change
	c.Title = rawText(r, "title", false)
	c.Content = rawText(r, "content", true)
	if c.Content != nil && before != nil && res.ofBlocks() {
		text := res.usualForm(r.Context(), *c.Content)
		c.Content = &text
	}
	if res.has("excerpt") {
		c.Excerpt = rawText(r, "excerpt", true)
	}
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
	if argStatus.Given(r) {
		// Compat (core-v2/posts-write#a status of null): null, which cleaning makes empty, means a draft.
		s := cmp.Or(content.Status(argStatus.Of(r)), content.Draft)
		c.Status = &s
	}
	if argMenuOrder.Given(r) && res.has("menu_order") {
		n := min(max(argMenuOrder.Of(r), math.MinInt32), math.MaxInt32)
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
	author := argAuthor.Of(r)
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
	if !res.Type.Hierarchical || !argParent.Given(r) {
		return nil
	}
	parent := argParent.Of(r)
	if parent != 0 {
		e, err := res.Store.EntryByID(r.Context(), parent)
		switch {
		case errors.Is(err, content.ErrNotFound):
			return errNoParent
		case err != nil:
			return err
		case (before == nil || before.Parent != parent) && !res.Entries.CanRead(r.Context(), r.Actor, e):
			return errNoParent
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
	if c.Password != nil && *c.Password != "" && (argSticky.Of(r) || before != nil && before.Sticky) {
		return errConflict
	}
	if argSticky.Of(r) && before != nil && before.Password != "" {
		return errConflict
	}
	return nil
}

// changeRelated adds to a change what belongs to an entry without being part of
// it; before is nil on create. The fault is one of custom fields: it is to be
// returned after the write, which it commits.
func (res *Resource) changeRelated(r *rest.Request, before *content.Entry, c *content.Change) error {
	if res.has("sticky") && argSticky.Given(r) {
		sticky := argSticky.Of(r)
		c.Sticky = &sticky
	}
	if res.has("featured_media") && argFeaturedMedia.Present(r) && res.Type.Has("thumbnail") {
		id := argFeaturedMedia.Of(r)
		c.FeaturedMedia = &id
	}
	if format := argFormat.Of(r); res.has("format") && format != "" {
		c.Format = &format
	}
	for _, tax := range res.fields().restTaxonomies() {
		if !r.Given(tax.RESTBase) {
			continue
		}
		if c.Terms == nil {
			c.Terms = map[string][]int64{}
		}
		c.Terms[tax.Name] = r.IDs(tax.RESTBase)
	}
	if res.has("template") && argTemplate.Given(r) {
		c.SetMeta(content.MetaTemplate, argTemplate.Of(r))
	}
	return res.changeMeta(r, before, c)
}

// changeMeta adds the custom fields that a write asks for.
func (res *Resource) changeMeta(r *rest.Request, before *content.Entry, c *content.Change) error {
	given, ok := argMeta.Value(r).(*wire.Object)
	if !ok || !res.has("meta") {
		return nil
	}
	// Who may write them is told by the entry as it is going to be.
	after := &content.Entry{Type: res.Type.Name, Status: content.Draft, Author: r.Actor.ID}
	if before != nil {
		after = before.Clone()
	}
	stored := after.Meta
	c.Apply(after)
	changes, bad := res.MetaOf(res.Type.Name).Changes(given, meta.Target{Actor: r.Actor, Stored: stored, May: res.Entries.CanEdit(r.Context(), r.Actor, after)})
	for key, values := range changes {
		c.SetMeta(key, values...)
	}
	return bad
}
