package content

import (
	"context"
	"slices"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/scope"
)

// Policy answers who may do what with entries. The API, the public site and
// the jobs ask the same one.
type Policy struct {
	Types *Types
	// Site has the settings that give pages a role. Without it none has.
	Site *site.Site
	// Entries finds what an entry belongs to. Without it entries of status
	// inherit are as public as what they belong to could be.
	Entries interface {
		EntriesByID(ctx context.Context, ids []int64) (map[int64]*Entry, error)
	}
}

// CanRead tells whether the actor may read an entry. One of status inherit may
// be read like what it belongs to, and a file by whoever uploaded it.
func (p Policy) CanRead(ctx context.Context, a access.Actor, e *Entry) bool {
	if e.Status != Inherit || e.Parent == 0 || p.Entries == nil || e.Type == TypeAttachment && a.ID != 0 && e.Author == a.ID {
		return p.canRead(ctx, a, e)
	}
	found, err := p.Entries.EntriesByID(ctx, []int64{e.Parent})
	if err != nil {
		scope.Failed(ctx, err)
		return false
	}
	parent := found[e.Parent]
	return p.canRead(ctx, a, e) && (parent == nil || p.canRead(ctx, a, parent))
}

// canRead is CanRead whatever the entry belongs to.
func (p Policy) canRead(ctx context.Context, a access.Actor, e *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	if a.MayOpen(e.ID) && e.Status != Trash && e.Status != AutoDraft {
		return true
	}
	if t.Caps.Read != "read" && t.Name == TypeBlock {
		return a.Can(t.Caps.Read) && (e.Status == Publish || p.mayReadHidden(ctx, a, t, e))
	}
	return e.Status == Publish || e.Status == Inherit || p.mayReadHidden(ctx, a, t, e)
}

// mayReadHidden is the right to read an entry that isn't public.
func (p Policy) mayReadHidden(ctx context.Context, a access.Actor, t *Type, e *Entry) bool {
	switch {
	case e.Status == Inherit:
		return false
	case a.ID != 0 && e.Author == a.ID:
		return a.Can(t.Caps.Read)
	case e.Status == Private:
		return a.Can(t.Caps.ReadPrivate)
	}
	return p.CanEdit(ctx, a, e)
}

// CanEdit tells whether the actor may change an entry. The privacy policy
// needs the right to change the settings of the site.
func (p Policy) CanEdit(ctx context.Context, a access.Actor, e *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	c := t.Caps
	return may(a, e, c.EditOwn, c.EditOthers, c.EditPublished, c.EditPrivate) &&
		(!p.isSet(ctx, e, site.PrivacyPage) || a.Can("manage_options"))
}

// CanDelete tells whether the actor may trash or delete an entry. Pages that
// the settings of the site name need the right to change those.
func (p Policy) CanDelete(ctx context.Context, a access.Actor, e *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	c := t.Caps
	return may(a, e, c.DeleteOwn, c.DeleteOthers, c.DeletePublished, c.DeletePrivate) &&
		(!p.isSet(ctx, e, site.PageOnFront, site.PageForPosts, site.PrivacyPage) || a.Can("manage_options"))
}

// isSet tells whether one of the settings names a page.
func (p Policy) isSet(ctx context.Context, e *Entry, settings ...*site.Option[int64]) bool {
	return p.Site != nil && e.Type == TypePage && e.ID != 0 && slices.ContainsFunc(settings, func(page *site.Option[int64]) bool {
		return page.Of(ctx, p.Site) == e.ID
	})
}

func may(a access.Actor, e *Entry, own, others, published, private access.Capability) bool {
	if a.System {
		return true
	}
	status := e.Status
	if e.Author != 0 && e.Author == a.ID {
		if status == Trash {
			status = Status(e.Meta.Text(MetaTrashStatus))
		}
		if status == Publish || status == Future {
			return a.Can(published)
		}
		return a.Can(own)
	}
	if !a.Can(others) {
		return false
	}
	switch status {
	case Publish, Future:
		return a.Can(published)
	case Private:
		return a.Can(private)
	}
	return true
}

// CanEditAny tells whether the actor may edit entries of at least one type
// that the API shows: the right to see what only editors need.
func (p Policy) CanEditAny(a access.Actor) bool {
	for _, t := range p.Types.REST() {
		if a.Can(t.Caps.EditOwn) {
			return true
		}
	}
	return false
}
