package comment

import (
	"context"
	"errors"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// Policy answers who may do what with comments. It only looks at what it is
// given: the entry of a comment is passed in, nil when there is none.
type Policy struct{ Entries content.Policy }

// Why an entry takes no comment.
var (
	ErrNoNotes    = errors.New("entries of this type have no notes")
	ErrDraft      = errors.New("drafts can't be commented on")
	ErrTrashed    = errors.New("entries in the trash can't be commented on")
	ErrUnreadable = errors.New("the entry may not be read")
	ErrClosed     = errors.New("the comments of the entry are closed")
)

// CanModerate is the right to judge all comments.
func (Policy) CanModerate(a access.Actor) bool { return a.Can("moderate_comments") }

// CanSeeInEditor is the right to have a comment with all that editors need:
// notes are for those who may change the entry.
func (p Policy) CanSeeInEditor(ctx context.Context, a access.Actor, c *Comment, e *content.Entry) bool {
	if c.IsNote() {
		return p.CanChange(ctx, a, c, e)
	}
	return p.CanModerate(a)
}

// CanChange is the right to change a comment as part of its entry.
func (p Policy) CanChange(ctx context.Context, a access.Actor, c *Comment, e *content.Entry) bool {
	if c.Entry == 0 {
		return a.Can("edit_posts")
	}
	return e != nil && p.Entries.CanEdit(ctx, a, e)
}

// CanEdit is the right to update and delete a comment.
func (p Policy) CanEdit(ctx context.Context, a access.Actor, c *Comment, e *content.Entry) bool {
	return a.LoggedIn() && (p.CanModerate(a) || p.CanChange(ctx, a, c, e))
}

// CanRead tells whether the actor may read a comment, of an entry that the
// actor may read or not. Approved ones are as public as their entry; others
// and notes are for who wrote them and who may change the entry.
func (p Policy) CanRead(ctx context.Context, a access.Actor, c *Comment, e *content.Entry, readable bool) bool {
	if !c.IsNote() && c.Status == Approved && e != nil && readable {
		return true
	}
	switch {
	case !a.LoggedIn(), c.Entry == 0 && !p.CanModerate(a):
		return false
	case c.User != 0 && c.User == a.ID:
		return true
	}
	return p.CanChange(ctx, a, c, e)
}

// CanReadEntry tells whether the actor may read an entry with its comments.
// opened says that the actor has given the password of one that has one.
func (p Policy) CanReadEntry(ctx context.Context, a access.Actor, e *content.Entry, opened bool) bool {
	if t := p.Entries.Types.Get(e.Type); t == nil || !t.REST {
		return false
	}
	if e.Password != "" && !opened {
		return p.Entries.CanEdit(ctx, a, e)
	}
	return p.Entries.CanRead(ctx, a, e)
}

// CanSetStatus is the right to write a comment with a status of one's choice.
func (p Policy) CanSetStatus(ctx context.Context, a access.Actor, e *content.Entry, note bool) bool {
	if note {
		return e != nil && p.Entries.CanEdit(ctx, a, e)
	}
	return p.CanModerate(a)
}

// Refuses tells why an entry takes no comment, or no note, from somebody who
// may read it or not; nil when it takes one.
func (p Policy) Refuses(ctx context.Context, e *content.Entry, note, readable bool) error {
	young, _ := p.Entries.Discusses(ctx, e)
	switch {
	case note && !p.HasNotes(e.Type):
		return ErrNoNotes
	case e.Status == content.Draft && !note:
		return ErrDraft
	case e.Status == content.Trash:
		return ErrTrashed
	case !readable:
		return ErrUnreadable
	case !note && (e.CommentStatus != "open" || !young):
		return ErrClosed
	}
	return nil
}

// HasNotes tells whether entries of a type may have notes.
func (p Policy) HasNotes(typ string) bool {
	t := p.Entries.Types.Get(typ)
	return t != nil && t.Notes
}
