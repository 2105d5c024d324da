package content

import (
	"context"
	"fmt"
	"strconv"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// Trash moves an entry into the trash. Its slug becomes free, its former
// status and the time are remembered, it stops being sticky, and a page is the
// front of the site no longer.
func (s *Service) Trash(ctx context.Context, a access.Actor, before *Entry) (*Entry, error) {
	e, status := before.Clone(), Trash
	c := Change{Status: &status, By: a, Meta: Meta{
		MetaTrashStatus: {string(before.Status)},
		MetaTrashTime:   {strconv.FormatInt(s.Site.Clock().Unix(), 10)},
	}}
	if err := s.suffixTrashed(ctx, e, &c); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	if err := s.leaveFront(ctx, e); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	e.Status, e.Sticky = Trash, false
	if before.Status.Provisional() && before.DateUTC == "" {
		e.Date, _ = s.Site.Stamp(ctx)
	}
	if e.DateUTC == "" {
		e.DateUTC = s.Site.ToUTC(ctx, e.Date)
	}
	e.Modified, e.ModifiedUTC = s.Site.Stamp(ctx)
	if err := s.store(ctx, before, e, &c); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	// Compat (api.TestTrashedWithoutCategory): what lost its categories gets the usual one.
	if err := s.Terms.AddDefaultTerms(ctx, e, nil); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	if err := s.saveRevision(ctx, a, e); err != nil {
		return nil, err
	}
	return e, s.Hooks.Saved(ctx, before, e)
}

// Delete removes an entry for good, with its revisions, meta, terms, comments
// and the menu items that lead to it. Its children move up to its own parent.
func (s *Service) Delete(ctx context.Context, e *Entry) error {
	if err := s.Hooks.deleting(ctx, e); err != nil {
		return err
	}
	if err := s.leaveFront(ctx, e); err != nil {
		return fmt.Errorf("delete entry %d: %w", e.ID, err)
	}
	t := s.Types.Get(e.Type)
	if t != nil && t.Hierarchical {
		if err := s.Store.MoveChildren(ctx, e.ID, e.Parent, e.Type); err != nil {
			return fmt.Errorf("delete entry %d: %w", e.ID, err)
		}
	}
	if err := s.Store.MoveChildren(ctx, e.ID, e.Parent, TypeAttachment); err != nil {
		return fmt.Errorf("delete entry %d: %w", e.ID, err)
	}
	if e.Type == TypeAttachment {
		if err := s.Store.DeleteMetaValue(ctx, MetaFeaturedMedia, strconv.FormatInt(e.ID, 10)); err != nil {
			return fmt.Errorf("delete entry %d: %w", e.ID, err)
		}
	}
	if err := s.deleteRevisions(ctx, e.ID); err != nil {
		return err
	}
	if err := s.deleteMenuItems(ctx, e.ID); err != nil {
		return err
	}
	if err := s.Store.DeleteEntry(ctx, e.ID); err != nil {
		return fmt.Errorf("delete entry %d: %w", e.ID, err)
	}
	return s.Hooks.Deleted(ctx, e)
}

// leaveFront takes a page that goes away out of the settings of the site's
// front.
func (s *Service) leaveFront(ctx context.Context, e *Entry) error {
	if e.Type != TypePage {
		return nil
	}
	if site.PageOnFront.Of(ctx, s.Site) == e.ID {
		if err := s.Site.ShowPosts(ctx); err != nil {
			return err
		}
	}
	if site.PageForPosts.Of(ctx, s.Site) == e.ID {
		return site.PageForPosts.Set(ctx, s.Site, 0)
	}
	return nil
}

// deleteRevisions removes the revisions and autosaves of an entry.
func (s *Service) deleteRevisions(ctx context.Context, id int64) error {
	page, err := s.Store.ListEntries(ctx, Query{
		Types: []string{TypeRevision}, Parents: []int64{id}, SkipTotal: true, SkipMeta: true, OnlyIDs: true,
	})
	if err != nil {
		return fmt.Errorf("revisions of entry %d: %w", id, err)
	}
	for _, e := range page.Entries {
		if err := s.Store.DeleteEntry(ctx, e.ID); err != nil {
			return fmt.Errorf("delete revision %d: %w", e.ID, err)
		}
	}
	return nil
}

// deleteMenuItems removes the menu items that lead to an entry. Nothing is
// below them.
func (s *Service) deleteMenuItems(ctx context.Context, id int64) error {
	page, err := s.Store.ListEntries(ctx, Query{Types: []string{TypeMenuItem}, SkipTotal: true, MetaValues: map[string][]string{
		"_menu_item_type": {"post_type"}, "_menu_item_object_id": {strconv.FormatInt(id, 10)},
	}})
	if err != nil {
		return fmt.Errorf("menu items of entry %d: %w", id, err)
	}
	for _, e := range page.Entries {
		if err := s.Store.DeleteEntry(ctx, e.ID); err != nil {
			return fmt.Errorf("delete menu item %d: %w", e.ID, err)
		}
		if err := s.Hooks.Deleted(ctx, e); err != nil {
			return err
		}
	}
	return nil
}
