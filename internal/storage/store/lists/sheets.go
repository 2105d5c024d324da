package lists

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/entries"
)

// sheets are the sheets of a process. A sheet is true like the objects are (objects.go): whatever
// drops the tag of an entry has that entry read again before the sheet is used for the next
// list, and what clears the objects clears them. So whoever changes values of indexed fields,
// or what else a sheet has of an entry, tells the tag of each entry; whoever changes all of them
// tells that of site.FieldIndexes.
//
// Sheets are made in the background, for types of which lists ask again: until then, and
// for what no sheet can answer, the database is asked.
type sheets struct {
	mu     sync.Mutex
	least  int // how many entries a type has at least for a sheet to be made
	budget int // how many bytes all take at most
	now    func() time.Time
	turn   uint64 // rises with each change
	byType map[string]*keptSheet
	making bool // one at a time
	made   sync.WaitGroup
	ctx    context.Context
	cancel context.CancelFunc
}

// keptSheet is what is kept of one type.
type keptSheet struct {
	sheet   *sheet           // nil: there is none
	dirty   map[int64]uint64 // entries that changed since it was read, with the turn
	keys    []sheetKey       // its columns, or those of the last one
	asked   int              // how often a list lacked one
	making  bool
	since   map[int64]uint64 // dirty of what is being made
	spoilt  bool             // it must not be kept
	after   time.Time        // when one may be made again
	refused time.Time        // likewise, after one couldn't be
	used    uint64
	fold    sync.Mutex
}

const (
	// A sheet is for types in which a look at the tables takes long. In fewer entries than
	// that a list reads 150 rows at most before it has ten.
	leastSheet = 2000
	// sheetBudget bounds all sheets. One of 100,000 entries with two numbers takes 3.2 MB.
	sheetBudget = 16 << 20
	// sheetAsked is the list of a type that has a sheet made.
	sheetAsked = 2
	// maxSheetKeys bounds the columns of a sheet.
	maxSheetKeys = 12
	// maxDirty is how many changed entries are read again rather than all: reading one by id
	// costs as much as reading fifty of all.
	maxDirty     = 500
	dirtyPart    = 50
	sheetPause   = 10               // making takes one part in so many of the time
	sheetRefused = 10 * time.Minute // before one is tried again that couldn't be made
)

func newSheets(now func() time.Time) *sheets {
	ctx, cancel := context.WithCancel(context.Background())
	return &sheets{least: leastSheet, budget: sheetBudget, now: now, byType: map[string]*keptSheet{}, ctx: ctx, cancel: cancel}
}

// close ends what is being made.
func (s *sheets) close() {
	s.cancel()
	s.made.Wait()
}

// Changed notes that what the tags name is another.
func (s *sheets) Changed(tags []cache.Tag) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	for _, tag := range tags {
		if tag == site.FieldIndexes.Tag() || tag == site.Definitions.Tag() {
			s.forget()
			return
		}
		id, ok := tag.Entry()
		if !ok {
			continue
		}
		for _, k := range s.byType {
			k.note(id, s.turn)
		}
	}
}

// note notes that an entry, maybe of the type, changed.
func (k *keptSheet) note(id int64, turn uint64) {
	limit := max(maxDirty, k.sheet.size()/dirtyPart)
	if k.sheet != nil {
		if k.dirty[id] = turn; len(k.dirty) > limit {
			k.forget()
		}
	}
	if k.making && !k.spoilt {
		if k.since[id] = turn; len(k.since) > limit {
			k.forgetNext()
		}
	}
}

// forget forgets what there is, forgetNext what is being made.
func (k *keptSheet) forget()     { k.sheet, k.dirty = nil, nil }
func (k *keptSheet) forgetNext() { k.since, k.spoilt = nil, true }

// size is how many entries a sheet has; nil has none.
func (s *sheet) size() int {
	n := 0
	if s != nil {
		for _, p := range s.parts {
			n += len(p.ids)
		}
	}
	return n
}

// Clear forgets everything.
func (s *sheets) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn++
	s.forget()
}

func (s *sheets) forget() {
	for _, k := range s.byType {
		k.forget()
		k.forgetNext()
	}
}

// sheet is the sheet of a type with some columns as it is now, nil where there is none. n is how
// many entries the type has.
func (db *Store) sheet(ctx context.Context, typ string, n int, keys []sheetKey) (*sheet, error) {
	s := db.sheets
	s.mu.Lock()
	k := s.byType[typ]
	if k == nil {
		k = &keptSheet{}
		s.byType[typ] = k
	}
	k.used = s.turn
	if !k.sheet.has(keys) {
		s.want(db, typ, k, n, keys)
		s.mu.Unlock()
		return nil, nil
	}
	if len(k.dirty) == 0 {
		defer s.mu.Unlock()
		return k.sheet, nil
	}
	s.mu.Unlock()
	k.fold.Lock()
	defer k.fold.Unlock()
	s.mu.Lock()
	now, dirty := k.sheet, maps.Clone(k.dirty)
	s.mu.Unlock()
	if !now.has(keys) {
		return nil, nil // forgotten meanwhile
	}
	if len(dirty) == 0 {
		return now, nil
	}
	ids := slices.Sorted(maps.Keys(dirty))
	cells, err := db.readSheet(ctx, now.typ, now.keys, ids)
	if err != nil {
		return nil, err
	}
	next := now.with(ids, cells)
	s.mu.Lock()
	defer s.mu.Unlock()
	if k.sheet != now {
		return nil, nil // forgotten meanwhile
	}
	k.sheet = next
	for id, turn := range dirty {
		if k.dirty[id] == turn {
			delete(k.dirty, id)
		}
	}
	return next, nil
}

// refuse says that a type can't have a sheet for a while; mu is held.
func (s *sheets) refuse(db *Store, k *keptSheet, typ string, err error) {
	k.refused = s.now().Add(sheetRefused)
	if s.ctx.Err() == nil {
		db.Log.Warn("lists by fields are slower than they could be: their values can't be kept in memory", "type", typ, "error", err)
	}
}

// want has a sheet made for a list that has none, if it is worth it; mu is held.
func (s *sheets) want(db *Store, typ string, k *keptSheet, n int, keys []sheetKey) {
	fits := func(keys []sheetKey) bool { return len(keys) <= maxSheetKeys && n*(8+12*len(keys)) <= s.budget }
	k.asked++
	wanted := slices.Clone(keys)
	for _, key := range k.keys {
		if !slices.ContainsFunc(wanted, key.same) {
			wanted = append(wanted, key)
		}
	}
	more := k.sheet != nil && len(wanted) > len(k.keys) && fits(wanted)
	if s.making || k.asked < sheetAsked || n < s.least || !fits(keys) || s.ctx.Err() != nil || s.now().Before(k.refused) || !more && s.now().Before(k.after) {
		return
	}
	if !fits(wanted) {
		wanted = keys
	}
	s.making, k.making, k.spoilt, k.since = true, true, false, map[int64]uint64{}
	s.made.Go(func() { s.make(db, typ, k, wanted) })
}

// make makes a sheet.
func (s *sheets) make(db *Store, typ string, k *keptSheet, keys []sheetKey) {
	began := s.now()
	next := &sheet{typ: typ, keys: keys}
	cells, err := db.readSheet(s.ctx, typ, keys, nil)
	if err == nil {
		next = next.with(nil, cells)
	}
	size := 0
	if err == nil {
		if size = next.bytes(); size > s.budget {
			err = fmt.Errorf("they take %d bytes", size)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.making, k.making = false, false
	k.after = s.now().Add(sheetPause * s.now().Sub(began))
	switch {
	case err != nil:
		s.refuse(db, k, typ, err)
	case !k.spoilt:
		k.sheet, k.dirty, k.keys, k.asked = next, k.since, keys, 0
		s.shrink(k, size)
	}
}

// shrink forgets what was unused for longest until the rest fits beside a new one; mu is held.
func (s *sheets) shrink(kept *keptSheet, size int) {
	for {
		var oldest *keptSheet
		all := size
		for _, k := range s.byType {
			if k == kept || k.sheet == nil {
				continue
			}
			all += k.sheet.bytes()
			if oldest == nil || k.used < oldest.used {
				oldest = k
			}
		}
		if all <= s.budget || oldest == nil {
			return
		}
		oldest.forget()
		oldest.asked = 0
	}
}

// errCells ends the reading of more than fits.
var errCells = errors.New("they don't fit")

// readSheet reads the values of the entries of a type, or of some of them, in one statement: as
// they were at one time.
func (db *Store) readSheet(ctx context.Context, typ string, keys []sheetKey, ids []int64) (sheetCells, error) {
	var parts []string
	var args []any
	for i, k := range keys {
		text := fmt.Sprintf("SELECT entry_id, status, %d, value FROM entry_field WHERE key = ? AND type = ?", i)
		id := "entry_id"
		if k.isField() {
			args = append(args, k.field.Key, typ)
		} else {
			text = fmt.Sprintf("SELECT id, status, %d, CAST(%s AS %s) FROM entry WHERE type = ?", i, k.own.name, db.Engine.BytesType())
			id, args = "id", append(args, typ)
		}
		if ids != nil {
			text = strings.Replace(text, "type = ?", db.Engine.Keep("type")+" = ?", 1)
			which, arg := db.OfIDs(id, ids)
			text, args = text+" AND "+which, append(args, arg)
		}
		parts = append(parts, text)
	}
	cells, size := sheetCells{}, 0
	err := db.Each(ctx, strings.Join(parts, " UNION ALL "), args, func(scan func(...any) error) error {
		var c sheetCell
		var status string
		var key int
		var value []byte
		if err := scan(&c.id, &status, &key, &value); err != nil {
			return err
		}
		if keys[key].form() == formNumbers {
			var err error
			if c.number, err = keys[key].number(value); err != nil {
				return fmt.Errorf("entry %d: %w", c.id, err)
			}
		} else {
			c.text = string(value)
		}
		byKey := cells[status]
		if byKey == nil {
			byKey = make([][]sheetCell, len(keys))
			cells[status] = byKey
		}
		byKey[key] = append(byKey[key], c)
		if size += len(c.text) + 20; size > db.sheets.budget {
			return errCells
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("values of fields of type %s: %w", typ, err)
	}
	return cells, nil
}

// sheetOrders are the columns of entries that sheets have.
var sheetOrders = []Column{colDate, colModified, colTitleKey}

// fromSheet is the list as a sheet has it, nil where it must be read from the tables: where it
// asks for more than values of fields, or there is no sheet. Inside a transaction there is none.
func (l *entryList) fromSheet(ctx context.Context) (*sheetList, error) {
	q := &l.q
	plain := *q
	plain.Fields = nil
	order := l.db.orderOf(q)
	if len(q.Fields) == 0 || len(q.Types) != 1 || len(q.Terms) > 0 || len(order.keys) > 1 || !bare(plain) || l.hidesRows() {
		return nil, nil
	}
	var statuses []string
	for _, k := range l.kinds {
		if k.Author != entries.Everyone {
			return nil, nil
		}
		statuses = append(statuses, k.Status)
	}
	var keys []sheetKey
	add := func(k sheetKey) {
		if !slices.ContainsFunc(keys, k.same) {
			keys = append(keys, k)
		}
	}
	for _, f := range q.Fields {
		add(sheetKey{field: f.Field})
	}
	for _, k := range order.keys {
		if k.computed != nil || k.field == "" && !slices.Contains(sheetOrders, k.column) {
			return nil, nil
		}
		if k.field != "" {
			f, ok := l.db.fieldOf(ctx, q.Types[0], k.field)
			if !ok {
				return nil, nil
			}
			add(sheetKey{field: f})
			continue
		}
		add(sheetKey{own: k.column})
	}
	g, err := l.db.StateVersion(ctx)
	if err != nil || g == nil || !g.Use {
		return nil, err
	}
	s, err := l.db.sheet(ctx, q.Types[0], l.entries(), keys)
	if err != nil || s == nil {
		return nil, err
	}
	return s.list(statuses, q.Fields)
}

// fieldOf is the indexed field of a type with a key.
func (db *Store) fieldOf(ctx context.Context, typ, key string) (content.IndexedField, bool) {
	for _, f := range db.entries.IndexedOf(ctx, typ) {
		if f.Key == key {
			return f, true
		}
	}
	return content.IndexedField{}, false
}
