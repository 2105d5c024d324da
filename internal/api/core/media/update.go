package media

import (
	"context"
	"errors"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
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

func (m *resource) changeParent(r *rest.Request, before *content.Entry, c *content.Change) error {
	if argPost.Given(r) {
		id := argPost.Of(r)
		c.Parent = &id
	}
	return m.checkParent(r, before)
}

// removed deletes the files of an attachment whose row is gone. What fails now
// is done again by the job that the removal left.
func (m *resource) removed(ctx context.Context, e *content.Entry) {
	if err := m.Media.Remove(context.WithoutCancel(ctx), media.FileOf(e).Keys()); err != nil {
		m.Log.Warn("files of a deleted attachment are removed later", "attachment", e.ID, "error", err)
	}
}
