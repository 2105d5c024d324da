package taxonomy

import (
	"context"
	"fmt"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

// Delete removes a term. Its children move up; entries that had no other
// category get the default one; menu items that lead to it go too.
func (s *Service) Delete(ctx context.Context, t *Term) error {
	all, err := s.Store.AllTerms(ctx, t.Taxonomy)
	if err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	if err := s.moveChildren(ctx, all, t); err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	entries, err := s.Store.EntriesWithTerm(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	if err := s.Store.DeleteTerm(ctx, t.ID); err != nil {
		return fmt.Errorf("delete term %d: %w", t.ID, err)
	}
	if t.Taxonomy == Category {
		if err := s.fallBack(ctx, entries); err != nil {
			return fmt.Errorf("delete term %d: %w", t.ID, err)
		}
	}
	if err := s.deleteMenuItems(ctx, t); err != nil {
		return err
	}
	return s.Hooks.Deleted(ctx, t)
}

// moveChildren puts what is below a term below its parent.
func (s *Service) moveChildren(ctx context.Context, all []*Term, t *Term) error {
	var ids []int64
	for _, o := range all {
		if o.Parent == t.ID {
			ids = append(ids, o.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	children, err := s.Store.TermsByID(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		before := children[id]
		moved := *before
		moved.Parent = t.Parent
		if err := s.update(ctx, before, &moved, &Change{Parent: &moved.Parent}); err != nil {
			return fmt.Errorf("move term %d: %w", id, err)
		}
	}
	return nil
}

// fallBack gives posts without a category the default one.
func (s *Service) fallBack(ctx context.Context, entries []int64) error {
	if len(entries) == 0 {
		return nil
	}
	left, err := s.Store.EntryTerms(ctx, entries)
	if err != nil {
		return err
	}
	def := site.DefaultCategory.Of(ctx, s.Site)
	for _, id := range entries {
		has := false
		for _, t := range left[id] {
			has = has || t.Taxonomy == Category
		}
		if !has {
			if err := s.Store.SetEntryTerms(ctx, id, Category, []int64{def}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) deleteMenuItems(ctx context.Context, t *Term) error {
	page, err := s.Entries.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeMenuItem}, SkipTotal: true,
		MetaValues: map[string][]string{
			"_menu_item_type": {"taxonomy"}, "_menu_item_object": {t.Taxonomy}, "_menu_item_object_id": {strconv.FormatInt(t.ID, 10)},
		},
	})
	if err != nil {
		return fmt.Errorf("menu items of term %d: %w", t.ID, err)
	}
	for _, e := range page.Entries {
		if err := s.Entries.Delete(ctx, e); err != nil {
			return fmt.Errorf("menu item %d of term %d: %w", e.ID, t.ID, err)
		}
	}
	return nil
}
