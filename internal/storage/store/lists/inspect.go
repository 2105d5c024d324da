package lists

import (
	"context"
	"time"

	"quoin/internal/domain/content"
)

// Inspection is what tests look at: how lists are planned, and what is remembered of them.
type Inspection struct{ db *Store }

// InspectLists is that of the lists.
func (db *Store) InspectLists() Inspection { return Inspection{db} }

// Plans are how a list is planned: its page, and its total where it must be counted by a query.
func (i Inspection) Plans(ctx context.Context, q content.Query) (string, error) {
	l, err := i.db.newEntryList(ctx, q)
	if err != nil {
		return "", err
	}
	if l == nil {
		return "nothing to read\n", nil
	}
	var text string
	_, counted := l.countPlain()
	_, _, difference := split(l.q)
	switch {
	case q.SkipTotal && !l.needsTotal():
		text = "no total\n"
	case counted:
		text = "total from the counters\n"
	case difference:
		text = "total of all less that of what is left out\n"
	default:
		text = "total " + l.plan(ordering{}, extent{matches: -1, rows: -1}).String()
	}
	if !q.SkipTotal || l.needsTotal() {
		if l.total, err = l.count(ctx); err != nil {
			return "", err
		}
	}
	x := extent{matches: l.total, rows: -1}
	if q.Limit > 0 {
		x.rows = q.Offset + q.Limit
	}
	return text + "page " + l.plan(i.db.orderOf(&l.q), x).String(), nil
}

// SheetsFrom has sheets made for types of so many entries, of which so many bytes are kept.
func (i Inspection) SheetsFrom(least, budget int) {
	s := i.db.sheets
	s.mu.Lock()
	defer s.mu.Unlock()
	s.least, s.budget = least, budget
	now := s.now()
	s.now = func() time.Time { return now } // they take no time, and may be made again at once
}

// SheetsMade waits until no sheet is being made.
func (i Inspection) SheetsMade() { i.db.sheets.made.Wait() }

// HasSheet tells whether a type has a sheet.
func (i Inspection) HasSheet(typ string) bool {
	s := i.db.sheets
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byType[typ] != nil && s.byType[typ].sheet != nil
}

// MatchesFrom has searches keep so many bytes of what they found, and take so many entries
// for few.
func (i Inspection) MatchesFrom(few, budget int) {
	m := i.db.matches
	m.mu.Lock()
	defer m.mu.Unlock()
	m.few, m.budget = few, budget
}

// Kept is how many searches are kept, and how many bytes they take.
func (i Inspection) Kept() (searches, bytes int) {
	m := i.db.matches
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.sets), m.bytes
}
