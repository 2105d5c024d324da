package lists

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

const (
	// mostCommon is how many searches CommonSearches tells.
	mostCommon = 32
	// longestCommon bounds the text of one.
	longestCommon = 8 << 10
)

// asked notes what a search was asked for that finds many entries. What a person looked for by
// rights of their own isn't noted: it would tell who looked.
func (m *matches) asked(key string, q content.Query) {
	if q.Reader != nil && (q.Reader.Read.Author != 0 || q.Reader.Unlock.Author != 0) {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.sets[key]
	if s == nil || s.asked != "" {
		return
	}
	// What is kept is the same whatever page is shown, and whatever is left out.
	q.Limit, q.Offset, q.NotIDs, q.SkipTotal, q.OnlyTotal, q.StickyTop = 0, 0, nil, false, true, false
	if text, err := json.Marshal(q); err == nil && len(text) <= longestCommon {
		s.asked = string(text)
	}
}

// CommonSearches are the searches that were used last of those that are kept and found many
// entries, which takes long when it is done anew: each as a text for FindAgain, in an order
// that doesn't tell which came last.
func (db *Store) CommonSearches() []string {
	m := db.matches
	m.mu.Lock()
	var sets []*matchSet
	for _, s := range m.sets {
		if s.asked != "" {
			sets = append(sets, s)
		}
	}
	slices.SortFunc(sets, func(a, b *matchSet) int { return cmp.Compare(b.used, a.used) })
	var list []string
	for _, s := range sets[:min(len(sets), mostCommon)] {
		list = append(list, s.asked)
	}
	m.mu.Unlock()
	slices.Sort(list)
	return list
}

// FindAgain does a search of CommonSearches, so that what it finds is kept before anybody
// asks for it.
func (db *Store) FindAgain(ctx context.Context, search string) error {
	var q content.Query
	if err := json.Unmarshal([]byte(search), &q); err != nil {
		return fmt.Errorf("a search to do again: %w", err)
	}
	_, err := db.ListEntries(scope.New(ctx), q)
	return err
}
