package content

import (
	"context"
	"fmt"
	"strconv"

	"quoin/internal/access"
)

// Trash moves an entry into the trash. Its slug becomes free, its former
// status and the time are remembered, it stops being sticky, and a page is the
// front of the site no longer.
func (s *Service) Trash(ctx context.Context, a access.Actor, before *Entry) (*Entry, error) {
	e := before.Clone()
	if e.Meta == nil {
		e.Meta = Meta{}
	}
	remember := map[string]string{
		MetaTrashStatus: string(before.Status),
		MetaTrashTime:   strconv.FormatInt(s.Site.Clock().Unix(), 10),
	}
	for key, v := range remember {
		e.Meta[key] = []any{v}
		if err := s.Store.SetEntryMeta(ctx, e.ID, key, v); err != nil {
			return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
		}
	}
	if err := s.suffixTrashed(ctx, e); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	if err := s.leaveFront(ctx, e); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	e.Status, e.Sticky = Trash, false
	if before.Status.Floats() && before.DateUTC == "" {
		e.Date, _ = s.Site.Stamp(ctx)
	}
	if e.DateUTC == "" {
		e.DateUTC = s.Site.ToUTC(ctx, e.Date)
	}
	e.Modified, e.ModifiedUTC = s.Site.Stamp(ctx)
	if err := s.Store.UpdateEntry(ctx, e); err != nil {
		return nil, fmt.Errorf("trash entry %d: %w", e.ID, err)
	}
	if err := s.SaveRevision(ctx, a, e); err != nil {
		return nil, err
	}
	return e, s.saved(ctx, before, e)
}

// Delete removes an entry for good, with its revisions, meta, terms, comments
// and the menu items that lead to it. Its children move up to its own parent.
func (s *Service) Delete(ctx context.Context, e *Entry) error {
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
	if err := s.deleteBelow(ctx, Query{Types: []string{TypeRevision}, Parents: []int64{e.ID}}); err != nil {
		return err
	}
	if err := s.deleteBelow(ctx, Query{Types: []string{TypeMenuItem}, MetaValues: map[string][]string{
		"_menu_item_type": {"post_type"}, "_menu_item_object_id": {strconv.FormatInt(e.ID, 10)},
	}}); err != nil {
		return err
	}
	if err := s.Store.DeleteEntry(ctx, e.ID); err != nil {
		return fmt.Errorf("delete entry %d: %w", e.ID, err)
	}
	for _, hook := range s.Hooks.Deleted {
		if err := hook(ctx, e); err != nil {
			return fmt.Errorf("after deleting entry %d: %w", e.ID, err)
		}
	}
	return nil
}

// leaveFront takes a page that goes away out of the settings of the site's
// front.
func (s *Service) leaveFront(ctx context.Context, e *Entry) error {
	if e.Type != TypePage {
		return nil
	}
	changes := map[string]any{}
	if s.Site.Int(ctx, "page_on_front", 0) == e.ID {
		changes["show_on_front"], changes["page_on_front"] = "posts", int64(0)
	}
	if s.Site.Int(ctx, "page_for_posts", 0) == e.ID {
		changes["page_for_posts"] = int64(0)
	}
	for name, v := range changes {
		if err := s.Site.SetOption(ctx, name, v); err != nil {
			return err
		}
	}
	return nil
}

// deleteBelow removes all entries of a list that belong to another one.
func (s *Service) deleteBelow(ctx context.Context, q Query) error {
	q.SkipTotal, q.SkipMeta, q.OnlyIDs = true, true, true
	page, err := s.Store.ListEntries(ctx, q)
	if err != nil {
		return fmt.Errorf("list what goes with an entry: %w", err)
	}
	for _, e := range page.Entries {
		if err := s.Store.DeleteEntry(ctx, e.ID); err != nil {
			return fmt.Errorf("delete entry %d: %w", e.ID, err)
		}
	}
	return nil
}
