package entry

import (
	"cmp"
	"errors"
	"math"

	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errAuthor   = fault.BadRequest("rest_invalid_author", "There is no such user.")
	errNoParent = fault.BadRequest("rest_post_invalid_id", "There is no entry with the id of the parent.")
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
	if err := res.rest.Change(r, before, &c); err != nil {
		return c, err
	}
	if (c.Slug != nil || before != nil && before.Slug != "") && res.noSlug(r, before, &c) {
		empty := ""
		c.Slug = &empty
	}
	return c, nil
}

// change is how a write changes one field of an entry.
type change func(r *rest.Request, before *content.Entry, c *content.Change) error

// assigned takes a value over as it is given.
func assigned[V any](p rest.Param[V], of func(c *content.Change) **V) change {
	return func(r *rest.Request, _ *content.Entry, c *content.Change) error {
		if p.Given(r) {
			v := p.Of(r)
			*of(c) = &v
		}
		return nil
	}
}

// stated takes a text over unless it is empty.
func stated(p rest.Param[string], of func(c *content.Change) **string) change {
	return func(r *rest.Request, _ *content.Entry, c *content.Change) error {
		if v := p.Of(r); v != "" {
			*of(c) = &v
		}
		return nil
	}
}

// Text takes over a text that is given as a string or as the raw member of an object,
// where a number or a boolean is its text. An empty member, or a zero, counts only where it may
// clear. Anything else is passed over.
func Text(p rest.Param[any], clears bool, of func(c *content.Change) **string) func(*rest.Request, *content.Entry, *content.Change) error {
	return func(r *rest.Request, _ *content.Entry, c *content.Change) error {
		switch v := p.Of(r).(type) {
		case string:
			*of(c) = &v
		case *wire.Object:
			switch raw := v.Get("raw").(type) {
			case nil, []any, *wire.Object:
			case string:
				if clears || raw != "" && raw != "0" {
					*of(c) = &raw
				}
			default:
				if s := schema.ToText(raw); clears || schema.ToBool(raw) {
					*of(c) = &s
				}
			}
		}
		return nil
	}
}

func (f Fields) changeContent(r *rest.Request, before *content.Entry, c *content.Change) error {
	err := Text(argContent, true, func(c *content.Change) **string { return &c.Content })(r, before, c)
	if c.Content != nil && before != nil && f.Type.Blocks {
		text := f.usualForm(r.Context(), *c.Content)
		c.Content = &text
	}
	return err
}

func changeStatus(r *rest.Request, _ *content.Entry, c *content.Change) error {
	if argStatus.Given(r) {
		// Compat (core-v2/posts-write#a status of null): null, which cleaning makes empty, means a draft.
		s := cmp.Or(content.Status(argStatus.Of(r)), content.Draft)
		c.Status = &s
	}
	return nil
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
	publish := res.Type.Caps.Publish
	if printed, ok := res.Type.Caps.Printed["publish_posts"]; ok {
		// Compat (TestPendingSlugs): it is the printed right that counts here. Nobody has that of patterns.
		publish = printed
	}
	return status == content.Pending && !r.Actor.Can(publish)
}

// changeDates takes over the date in the site's zone, or else that in UTC; null for
// either takes the date away.
func (f Fields) changeDates(r *rest.Request, before *content.Entry, c *content.Change) error {
	isUTC := argDate.Of(r) == ""
	if text := cmp.Or(argDate.Of(r), argDateUTC.Of(r)); text != "" {
		local, utc, ok := f.Site.ParseDate(r.Context(), text, isUTC)
		if !ok {
			c.NoDate = true
			return nil
		}
		if before == nil || !isUTC && before.Date != local || isUTC && before.DateUTC != utc {
			c.Date = &content.Date{Local: local, UTC: utc}
		}
	}
	for _, p := range []rest.Param[string]{argDate, argDateUTC} {
		if p.Present(r) && !p.Given(r) {
			c.Date, c.ResetDate = nil, true
		}
	}
	return nil
}

func (f Fields) changeAuthor(r *rest.Request, _ *content.Entry, c *content.Change) error {
	author := argAuthor.Of(r)
	if author == 0 {
		return nil
	}
	if author != r.Actor.ID {
		if _, err := f.Store.UserByID(r.Context(), author); errors.Is(err, user.ErrNotFound) {
			return errAuthor
		} else if err != nil {
			return err
		}
	}
	c.Author = &author
	return nil
}

func (f Fields) changeParent(r *rest.Request, before *content.Entry, c *content.Change) error {
	if !f.Type.Hierarchical || !argParent.Given(r) {
		return nil
	}
	parent := argParent.Of(r)
	if parent != 0 {
		e, err := f.Store.EntryByID(r.Context(), parent)
		switch {
		case errors.Is(err, content.ErrNotFound):
			return errNoParent
		case err != nil:
			return err
		case (before == nil || before.Parent != parent) && !f.Entries.CanRead(r.Context(), r.Actor, e):
			return errNoParent
		}
		if before != nil {
			chains, err := f.Store.Ancestors(r.Context(), []int64{parent})
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

// changeSticky refuses entries that would be sticky and have a password.
func changeSticky(r *rest.Request, before *content.Entry, c *content.Change) error {
	sticky := argSticky.Of(r)
	if c.Password != nil && *c.Password != "" && (sticky || before != nil && before.Sticky) || sticky && before != nil && before.Password != "" {
		return errConflict
	}
	if argSticky.Given(r) {
		c.Sticky = &sticky
	}
	return nil
}

func (f Fields) changeFeatured(r *rest.Request, _ *content.Entry, c *content.Change) error {
	if argFeaturedMedia.Present(r) && f.Type.Has("thumbnail") {
		id := argFeaturedMedia.Of(r)
		c.FeaturedMedia = &id
	}
	return nil
}

func changeOrder(r *rest.Request, _ *content.Entry, c *content.Change) error {
	if argMenuOrder.Given(r) {
		n := min(max(argMenuOrder.Of(r), math.MinInt32), math.MaxInt32)
		c.MenuOrder = &n
	}
	return nil
}

func changeTemplate(r *rest.Request, _ *content.Entry, c *content.Change) error {
	if argTemplate.Given(r) {
		name := argTemplate.Of(r)
		if noTemplate(argTemplate.Value(r)) {
			name = ""
		}
		c.SetMeta(content.MetaTemplate, name)
	}
	return nil
}

// changeTerms gives an entry terms of one taxonomy.
func changeTerms(tax *taxonomy.Taxonomy) change {
	ids := rest.IDsParam(tax.RESTBase)
	return func(r *rest.Request, _ *content.Entry, c *content.Change) error {
		if !ids.Given(r) {
			return nil
		}
		if c.Terms == nil {
			c.Terms = map[string][]int64{}
		}
		c.Terms[tax.Name] = ids.Of(r)
		return nil
	}
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

// changeMeta adds the custom fields that a write asks for, after all else: who may write
// them is told by the entry as it is going to be. before is nil on create. The fault is
// to be returned after the write, which it commits; an error refuses the write, since what
// isn't a draft would lack what is required.
func (res *Resource) changeMeta(r *rest.Request, before *content.Entry, c *content.Change) (bad, err error) {
	if !res.has("meta") {
		return nil, nil
	}
	given, _ := argMeta.Value(r).(*wire.Object)
	after := &content.Entry{Type: res.Type.Name, Status: content.Draft, Author: r.Actor.ID}
	if before != nil {
		after = before.Clone()
	}
	stored := after.Meta
	c.Apply(after)
	set := res.MetaOf(res.Type.Name)
	changes, bad := set.Changes(r.Context(), given, meta.Target{Actor: r.Actor, Stored: stored, May: res.Entries.CanEdit(r.Context(), r.Actor, after)})
	for key, values := range changes {
		c.SetMeta(key, values...)
	}
	if after.Status.Provisional() || after.Status == content.Trash {
		return bad, nil
	}
	published := before != nil && !before.Status.Provisional() && before.Status != content.Trash
	if key := set.Missing(stored, c.Meta, !published); key != "" {
		if problem := fault.As(bad); problem != nil {
			return nil, fault.BadRequest(problem.Code, problem.Message).With("key", wire.Symbol(key))
		}
		return nil, fault.BadRequest("rest_missing_field", "meta."+wire.Mark+key+": the field needs a value.").With("key", wire.Symbol(key))
	}
	return bad, nil
}
