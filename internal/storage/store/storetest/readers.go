package storetest

import (
	"math/rand/v2"
	"slices"

	"quoin/internal/domain/content"
)

// reaches tells whether an entry is in a reach.
func reaches(r content.Reach, e *content.Entry) bool {
	switch {
	case r.All:
		return true
	case slices.Contains(r.Except, e.ID):
		return false
	}
	has := func(k content.Kinds) bool {
		return slices.Contains(k.Types, e.Type) && slices.Contains(k.Statuses, e.Status) != k.Not
	}
	return slices.ContainsFunc(r.Any, has) || r.Author != 0 && e.Author == r.Author && slices.ContainsFunc(r.Own, has)
}

// reads tells whether the reader of a list reads an entry.
func (m *model) reads(r *content.Reader, e *content.Entry) bool {
	if r == nil {
		return true
	}
	if !reaches(r.Read, e) {
		return false
	}
	if e.Status != content.Inherit {
		return true
	}
	i := slices.IndexFunc(m.entries, func(p *content.Entry) bool { return p.ID == e.Parent })
	return i < 0 || reaches(r.Read, m.entries[i])
}

// seen is an entry and a search of what its reader knows of it: without the right
// to what its password hides, that is the title.
func seen(r *content.Reader, e *content.Entry, s *content.Search) (*content.Entry, *content.Search) {
	if r == nil || e.Password == "" || reaches(r.Unlock, e) {
		return e, s
	}
	title := *s
	if len(s.Columns) == 0 || slices.Contains(s.Columns, content.SearchTitle) {
		title.Columns = []content.SearchColumn{content.SearchTitle}
	} else {
		title.Columns = []content.SearchColumn{"nothing"}
	}
	return e, &title
}

func randomReader(r *rand.Rand) *content.Reader {
	return &content.Reader{Read: randomReach(r), Unlock: randomReach(r)}
}

func randomReach(r *rand.Rand) content.Reach {
	if r.IntN(4) == 0 {
		return content.Reach{All: true}
	}
	kinds := func() (list []content.Kinds) {
		for range r.IntN(3) {
			list = append(list, content.Kinds{Types: some(r, someTypes), Statuses: some(r, someStatuses), Not: r.IntN(2) == 0})
		}
		return list
	}
	reach := content.Reach{Any: kinds(), Own: kinds(), Author: int64(r.IntN(4))}
	if r.IntN(4) == 0 {
		reach.Except = []int64{int64(1 + r.IntN(20)), int64(1 + r.IntN(20))}
	}
	return reach
}
