package duplicatepost

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

var (
	errNoEntry       = fault.BadRequest("duplicate_post_no_post", "The entry to copy must be named: post=ID.")
	errTypeOff       = fault.Forbidden("duplicate_post_type", "Entries of this type aren't copied.")
	errNotACopyOf    = fault.Forbidden("duplicate_post_rewrite_copy", "A copy that is going to take its original's place isn't copied.")
	errMayNotRead    = fault.Forbidden("rest_forbidden", "You may not read this entry.")
	errNotRewritable = fault.New(409, "duplicate_post_not_published", "Only published entries are rewritten in a copy.")
)

// actions are the links that copy. Each leads to where the reference has its
// list or its editor, which clients read the id of the copy from.
func (s *service) actions() map[string]ext.Action {
	action := func(question string, do func(ctx context.Context, a access.Actor, e *content.Entry) (string, error)) ext.Action {
		return ext.Action{Cap: capCopy, Done: "The copy was made.", Question: func(ctx context.Context, a access.Actor, values url.Values) (string, error) {
			e, err := s.source(ctx, a, values.Get("post"))
			if err != nil {
				return "", err
			}
			return fmt.Sprintf(question, cmp.Or(e.Title, fmt.Sprint("entry ", e.ID))), nil
		}, Do: func(ctx context.Context, a access.Actor, values url.Values) (string, error) {
			e, err := s.source(ctx, a, values.Get("post"))
			if err != nil {
				return "", err
			}
			return do(ctx, a, e)
		}}
	}
	return map[string]ext.Action{
		"duplicate_post_clone": action("Copy “%s”?", func(ctx context.Context, a access.Actor, e *content.Entry) (string, error) {
			_, err := s.copyEntry(ctx, a, e, *s.partsOf(ctx), "", 0, 0)
			return fmt.Sprintf("edit.php?post_type=%s&cloned=1&ids=%d", url.QueryEscape(e.Type), e.ID), err
		}),
		"duplicate_post_new_draft": action("Copy “%s” to a draft?", func(ctx context.Context, a access.Actor, e *content.Entry) (string, error) {
			made, err := s.copyEntry(ctx, a, e, *s.partsOf(ctx), content.Draft, 0, 0)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("post.php?action=edit&post=%d&cloned=1&ids=%d", made.ID, e.ID), nil
		}),
		"duplicate_post_rewrite": action("Copy “%s”, to take its place once the copy is rewritten?", func(ctx context.Context, a access.Actor, e *content.Entry) (string, error) {
			switch {
			case !s.Entries.CanEdit(ctx, a, e):
				return "", errMayNotEdit
			case e.Status != content.Publish:
				return "", errNotRewritable
			}
			made, err := s.rewrite(ctx, a, e)
			if err != nil {
				return "", err
			}
			return fmt.Sprintf("post.php?action=edit&post=%d&rewriting=1&ids=%d", made.ID, e.ID), nil
		}),
	}
}

// source is the entry that is to be copied, if it may be.
func (s *service) source(ctx context.Context, a access.Actor, text string) (*content.Entry, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return nil, errNoEntry
	}
	e, err := s.Store.EntryByID(ctx, id)
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil, errUnknown
	case err != nil:
		return nil, err
	case !s.Entries.CanRead(ctx, a, e):
		return nil, errMayNotRead
	case !slices.Contains(s.partsOf(ctx).types, e.Type) || s.Types.Get(e.Type) == nil:
		return nil, errTypeOff
	case isRewrite(e):
		return nil, errNotACopyOf
	}
	return e, nil
}
