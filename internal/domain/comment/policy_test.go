package comment_test

import (
	"testing"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	types := content.NewTypes(content.Builtin()...)
	ctx, p := t.Context(), comment.Policy{Entries: content.Policy{Types: types}}
	as := func(id int64, role string) access.Actor { return access.NewActor(id, role, []string{role}) }
	anonymous, writer, editor := access.Actor{}, as(2, access.Contributor), as(3, access.Editor)
	public := &content.Entry{ID: 1, Type: "post", Status: content.Publish, Author: 9, CommentStatus: "open"}
	locked := &content.Entry{ID: 1, Type: "post", Status: content.Publish, Author: 9, Password: "x"}
	approved, held := &comment.Comment{Entry: 1, Status: comment.Approved}, &comment.Comment{Entry: 1, Status: comment.Hold, User: 2}
	note, orphan := &comment.Comment{Entry: 1, Type: comment.TypeNote, Status: comment.Approved}, &comment.Comment{Status: comment.Approved}
	for _, c := range []struct {
		a          access.Actor
		c          *comment.Comment
		e          *content.Entry
		read, edit bool
	}{
		{anonymous, approved, public, true, false}, {writer, approved, public, true, false}, {editor, approved, public, true, true},
		{anonymous, held, public, false, false}, {writer, held, public, true, false}, {editor, held, public, true, true},
		{anonymous, note, public, false, false}, {writer, note, public, false, false}, {editor, note, public, true, true},
		{anonymous, orphan, nil, false, false}, {writer, orphan, nil, false, true}, {editor, orphan, nil, true, true},
	} {
		readable := c.e != nil && p.CanReadEntry(ctx, c.a, c.e, false)
		if got := p.CanRead(ctx, c.a, c.c, c.e, readable); got != c.read {
			t.Errorf("%q reads %+v: %v", c.a.Login, c.c, got)
		}
		if got := p.CanEdit(ctx, c.a, c.c, c.e); got != c.edit {
			t.Errorf("%q edits %+v: %v", c.a.Login, c.c, got)
		}
	}
	if p.CanReadEntry(ctx, writer, locked, false) || !p.CanReadEntry(ctx, writer, locked, true) || !p.CanReadEntry(ctx, editor, locked, false) {
		t.Error("a password is not what opens an entry")
	}
	for _, c := range []struct {
		e              content.Entry
		note, readable bool
		want           error
	}{
		{content.Entry{Type: "post", Status: content.Publish, CommentStatus: "open"}, false, true, nil},
		{content.Entry{Type: "post", Status: content.Publish}, false, true, comment.ErrClosed},
		{content.Entry{Type: "post", Status: content.Publish}, true, true, nil},
		{content.Entry{Type: "post", Status: content.Draft}, false, true, comment.ErrDraft},
		{content.Entry{Type: "post", Status: content.Draft}, true, true, nil},
		{content.Entry{Type: "post", Status: content.Trash}, true, true, comment.ErrTrashed},
		{content.Entry{Type: "post", Status: content.Private}, false, false, comment.ErrUnreadable},
		{content.Entry{Type: "attachment", Status: content.Inherit}, true, true, comment.ErrNoNotes},
	} {
		if got := p.Refuses(ctx, &c.e, c.note, c.readable); got != c.want {
			t.Errorf("%+v, note %v: %v, want %v", c.e, c.note, got, c.want)
		}
	}
}
