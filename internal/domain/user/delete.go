package user

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// Delete removes an account with its meta and application passwords. Its
// entries get another author (0: none); without one its posts and pages go
// into the trash, and entries of other types that have authors are deleted.
// Comments stay as they are.
func (s *Service) Delete(ctx context.Context, a access.Actor, u *User, reassign *int64) error {
	if err := s.KeepsOwner(ctx, u, nil); err != nil {
		return err
	}
	if err := s.Hooks.deleting(ctx, u); err != nil {
		return err
	}
	if reassign != nil {
		if err := s.Entries.ChangeAuthor(ctx, u.ID, *reassign); err != nil {
			return fmt.Errorf("give the entries of user %d to %d: %w", u.ID, *reassign, err)
		}
	} else if err := s.removeEntries(ctx, a, u.ID); err != nil {
		return fmt.Errorf("remove the entries of user %d: %w", u.ID, err)
	}
	if err := s.Store.DeleteUser(ctx, u.ID); err != nil {
		return fmt.Errorf("delete user %d: %w", u.ID, err)
	}
	return s.Hooks.Deleted(ctx, u)
}

func (s *Service) removeEntries(ctx context.Context, a access.Actor, author int64) error {
	var types []string
	for _, t := range s.Entries.Types.All() {
		if t.Has("author") {
			types = append(types, t.Name)
		}
	}
	page, err := s.Entries.Store.ListEntries(ctx, content.Query{
		Types: types, Authors: []int64{author}, SkipTotal: true, SkipMeta: true, OnlyIDs: true,
		Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return err
	}
	for _, listed := range page.Entries {
		if err := s.removeEntry(ctx, a, listed.ID); err != nil {
			return err
		}
	}
	return nil
}

// removeEntry trashes or deletes an entry, if it is still there: removing one
// takes its revisions along, which may be on the same list.
func (s *Service) removeEntry(ctx context.Context, a access.Actor, id int64) error {
	found, err := s.Entries.Store.EntriesByID(ctx, []int64{id})
	if err != nil {
		return err
	}
	e := found[id]
	switch {
	case e == nil:
		return nil
	case (e.Type == content.TypePost || e.Type == content.TypePage) && e.Status != content.Trash:
		_, err = s.Entries.Trash(ctx, a, e)
	default:
		err = s.Entries.Delete(ctx, e)
	}
	return err
}
