package entries

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// entryTx is what a transaction knows of entries.
type entryTx struct {
	*sqldb.Tx
	store *Store
	// read are the versions of the rows of entries that it read, and held those
	// that it has changed, which nobody else can change until its end. Only
	// transactions that run beside others keep these.
	read map[int64]int64
	held map[int64]bool
	rows map[int64]*content.Entry // of those that are held: id, type, parent
	kept map[int64]*content.Entry // read under a lock, and not changed since
	// looked are entries that it read without a lock, of use whole until it claims names
	// (lookedClaims). Others may have changed them since, but for type and parent, which
	// counts as later: it can't change them by what it read before.
	looked       map[int64]*content.Entry
	lookedClaims int

	// reserved is the id of the next entry that it inserts; 0 takes one then.
	reserved int64
	// expected tells that the database was told that reserved is going to be asked for.
	expected bool
	// inserted are the entries that it stored again, by tag.
	inserted map[cache.Tag]*insertedEntry

	// counted are entries whose comments it counted: their rows are locked since.
	counted map[int64]bool

	// made is the entry that it stored last under an id that was given, until that changes.
	made *madeEntry

	// free are slugs that no entry has; see ExpectSlugs.
	free map[string]bool

	texts     map[int64]*pendingText // by entry
	textBytes int
}

// entryTx is that of the transaction of ctx, nil without one.
func (db *Store) entryTx(ctx context.Context) *entryTx {
	return sqldb.PartOf(ctx, db.DB, func(t *sqldb.Tx) *entryTx { return &entryTx{Tx: t, store: db} })
}

// concurrentEntryTx is entryTx where others may write meanwhile, else nil.
func (db *Store) concurrentEntryTx(ctx context.Context) *entryTx {
	if db.ConcurrentTx(ctx) == nil {
		return nil
	}
	return db.entryTx(ctx)
}

// Changed implements txPart.
func (t *entryTx) Changed(tag cache.Tag) {
	ofTag := func(id int64, _ *content.Entry) bool { return cache.Entry(id) == tag }
	maps.DeleteFunc(t.kept, ofTag)
	maps.DeleteFunc(t.looked, ofTag)
	delete(t.inserted, tag)
	if t.made != nil && tag == cache.Entry(t.made.ID) {
		t.made = nil
	}
	t.forgetTerms(tag)
}

// Ending implements txPart.
func (t *entryTx) Ending(ctx context.Context) error { return texts{t.store}.store(ctx) }

// Made are the entries that it stored.
func (t *entryTx) Made() []cache.Tag { return slices.Collect(maps.Keys(t.inserted)) }

// Committed implements txPart.
func (t *entryTx) Committed(after *sqldb.StateVersion) { t.cacheInserted(after) }

// Restore implements txPart.
func (t *entryTx) Restore(ctx context.Context) { t.restoreInserted(ctx) }

// slugTaken notes the slug of an entry that the transaction has stored.
func (t *entryTx) slugTaken(slug string) { delete(t.free, sqldb.Clean(slug)) }

// seen notes the version of an entry that was read.
func (t *entryTx) seen(id, version int64) {
	if t.read == nil {
		t.read = map[int64]int64{}
	}
	if _, ok := t.read[id]; !ok {
		t.read[id] = version
	}
}

// keep remembers an entry that was read whole: until its end under a lock, since nobody else
// can change it, and without one until names are claimed. One whose comments it counted is
// what the commit is going to leave.
func (t *entryTx) keep(e *content.Entry) {
	if t.counted[e.ID] {
		t.remember(e, e.Meta, &insertedEntry{changed: true})
	}
	if !t.Plan.Locks[e.ID] {
		if t.looked == nil || t.lookedClaims != t.Claims {
			t.looked, t.lookedClaims = map[int64]*content.Entry{}, t.Claims
		}
		t.looked[e.ID] = e
		return
	}
	if t.kept == nil {
		t.kept = map[int64]*content.Entry{}
	}
	t.kept[e.ID] = e
}

// unknown takes entries that are remembered, and returns the ids of the others.
func (t *entryTx) unknown(ids []int64, found map[int64]*content.Entry) []int64 {
	var rest []int64
	for _, id := range ids {
		if e := t.kept[id]; e != nil {
			found[id] = e
		} else if e := t.looked[id]; e != nil && t.lookedClaims == t.Claims {
			found[id] = e
		} else {
			rest = append(rest, id)
		}
	}
	return rest
}

// fresh is called with the version of an entry whose row is locked, before the
// entry is changed by what was read of it. An error says that others changed it
// since.
func (t *entryTx) fresh(id, version int64) error {
	if t.held[id] {
		return nil
	}
	before, ok := t.read[id]
	if !ok {
		return t.Exclusive() // nobody knows what the change was decided by
	}
	if before != version {
		t.Outdated = append(t.Outdated, id)
		return fmt.Errorf("%w: entry %d was changed", sqldb.ErrAgain, id)
	}
	t.hold(id)
	return nil
}

// hold notes an entry that the transaction has changed, or made.
func (t *entryTx) hold(id int64) {
	if t.held == nil {
		t.held = map[int64]bool{}
	}
	t.held[id] = true
}

// own notes the type and parent of an entry that the transaction has changed.
// Whoever runs beside others changes neither.
func (t *entryTx) own(e *content.Entry) {
	if !t.Plan.Concurrent {
		return
	}
	if t.rows == nil {
		t.rows = map[int64]*content.Entry{}
	}
	t.rows[e.ID] = &content.Entry{ID: e.ID, Type: e.Type, Parent: e.Parent}
}
