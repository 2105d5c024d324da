package comments

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
)

var (
	errInvalidID    = fault.NotFound("rest_comment_invalid_id", "There is no comment with this id.")
	errEntryGone    = fault.NotFound("rest_post_invalid_id", "The entry of the comment is gone.")
	errContext      = fault.Denied("rest_forbidden_context", "You aren't allowed to edit comments.")
	errRead         = fault.Denied("rest_cannot_read", "You aren't allowed to read this comment.")
	errReadOrphans  = fault.Denied("rest_cannot_read", "You aren't allowed to read comments without an entry.")
	errParam        = fault.Denied("rest_forbidden_param", "")
	errEdit         = fault.Denied("rest_cannot_edit", "You aren't allowed to edit this comment.")
	errDelete       = fault.Denied("rest_cannot_delete", "You aren't allowed to delete this comment.")
	errLogIn        = fault.New(401, "rest_comment_login_required", "Log in to write comments.")
	errOtherAuthor  = fault.Denied("rest_comment_invalid_author", "You aren't allowed to set the author of comments.")
	errOtherIP      = fault.Denied("rest_comment_invalid_author_ip", "You aren't allowed to set author_ip of comments.")
	errOwnDate      = fault.Denied("rest_comment_invalid_date", "You aren't allowed to choose the date of comments.")
	errCreateNote   = fault.Denied("rest_cannot_create_note", "You aren't allowed to write notes on this entry.")
	errStatus       = fault.Denied("rest_comment_invalid_status", "You aren't allowed to set the status of comments.")
	errWithoutEntry = fault.Forbidden("rest_comment_invalid_post_id", "A comment needs an entry.")
)

func moderates(r *rest.Request) bool { return comment.Policy{}.CanModerate(r.Actor) }

// load is the comment that a request names, or the fault that there is none.
func (res *resource) load(r *rest.Request) (*comment.Comment, error) {
	id := rest.ID.Of(r)
	if id <= 0 {
		return nil, errInvalidID
	}
	c, err := res.Store.CommentByID(r.Context(), id)
	if errors.Is(err, comment.ErrNotFound) {
		return nil, errInvalidID
	}
	if err != nil {
		return nil, err
	}
	if c.Entry != 0 {
		if e, err := res.entryByID(r.Context(), c.Entry); err != nil {
			return nil, err
		} else if e == nil {
			return nil, errEntryGone
		}
	}
	return c, nil
}

// entryByID is an entry, nil when there is none.
func (res *resource) entryByID(ctx context.Context, id int64) (*content.Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	e, err := res.Store.EntryByID(ctx, id)
	if errors.Is(err, content.ErrNotFound) {
		return nil, nil
	}
	return e, err
}

// entryOf is the entry of a comment, nil when it has none.
func (res *resource) entryOf(ctx context.Context, c *comment.Comment) *content.Entry {
	e, err := res.entryByID(ctx, c.Entry)
	if err != nil {
		scope.Failed(ctx, err)
	}
	return e
}

// policy tells who may do what.
func (res *resource) policy() comment.Policy { return comment.Policy{Entries: res.Entries.Policy} }

// editsEntry is the right to change an entry with comments.
func (res *resource) editsEntry(r *rest.Request, e *content.Entry) bool {
	return res.Entries.CanEdit(r.Context(), r.Actor, e)
}

// canEdit is the right to change a comment: that to change its entry.
func (res *resource) canEdit(r *rest.Request, c *comment.Comment) bool {
	return res.policy().CanChange(r.Context(), r.Actor, c, res.entryOf(r.Context(), c))
}

// mayEdit is the right to update and delete a comment.
func (res *resource) mayEdit(r *rest.Request, c *comment.Comment) bool {
	return res.policy().CanEdit(r.Context(), r.Actor, c, res.entryOf(r.Context(), c))
}

// readsEntry tells whether the caller may read an entry with comments. A
// password opens it where the request is about one entry or comment.
func (res *resource) readsEntry(r *rest.Request, e *content.Entry) bool {
	one := len(argPostList.Of(r)) == 1 || rest.ID.Of(r) != 0
	return res.policy().CanReadEntry(r.Context(), r.Actor, e, one && argPasswordSecret.Of(r) == e.Password)
}

// reads tells whether the caller may see a comment.
func (res *resource) reads(r *rest.Request, c *comment.Comment) bool {
	e := res.entryOf(r.Context(), c)
	return res.policy().CanRead(r.Context(), r.Actor, c, e, e != nil && res.readsEntry(r, e))
}

func (res *resource) allowList(r *rest.Request) error {
	ctx, note := r.Context(), argType.Of(r) == comment.TypeNote
	posts := argPostList.Of(r)
	if several, ok := argPost.Value(r).([]any); ok {
		// A text, which nobody has read as a number, names no entry when it is none.
		if slices.ContainsFunc(several, func(v any) bool { _, text := v.(string); return text }) {
			posts = slices.DeleteFunc(posts, func(id int64) bool { return id == 0 })
		}
	} else {
		// Of what nobody has read, as for the Allow header of OPTIONS, the number at its beginning
		// counts; a write that is about to fail names no entry.
		posts = slices.DeleteFunc([]int64{argPost.Of(r)}, func(id int64) bool { return id == 0 })
	}
	for _, id := range posts {
		e, err := res.entryByID(ctx, id)
		switch {
		case err != nil:
			return err
		case e != nil && !res.readsEntry(r, e):
			return comment.ErrUnreadable
		case id == 0 && !moderates(r):
			return errReadOrphans
		case e == nil || !note || res.policy().HasNotes(e.Type):
		case res.editsEntry(r, e):
			return comment.ErrNoNotes
		default:
			return forbidden(r)
		}
	}
	if r.ViewContext() == rest.Edit {
		if err := res.allowEditList(r, note, posts); err != nil {
			return err
		}
	}
	if !r.Actor.Can("edit_posts") && len(guarded(r)) > 0 {
		return forbidden(r)
	}
	return nil
}

func (res *resource) allowEditList(r *rest.Request, note bool, posts []int64) error {
	if !note || len(posts) == 0 {
		if !moderates(r) {
			return errContext
		}
		return nil
	}
	for _, id := range posts {
		e, err := res.entryByID(r.Context(), id)
		if err != nil {
			return err
		}
		if e == nil || !res.editsEntry(r, e) {
			return errContext
		}
	}
	return nil
}

// guarded are the parameters of a request that only editors may use.
func guarded(r *rest.Request) []string {
	var names []string
	add := func(name string, used bool) {
		if used {
			names = append(names, name)
		}
	}
	add("author", !schema.Empty(argAuthorItems.Value(r)))
	add("author_exclude", !schema.Empty(argAuthorExcludeItems.Value(r)))
	add("author_email", !schema.Empty(argAuthorEmail.Value(r)))
	add("type", argType.Of(r) != comment.TypeComment)
	add("status", argStatus.Of(r) != "approve")
	return names
}

func forbidden(r *rest.Request) error {
	return errParam.WithMessage("Query parameter not permitted: " + strings.Join(guarded(r), ", "))
}

func (res *resource) allowGet(r *rest.Request) error {
	c, err := res.load(r)
	if err != nil {
		return err
	}
	if r.ViewContext() == rest.Edit && !res.policy().CanSeeInEditor(r.Context(), r.Actor, c, res.entryOf(r.Context(), c)) {
		return errContext
	}
	if !res.reads(r, c) {
		return errRead
	}
	if e := res.entryOf(r.Context(), c); e != nil && !res.readsEntry(r, e) {
		return comment.ErrUnreadable
	}
	return nil
}

func (res *resource) allowUpdate(r *rest.Request) error {
	c, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.mayEdit(r, c) {
		return errEdit
	}
	return nil
}

func (res *resource) allowDelete(r *rest.Request) error {
	c, err := res.load(r)
	if err != nil {
		return err
	}
	if !res.mayEdit(r, c) {
		return errDelete
	}
	return nil
}

func (res *resource) allowCreate(r *rest.Request) error {
	if !r.Actor.LoggedIn() {
		return errLogIn
	}
	note := argType.Of(r) == comment.TypeNote
	e, err := res.entryByID(r.Context(), argPost.Of(r))
	if err != nil {
		return err
	}
	switch {
	case argAuthor.Has(r) && argAuthor.Of(r) != r.Actor.ID && !moderates(r):
		return errOtherAuthor
	case argAuthorIP.Has(r) && !moderates(r) && argAuthorIP.Of(r) != r.Actor.IP:
		return errOtherIP
	case (argDate.Has(r) || argDateGmt.Has(r)) && !moderates(r) && (e == nil || !res.editsEntry(r, e)):
		// The time between comments is what keeps floods out.
		return errOwnDate
	case note && argPost.Of(r) != 0 && (e == nil || !res.editsEntry(r, e)):
		return errCreateNote
	case argStatus.Has(r) && !res.policy().CanSetStatus(r.Context(), r.Actor, e, note):
		return errStatus
	case e == nil:
		return errWithoutEntry
	}
	return res.policy().Refuses(r.Context(), e, note, res.readsEntry(r, e))
}
