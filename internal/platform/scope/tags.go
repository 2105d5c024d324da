package scope

import (
	"slices"

	"quoin/internal/platform/cache"
)

// fewTags are so few that going through them takes less than a map would.
const fewTags = 48

// tagSet is a set of tags in the order in which they came.
type tagSet struct {
	list  []cache.Tag
	index map[cache.Tag]struct{} // of all in list when these are many
	first [6]cache.Tag           // room for what most parts of an answer have
	// options tells that all options are in it, which says more than single ones.
	options bool
}

func (s *tagSet) add(t cache.Tag) {
	switch {
	case s.options && t.IsOption():
		return
	case s.index != nil:
		if _, ok := s.index[t]; ok {
			return
		}
		s.index[t] = struct{}{}
	case slices.Contains(s.list, t):
		return
	}
	if s.list == nil {
		s.list = s.first[:0]
	}
	s.options = s.options || t == cache.AllOptions()
	s.list = append(s.list, t)
	if len(s.list) == fewTags {
		s.index = make(map[cache.Tag]struct{}, 4*fewTags)
		for _, t := range s.list {
			s.index[t] = struct{}{}
		}
	}
}
