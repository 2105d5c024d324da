package seo

import (
	"context"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// entriesOf are the entries of rows, by id, loaded at once.
func (s *scores) entriesOf(ctx context.Context, rows []*row) (map[int64]*content.Entry, error) {
	ids := make([]int64, len(rows))
	for i, o := range rows {
		ids[i] = o.object
	}
	return s.Store.EntriesByID(ctx, ids)
}

// maxBulk is how many entries one call changes.
const maxBulk = 20

// bulkKeys are the meta keys of the members of an item, by name; the keyphrase
// is one of every kind.
func bulkKeys(social bool) map[string]string {
	if social {
		return map[string]string{"social_title": metaSocialTitle, "social_description": metaSocialDesc, "focus_keyphrase": metaKeyphrase}
	}
	return map[string]string{"seo_title": metaTitle, "meta_description": metaDescription, "focus_keyphrase": metaKeyphrase}
}

// bulkOrder are the members of items in order.
var bulkOrder = []string{"seo_title", "meta_description", "social_title", "social_description", "focus_keyphrase"}

// checkItems checks the items of a change in bulk.
func checkItems(social bool) func(r *rest.Request, v any, name string) *fault.Error {
	keys := bulkKeys(social)
	return func(_ *rest.Request, v any, _ string) *fault.Error {
		list, ok := v.([]any)
		switch {
		case !ok:
			return badRequest("rest_invalid_items", "The items must be a list.")
		case len(list) == 0:
			return badRequest("rest_no_items", "There must be an item.")
		case len(list) > maxBulk:
			return badRequest("rest_too_many_items", "There may be at most "+itoa(maxBulk)+" items.")
		}
		for _, item := range list {
			o, ok := item.(*wire.Object)
			if !ok {
				return badRequest("rest_invalid_item", "Each item must be an object.")
			}
			if _, ok := o.Get("id").(int64); !ok {
				return badRequest("rest_invalid_item_id", "The id of each item must be an integer.")
			}
			fields := 0
			for _, name := range bulkOrder {
				if keys[name] == "" || !o.Has(name) {
					continue
				}
				fields++
				if _, ok := o.Get(name).(string); !ok {
					return badRequest("rest_invalid_item_field", "The member "+name+" must be a string.")
				}
			}
			if fields == 0 {
				return badRequest("rest_no_fields_to_update", "Each item must change something.")
			}
		}
		return nil
	}
}

// bulkUpdate changes texts of entries, each that can be.
func (s *scores) bulkUpdate(social bool) func(r *rest.Request) (*rest.Response, error) {
	return func(r *rest.Request) (*rest.Response, error) {
		results := []any{}
		for _, item := range argItems.Of(r) {
			o, err := s.bulkItem(r, item.(*wire.Object), social)
			if err != nil {
				return nil, err
			}
			results = append(results, o)
		}
		return rest.OK(wire.NewObject("results", results)), nil
	}
}

func (s *scores) bulkItem(r *rest.Request, item *wire.Object, social bool) (*wire.Object, error) {
	ctx, id := r.Context(), item.Get("id").(int64)
	fail := func(why string) (*wire.Object, error) {
		return wire.NewObject("id", id, "success", false, "error", why), nil
	}
	e, err := s.entry(ctx, id)
	if err != nil {
		return nil, err
	}
	if e == nil || headless(e) || e.Status == content.Trash {
		return fail("not_found")
	}
	if t := s.Types.Get(e.Type); t == nil || !headed(t) {
		return fail("invalid_post_type")
	}
	if !s.Entries.CanEdit(ctx, r.Actor, e) {
		return fail("forbidden")
	}
	keys, change := bulkKeys(social), content.Meta{}
	out := wire.NewObject("id", id, "success", true)
	sanitized := &wire.Object{}
	for _, name := range bulkOrder {
		if keys[name] == "" || !item.Has(name) {
			continue
		}
		text := clean.TemplateField(item.Text(name))
		if name == "focus_keyphrase" {
			sanitized.Set(name, text)
		}
		change[keys[name]] = []any{text}
		if text == "" {
			change[keys[name]] = nil
		}
	}
	after, err := s.Entries.SetMeta(ctx, e, change)
	if err != nil {
		return nil, err
	}
	if !social {
		out.Set("rendered", s.rendered(ctx, after))
	}
	if sanitized.Len() > 0 {
		out.Set("sanitized", sanitized)
	}
	return out, nil
}

// rendered are the own texts of an entry with their variables replaced.
func (s *scores) rendered(ctx context.Context, e *content.Entry) *wire.Object {
	return wire.NewObject("seo_title", s.index.filled(ctx, e, metaText(e.Meta, metaTitle)), "meta_description", s.index.filled(ctx, e, metaText(e.Meta, metaDescription)))
}
