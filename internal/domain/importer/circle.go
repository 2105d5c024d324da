package importer

import (
	"context"
	"errors"
	"hash/maphash"

	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/markup/clean"
)

// maxAncestors is how far parents are followed. Nothing that people made is
// nested deeper; what is counts as a circle.
const maxAncestors = 1000

// below tells whether an object is among the ancestors of what shall become
// its parent, or is that itself. Then the parents would never end.
func below(id, parent int64, parentOf func(int64) (int64, error)) (bool, error) {
	for range maxAncestors {
		if parent == 0 {
			return false, nil
		}
		if parent == id {
			return true, nil
		}
		var err error
		if parent, err = parentOf(parent); err != nil {
			return false, err
		}
	}
	return true, nil
}

// lateTerm is a term that stands in the file before its parent.
type lateTerm struct{ taxonomy, slug, parent string }

// termOrder finds those, keeping a number for each term.
type termOrder struct {
	seed maphash.Seed
	seen map[uint64]struct{}
	late []lateTerm
}

func newTermOrder() *termOrder {
	return &termOrder{seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
}

func (o *termOrder) key(tax, slug string) uint64 {
	return maphash.Comparable(o.seed, termKey{tax, clean.Slug(slug)})
}

// add looks at a record of the file.
func (o *termOrder) add(item wxr.Item) {
	d := termOf(item)
	if d.taxonomy == "" {
		return
	}
	if d.parent != "" {
		if _, ok := o.seen[o.key(d.taxonomy, d.parent)]; !ok {
			o.late = append(o.late, lateTerm{d.taxonomy, d.slug, d.parent})
		}
	}
	o.seen[o.key(d.taxonomy, d.slug)] = struct{}{}
}

// finishTerms puts the terms that stood before their parents below them.
func (r *run) finishTerms(ctx context.Context) error {
	if len(r.late) == 0 {
		return nil
	}
	return r.write(ctx, func(ctx context.Context) error {
		parents := map[string]map[int64]int64{}
		for _, l := range r.late {
			if r.Terms.Taxonomies.Get(l.taxonomy) == nil {
				continue
			}
			if parents[l.taxonomy] == nil {
				all, err := r.Store.AllTerms(ctx, l.taxonomy)
				if err != nil {
					return err
				}
				of := make(map[int64]int64, len(all))
				for _, t := range all {
					of[t.ID] = t.Parent
				}
				parents[l.taxonomy] = of
			}
			if err := r.finishTerm(ctx, l, parents[l.taxonomy]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *run) finishTerm(ctx context.Context, l lateTerm, parents map[int64]int64) error {
	id, err := r.findTerm(ctx, l.taxonomy, l.slug)
	if err != nil || id == 0 || parents[id] != 0 {
		return err
	}
	parent, err := r.findTerm(ctx, l.taxonomy, l.parent)
	if err != nil || parent == 0 {
		return err
	}
	circle, err := below(id, parent, func(id int64) (int64, error) { return parents[id], nil })
	if err != nil || circle {
		return err
	}
	t, err := r.Store.TermByID(ctx, id)
	if errors.Is(err, taxonomy.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	moved := *t
	moved.Parent = parent
	parents[id] = parent
	return r.Store.UpdateTerm(ctx, &moved)
}
