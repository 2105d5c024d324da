package media

import (
	"context"
	"errors"
	"strings"

	"quoin/internal/content"
	"quoin/internal/markup/clean"
	"quoin/internal/media"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// hasFeatured tells whether files of a type have an image of their own.
func hasFeatured(mime string) bool {
	return strings.HasPrefix(mime, "audio/") || strings.HasPrefix(mime, "video/")
}

// checkParent refuses entries that no file can belong to, and ones that the caller
// may not read unless the file belongs to it already. One that isn't there is
// taken.
func (m *resource) checkParent(r *rest.Request, before *content.Entry) error {
	id := argPost.Of(r)
	if id == 0 {
		return nil
	}
	e, err := m.Store.EntryByID(r.Context(), id)
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil
	case err != nil:
		return err
	case e.Type == content.TypeRevision || e.Type == content.TypeAttachment:
		return errParentType
	case (before == nil || before.Parent != id) && !m.Entries.CanRead(r.Context(), r.Actor, e):
		return errAttach
	}
	return nil
}

// change is what a write asks for beyond what all entries have.
//
// Files that aren't sounds or videos have no image of their own. On create the
// alternative text is stored with what is known of the file, see describe.
func (m *resource) change(r *rest.Request, before *content.Entry, c *content.Change) error {
	if err := m.checkParent(r, before); err != nil {
		return err
	}
	c.Content, c.Excerpt = text(r, "description"), text(r, "caption")
	if c.Status != nil && *c.Status != content.Private && *c.Status != content.Trash {
		// Compat (core-v2/media#published like its parent): what would publish another entry leaves an attachment to the
		// status of what it belongs to.
		inherit := content.Inherit
		c.Status = &inherit
	}
	if argPost.Given(r) {
		id := argPost.Of(r)
		c.Parent = &id
	}
	if before != nil && argAltText.Given(r) {
		c.SetMeta(content.MetaAltText, clean.Unslash(argAltText.Of(r)))
	}
	if before != nil && argFeaturedMedia.Present(r) && hasFeatured(before.MimeType) {
		id := argFeaturedMedia.Of(r)
		c.FeaturedMedia = &id
	}
	return nil
}

// text reads a text that is given as a string or as the raw member of an
// object. Anything else is passed over.
func text(r *rest.Request, name string) *string {
	switch v := r.Param(name).(type) {
	case string:
		return &v
	case *wire.Object:
		if raw := v.Get("raw"); raw != nil {
			switch raw.(type) {
			case *wire.Object, []any:
			default:
				s := schema.ToText(raw)
				return &s
			}
		}
	}
	return nil
}

// removed deletes the files of an attachment whose row is gone. What fails now
// is done again by the job that the removal left.
func (m *resource) removed(ctx context.Context, e *content.Entry) {
	if err := m.Media.Remove(context.WithoutCancel(ctx), media.FileOf(e).Keys()); err != nil {
		m.Log.Warn("files of a deleted attachment are removed later", "attachment", e.ID, "error", err)
	}
}
