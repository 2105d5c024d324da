package content

import (
	"context"
	"errors"
	"maps"
	"slices"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// SlugHolder is an entry that has a slug.
type SlugHolder struct {
	Slug   string
	ID     int64
	Type   string
	Parent int64
}

// within tells whether a holder is among those that slugScope names, except one.
func (h SlugHolder) within(types []string, parent *int64, except int64) bool {
	return h.ID != except && (types == nil || slices.Contains(types, h.Type)) && (parent == nil || *parent == h.Parent)
}

// SlugRivals are those of some entries beside which an entry of type t mightn't have its slug, as
// UniqueSlug decides it.
func SlugRivals(t *Type, e *Entry, holders []SlugHolder) []SlugHolder {
	if t == nil || e.Slug == "" || sharesSlugs(e.Type) {
		return nil
	}
	types, parent := slugScope(t, e)
	var rivals []SlugHolder
	for _, h := range holders {
		if h.Slug == e.Slug && h.within(types, parent, e.ID) {
			rivals = append(rivals, h)
		}
	}
	return rivals
}

// slugsKey is where the holders of slugs wait that were read for a whole list.
type slugsKey struct{}

// heldSlugs are the holders of slugs that were asked for; those that are free have none.
type heldSlugs map[string][]SlugHolder

// mostSlugLooks bounds how often PrefetchSlugs asks: where more entries than that covers have
// one title, the rest are asked for one by one.
const mostSlugLooks = 4

// errNotRead says that the holders of a slug weren't read.
var errNotRead = errors.New("not read yet")

// PrefetchSlugs reads at once what LikelySlug will ask for of entries and the slugs that they
// would like.
func (s *Service) PrefetchSlugs(ctx context.Context, wanted map[*Entry]string) error {
	held := heldSlugs{}
	for range mostSlugLooks {
		next := map[string]bool{}
		look := func(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error) {
			taken, err := held.taken(ctx, slugs, types, parent, except)
			if err != nil {
				for _, slug := range slugs {
					next[slug] = true
				}
			}
			return taken, err
		}
		for e, slug := range wanted {
			if _, err := s.uniqueSlug(scope.Part(ctx), e, slug, e, look); err != nil && !errors.Is(err, errNotRead) {
				return err
			}
		}
		if len(next) == 0 {
			break
		}
		found, err := s.Store.SlugHolders(ctx, slices.Sorted(maps.Keys(next)))
		if err != nil {
			return err
		}
		for slug := range next {
			held[slug] = nil
		}
		for _, h := range found {
			held[h.Slug] = append(held[h.Slug], h)
		}
	}
	scope.Put(ctx, slugsKey{}, held)
	return nil
}

// LikelySlug is UniqueSlug for who only tells it, from what was prefetched.
func (s *Service) LikelySlug(ctx context.Context, e *Entry, slug string) (string, error) {
	held, _ := scope.Get[heldSlugs](ctx, slugsKey{})
	return s.uniqueSlug(ctx, e, slug, e, func(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error) {
		taken, err := held.taken(ctx, slugs, types, parent, except)
		if err != nil {
			return s.Store.SlugsTaken(ctx, slugs, types, parent, except)
		}
		return taken, nil
	})
}

// taken is Store.SlugsTaken of what was read.
func (held heldSlugs) taken(ctx context.Context, slugs, types []string, parent *int64, except int64) (map[string]bool, error) {
	out := map[string]bool{}
	for _, slug := range slugs {
		holders, read := held[slug]
		if !read {
			return nil, errNotRead
		}
		for _, h := range holders {
			if h.within(types, parent, except) {
				out[slug] = true
			}
		}
	}
	if types == nil {
		scope.DependsOn(ctx, cache.AllEntries())
	}
	for _, typ := range types {
		scope.DependsOn(ctx, cache.Entries(typ))
	}
	return out, nil
}
