package moving

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
)

// tellSharedSlugs warns of entries that came now and have the slug of another of their type:
// one of the two was made here meanwhile. Which of them is to have it can't be known.
func (r *run) tellSharedSlugs(ctx context.Context, changes []Change) error {
	var shared names
	for some := range slices.Chunk(changes, broughtAtOnce) {
		var ids []int64
		for _, c := range some {
			ids = append(ids, c.ID)
		}
		found, err := r.Store.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		var came []*content.Entry
		var slugs []string
		for _, id := range ids {
			if e := found[id]; e != nil && e.Status == content.Publish && r.Types.Get(e.Type) != nil && r.Types.Get(e.Type).Public {
				came, slugs = append(came, e), append(slugs, e.Slug)
			}
		}
		holders, err := r.Store.SlugHolders(ctx, slugs)
		if err != nil {
			return err
		}
		for _, e := range came {
			hierarchical := r.Types.Get(e.Type).Hierarchical
			for _, h := range holders {
				if h.ID != e.ID && h.Slug == e.Slug && h.Type == e.Type && (!hierarchical || h.Parent == e.Parent) {
					shared.add(fmt.Sprintf("%s (%d and %d)", e.Slug, e.ID, h.ID))
				}
			}
		}
	}
	shared.say(r.report.Warn, "entry that came has the slug of another here, so that one of the two may not be reached; give it another slug",
		"entries that came have slugs of others here, so that one of each two may not be reached; give them other slugs")
	return nil
}
