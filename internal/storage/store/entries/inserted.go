package entries

import (
	"context"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
)

// insertedEntry is a new entry as it is stored. terms are nil once they aren't
// known any more.
type insertedEntry struct {
	*content.Entry
	terms   *entryTerms
	changed bool // it was there before
}

// maxInserted bounds the entries that a transaction remembers.
const maxInserted = 16

// inserted remembers an entry that the transaction of ctx has just stored, so that
// the request needn't read it back after the commit. Any other change to it
// drops it (see changed). One with meta is read back: values may be stored in
// another form than they are given. So is one whose id was given: others may
// have named it before it was there.
func (db *Store) inserted(ctx context.Context, e *content.Entry) {
	t := db.entryTx(ctx)
	if t == nil || len(e.Meta) > 0 {
		return
	}
	t.remember(e, content.Meta{}, &insertedEntry{terms: new(entryTerms)})
}

// updated is inserted for an entry that was there, where others write meanwhile.
// before is the entry as it was when its row was locked; its meta is still what
// is stored.
func (db *Store) updated(ctx context.Context, before, e *content.Entry) {
	if t := db.concurrentEntryTx(ctx); t != nil && before.Meta != nil {
		now := *e
		now.CommentCount = before.CommentCount
		t.remember(&now, before.Meta, &insertedEntry{changed: true})
	}
}

// remember remembers an entry as it is stored, with meta.
func (t *entryTx) remember(e *content.Entry, meta content.Meta, as *insertedEntry) {
	c := e.Clone()
	c.Meta = meta
	for _, s := range []*string{
		&c.Type, (*string)(&c.Status), &c.Date, &c.DateUTC, &c.Modified, &c.ModifiedUTC, &c.Slug, &c.Password, &c.GUID,
		&c.MimeType, &c.CommentStatus, &c.PingStatus, &c.Title, &c.Excerpt, &c.Content,
	} {
		*s = sqldb.Clean(*s)
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.inserted == nil {
		t.inserted = map[cache.Tag]*insertedEntry{}
	}
	if len(t.inserted) < maxInserted {
		as.Entry = c
		t.inserted[cache.Entry(e.ID)] = as
	}
}

// changedInserted notes a change of an entry that leaves the made entry true, and
// returns that; nil when the entry isn't a made one, and nothing is noted.
func (db *Store) changedInserted(ctx context.Context, id int64) *insertedEntry {
	t, tag := db.entryTx(ctx), cache.Entry(id)
	t.Mu.Lock()
	e := t.inserted[tag]
	t.Mu.Unlock()
	if e == nil {
		return nil
	}
	db.EntryChanged(ctx, e.Entry)
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.inserted[tag] = e
	return e
}

// setTerms are terms that a made entry was just given, as they were before.
func (e *insertedEntry) setTerms(list []*taxonomy.Term) {
	if e.terms == nil {
		return
	}
	for _, t := range list {
		if t.Meta == nil {
			e.terms = nil // it would have to be read
			return
		}
		if e.Status == content.Publish {
			t.Count++ // as the database counts
		}
		e.terms.list = append(e.terms.list, t)
		e.terms.tags = append(e.terms.tags, cache.Term(t.ID))
	}
}

// unknownTerms are those of entries whose terms aren't known from their having
// been made in the transaction; lists gets the terms of the others. t may be nil.
func (t *entryTx) unknownTerms(entries []int64, lists map[int64]*entryTerms) []int64 {
	if t == nil {
		return entries
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if len(t.inserted) == 0 {
		return entries
	}
	return slices.DeleteFunc(slices.Clone(entries), func(id int64) bool {
		e := t.inserted[cache.Entry(id)]
		if e == nil || e.terms == nil {
			return false
		}
		known := &entryTerms{slices.Clone(e.terms.list), slices.Clone(e.terms.tags)}
		known.sort()
		lists[id] = known
		return true
	})
}

// hasNone tells that an entry, which was made in the transaction, has no terms of
// a taxonomy yet. e may be nil.
func (e *insertedEntry) hasNone(t *entryTx, tax string) bool {
	if e == nil {
		return false
	}
	t.Mu.Lock()
	defer t.Mu.Unlock()
	return e.terms != nil && !slices.ContainsFunc(e.terms.list, func(had *taxonomy.Term) bool { return had.Taxonomy == tax })
}

// termsRead remembers the terms of entries that were there before, unless the
// transaction changes one of them or how many entries it has.
func (t *entryTx) termsRead(lists map[int64]*entryTerms) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	for id, terms := range lists {
		e := t.inserted[cache.Entry(id)]
		if e == nil || !e.changed || slices.ContainsFunc(terms.tags, func(tag cache.Tag) bool { _, some := t.Tags[tag]; return some }) {
			continue
		}
		e.terms = &entryTerms{slices.Clone(terms.list), slices.Clone(terms.tags)}
	}
}

// forgetTerms drops the terms of entries of which one changes.
func (t *entryTx) forgetTerms(tag cache.Tag) {
	for _, e := range t.inserted {
		if e.terms != nil && slices.Contains(e.terms.tags, tag) {
			e.terms = nil
		}
	}
}

// cacheInserted remembers the made entries for all requests, with their terms, and
// that they have no revisions yet.
func (t *entryTx) cacheInserted(after *sqldb.StateVersion) {
	for tag, e := range t.inserted {
		t.Db.Objects.Remember(after, entryKey{e.ID}, e.Entry, EntryKind.Size(e.Entry), tag)
		// Others may have changed or counted terms meanwhile.
		if e.terms != nil && (!t.Plan.Concurrent || !t.Db.Objects.Changed(t.Began, e.terms.tags)) {
			e.terms.sort()
			t.Db.Objects.Remember(after, entryTermsKey{e.ID}, e.terms, entryTermsKind.Size(e.terms), append(e.terms.tags, tag)...)
		}
		if t.unrevised(e) {
			t.Db.Objects.Remember(after, revisionInfoKey{e.ID}, &content.RevisionInfo{}, revisionKind.Size(nil), cache.Revisions(e.ID))
		}
	}
}

// unrevised tells whether the transaction made an entry, and no revision of it.
func (t *entryTx) unrevised(e *insertedEntry) bool {
	_, some := t.Tags[cache.Revisions(e.ID)]
	return !e.changed && !some
}

// restoreInserted remembers for the request of ctx what its transaction made.
// Others may have changed it since, and so dropped it for everyone.
func (t *entryTx) restoreInserted(ctx context.Context) {
	for _, e := range t.inserted {
		scope.Put(ctx, entryKey{e.ID}, e.Entry)
		if e.terms != nil {
			e.terms.sort()
			scope.Put(ctx, entryTermsKey{e.ID}, e.terms)
		}
		if t.unrevised(e) {
			scope.Put(ctx, revisionInfoKey{e.ID}, &content.RevisionInfo{})
		}
	}
}
