package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// matches are the entries that searches found. They are true like the objects are
// (objects.go): the entries whose tags were dropped since are looked at again before they are
// used, and nothing else. So a word that most entries have is looked for once, and its total
// is exact after each change for the price of the changed entries.
type matches struct {
	mu     sync.Mutex
	budget int // how many bytes all take at most
	few    int // see fewMatches
	bytes  int
	turn   uint64
	epoch  uint64  // rises when all are forgotten
	first  int     // number of the first change in log
	log    []int64 // the entries that changed last
	sets   map[string]*matchSet
}

// matchSet is what one search found. Only its holder may use it.
type matchSet struct {
	held  chan struct{} // has a value while nobody holds it
	ranks []*idSet      // by how well they fit; one where the list asks for no rank. nil: not known
	epoch uint64
	at    int // number of the first change that it doesn't know of
	bytes int
	used  uint64
	large bool   // what it would have in this epoch is more than one may take
	asked string // the search, where it found many; for FindAgain
}

const (
	// matchBudget bounds all sets. One of a million entries takes 130 KB.
	matchBudget = 16 << 20
	// matchShare is what part of the bound one set may take.
	matchShare = 8
	// maxMatchSets bounds how many there are.
	maxMatchSets = 1024
	// maxChanges bounds the changes that are kept: a set that knows of fewer is read anew.
	maxChanges = 1 << 14
	// maxAgain is how many changed entries are looked at again rather than all, and
	// againPart what part of what was found may be more.
	maxAgain  = 500
	againPart = 50
)

func newMatches() *matches {
	return &matches{budget: matchBudget, few: fewMatches, sets: map[string]*matchSet{}}
}

// Changed notes that what the tags name is another.
func (m *matches) Changed(tags []cache.Tag) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, tag := range tags {
		if tag == site.FieldIndexes.Tag() || tag == site.Definitions.Tag() {
			m.forget()
			return
		}
		if id, ok := tag.Entry(); ok {
			m.log = append(m.log, id)
		}
	}
	if old := len(m.log) - maxChanges; old > maxChanges {
		m.log = append(m.log[:0], m.log[old:]...)
		m.first += old
	}
}

// Clear forgets everything.
func (m *matches) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.forget()
}

func (m *matches) forget() {
	m.epoch++
	m.first += len(m.log)
	m.log, m.sets, m.bytes = nil, map[string]*matchSet{}, 0
}

// hold returns the set of a search when nobody else holds it.
func (m *matches) hold(ctx context.Context, key string) (*matchSet, error) {
	m.mu.Lock()
	s := m.sets[key]
	if s == nil {
		s = &matchSet{held: make(chan struct{}, 1)}
		s.held <- struct{}{}
		m.sets[key] = s
	}
	m.turn++
	s.used = m.turn
	m.mu.Unlock()
	select {
	case <-s.held:
		return s, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// release ends hold, and keeps what the set takes within bounds.
func (m *matches) release(key string, s *matchSet) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.held <- struct{}{}
	if m.sets[key] != s {
		return // forgotten meanwhile
	}
	size := len(key) + 256
	for _, r := range s.ranks {
		size += r.bytes()
	}
	m.bytes += size - s.bytes
	s.bytes = size
	for m.bytes > m.budget || len(m.sets) > maxMatchSets {
		oldest := ""
		for k, o := range m.sets {
			if oldest == "" || o.used < m.sets[oldest].used {
				oldest = k
			}
		}
		m.bytes -= m.sets[oldest].bytes
		delete(m.sets, oldest)
	}
}

// since are the entries that changed since the set was read, and what it is up to date with
// when these were looked at again. all tells that all must be read.
func (m *matches) since(s *matchSet) (ids []int64, all bool, epoch uint64, at int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	epoch, at = m.epoch, m.first+len(m.log)
	if s.ranks == nil || s.epoch != epoch || s.at < m.first {
		return nil, true, epoch, at
	}
	ids = sqldb.Distinct(slices.Clone(m.log[s.at-m.first:]))
	n := 0
	for _, r := range s.ranks {
		n += r.n
	}
	return ids, len(ids) > max(maxAgain, n/againPart), epoch, at
}

// matched is what a search finds, without what the query leaves out.
type matched struct {
	key   string // of the set
	total int
	ranks []int     // of it, how many fit how well; one number where the list asks for no rank
	ids   [][]int64 // of each rank where they are few, else nil
}

// fewMatches is up to how many entries a list starts from their ids, rather than from the
// index of words or along its order.
const fewMatches = 4096

// all are the ids of all that was found where they are few, else nil.
func (m *matched) all() []int64 {
	list := make([]int64, 0, min(m.total, fewMatches))
	for i, ids := range m.ids {
		if ids == nil || len(list)+m.ranks[i] > fewMatches {
			return nil
		}
		list = append(list, ids...)
	}
	slices.Sort(list)
	return list
}

// matchedIn is what a set has but for some ids.
func matchedIn(s *matchSet, without []int64, few int) *matched {
	m := &matched{}
	for _, r := range s.ranks {
		n := r.n
		for _, id := range without {
			if r.has(id) {
				n--
			}
		}
		var ids []int64
		if n <= few {
			ids = slices.DeleteFunc(r.ids(), func(id int64) bool { return slices.Contains(without, id) })
			slices.Sort(ids)
		}
		m.total, m.ranks, m.ids = m.total+n, append(m.ranks, n), append(m.ids, ids)
	}
	return m
}

// tellsByEntry tells whether each entry by itself decides whether the query finds it: by its
// row and its texts.
func (l *entryList) tellsByEntry() bool {
	q := l.q
	if q.Search == nil || len(searchTerms(q.Search.Terms)) == 0 || len(q.NotIDs) > maxAgain || l.hidesRows() || len(q.Terms) > 0 {
		return false
	}
	q.Search, q.NotIDs, q.MimeTypes, q.DateParts, q.MenuOrder, q.Sticky, q.WithPassword = nil, nil, nil, nil, nil, nil, nil
	q.After, q.Before, q.ModifiedAfter, q.ModifiedBefore = "", "", "", ""
	return bare(q)
}

// match finds the entries of the search as they are kept. It is nil where they can't be:
// inside a transaction, or where more than an entry decides.
func (l *entryList) match(ctx context.Context) (*matched, error) {
	if !l.tellsByEntry() || l.q.SkipTotal && !l.q.OnlyTotal && !l.canLookUp() {
		return nil, nil
	}
	g, err := l.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return nil, err
	}
	all := *l
	all.q.NotIDs = nil
	var order ordering
	if l.byRelevance() {
		order.keys = l.db.orderOf(&l.q).keys[:1]
	}
	read := all.matchQuery(order)
	var out *matched
	key := sqldb.QueryKey(read.text, read.args)
	if l.q.SkipTotal && !l.q.OnlyTotal && !l.db.matches.known(key) {
		return nil, nil // a page alone isn't worth reading them all
	}
	err = l.db.matches.use(ctx, key, func(s *matchSet, again []int64) error {
		query, from := read, all
		if again != nil {
			from.q.IDs = again
			query = from.matchQuery(order)
		}
		return from.readMatches(ctx, query, s, again)
	}, func(s *matchSet) { out = matchedIn(s, l.q.NotIDs, l.db.matches.few) })
	if errors.Is(err, errManyMatches) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("entries with the words: %w", err)
	}
	out.key = key
	return out, nil
}

// errManyMatches says that a search finds more than is kept of one.
var errManyMatches = errors.New("the search finds more than is kept of one")

// known tells whether what a search finds is kept.
func (m *matches) known(key string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.sets[key]
	return s != nil && s.bytes > 0
}

// use brings the set of a search up to date and looks at it. read gets the entries that
// changed since, or nil where all must be read.
func (m *matches) use(ctx context.Context, key string, read func(s *matchSet, again []int64) error, look func(s *matchSet)) error {
	s, err := m.hold(ctx, key)
	if err != nil {
		return err
	}
	defer m.release(key, s)
	again, all, epoch, at := m.since(s)
	switch {
	case all && s.large && s.epoch == epoch:
		return errManyMatches
	case all:
		s.large = false
		s.ranks = nil
		err = read(s, nil)
	case len(again) > 0:
		err = read(s, again)
	}
	if err != nil {
		s.ranks, s.large, s.epoch = nil, errors.Is(err, errManyMatches), epoch
		return err
	}
	s.epoch, s.at = epoch, at
	look(s)
	return nil
}

// matchQuery reads the ids of all entries of the list, with the first key of an order.
func (l *entryList) matchQuery(order ordering) part {
	q := union(l.parts(l.plan(order, extent{matches: -1, rows: -1}), order))
	columns := "p.id, 0"
	if len(order.keys) > 0 {
		columns = "p.id, p.k0"
	}
	return part{"SELECT " + columns + " FROM (" + q.text + ") p", q.args}
}

// readMatches reads the entries that a query finds into a set. again are the entries that it
// looks at; nil: all.
func (l *entryList) readMatches(ctx context.Context, q part, s *matchSet, again []int64) error {
	next := s.ranks
	if again == nil {
		next = nil
	}
	if next == nil {
		steps := 1
		if l.byRelevance() {
			steps = l.db.rankCount(&l.q)
		}
		for range steps {
			next = append(next, newIDSet())
		}
	}
	for _, id := range again {
		for _, r := range next {
			r.remove(id)
		}
	}
	size, most := 0, l.db.matches.budget/matchShare
	for _, r := range next {
		size += r.bytes()
	}
	err := l.db.Each(ctx, q.text, q.args, func(scan func(...any) error) error {
		var id int64
		var rank int
		if err := scan(&id, &rank); err != nil {
			return err
		}
		before := next[rank].bytes()
		next[rank].add(id)
		if size += next[rank].bytes() - before; size > most {
			return errManyMatches
		}
		return nil
	})
	s.ranks = next
	return err
}

// byRelevance tells whether the list is ordered by how well its entries fit before all else.
func (l *entryList) byRelevance() bool {
	return len(l.q.Order) > 0 && l.q.Order[0].By == content.ByRelevance && l.q.Search != nil
}
