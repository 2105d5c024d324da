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

// hasFeatured tells whether files of a type have a picture of their own.
func hasFeatured(mime string) bool {
	return strings.HasPrefix(mime, "audio/") || strings.HasPrefix(mime, "video/")
}

// checkParent refuses entries that no file can belong to. One that isn't there
// is taken.
func (m *resource) checkParent(r *rest.Request) error {
	id := r.Int("post")
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
	}
	return nil
}

// change is what a write asks for beyond what all entries have.
func (m *resource) change(r *rest.Request, _ *content.Entry, c *content.Change) error {
	if err := m.checkParent(r); err != nil {
		return err
	}
	c.Content, c.Excerpt = text(r, "description"), text(r, "caption")
	if c.Status != nil && *c.Status != content.Private && *c.Status != content.Trash {
		// Compat: what would publish another entry leaves an attachment to the
		// status of what it belongs to.
		inherit := content.Inherit
		c.Status = &inherit
	}
	if r.Given("post") {
		id := r.Int("post")
		c.Parent = &id
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

// after stores the text that stands for the file and, of sounds and films,
// their picture. On create the text is stored with the row.
func (m *resource) after(ctx context.Context, r *rest.Request, before, e *content.Entry) error {
	if before != nil && r.Given("alt_text") {
		if err := m.StoreMeta(ctx, e, content.MetaAltText, clean.Unslash(r.Text("alt_text"))); err != nil {
			return err
		}
	}
	if r.Present("featured_media") && hasFeatured(e.MimeType) {
		return m.SetFeatured(ctx, r, e)
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
