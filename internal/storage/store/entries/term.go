package entries

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store/sqldb"
	"quoin/internal/storage/store/terms"
)

type entryTermsKey struct{ id int64 }

// entryTerms are the terms of one entry.
type entryTerms struct {
	list []*taxonomy.Term
	tags []cache.Tag // of the terms
}

// sort brings terms in the order in which EntryTerms tells them.
func (t *entryTerms) sort() {
	slices.SortFunc(t.list, func(a, b *taxonomy.Term) int {
		return cmp.Or(strings.Compare(a.Taxonomy, b.Taxonomy), bytes.Compare(sqldb.SortKey(a.Name), sqldb.SortKey(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

var entryTermsKind = sqldb.Kind[entryTerms]{
	Key: func(id int64) any { return entryTermsKey{id} }, Tag: cache.Entry,
	Size: func(t *entryTerms) int {
		n := 64
		for _, term := range t.list {
			n += terms.TermSize(term)
		}
		return n
	},
	More: func(t *entryTerms) []cache.Tag { return t.tags },
}

// EntryTerms implements taxonomy.Store.
func (db *Store) EntryTerms(ctx context.Context, entries []int64) (map[int64][]*taxonomy.Term, error) {
	lists := make(map[int64]*entryTerms, len(entries))
	missing, err := entryTermsKind.FromCache(ctx, db.DB, entries, lists)
	if err != nil {
		return nil, err
	}
	if missing = db.entryTx(ctx).unknownTerms(missing, lists); len(missing) > 0 {
		if err := db.readEntryTerms(ctx, missing, lists); err != nil {
			return nil, fmt.Errorf("terms of entries %v: %w", missing, err)
		}
		entryTermsKind.Remember(ctx, db.DB, missing, lists)
	}
	found := make(map[int64][]*taxonomy.Term, len(entries))
	for id, t := range lists {
		found[id] = t.list
		scope.DependsOn(ctx, t.tags...)
	}
	return found, nil
}

func (db *Store) readEntryTerms(ctx context.Context, entries []int64, lists map[int64]*entryTerms) error {
	for _, id := range entries {
		lists[id] = new(entryTerms)
	}
	// A term that several entries have is one object.
	shared := map[int64]*taxonomy.Term{}
	var all []*taxonomy.Term
	which, arg := db.OfIDs("x.entry_id", entries)
	text := "SELECT " + db.terms.TermColumns() + ", x.entry_id FROM entry_term x JOIN term t ON t.id = x.term_id WHERE " +
		which + " ORDER BY t.taxonomy, t.name_key, t.id"
	own, err := db.options.Address(ctx)
	if err != nil {
		return err
	}
	err = db.Each(sqldb.Quick(ctx), text, []any{arg}, func(scan func(...any) error) error {
		var entry int64
		t, err := terms.ScanTerm(own, scan, &entry)
		if err != nil {
			return err
		}
		if shared[t.ID] == nil {
			shared[t.ID] = t
			all = append(all, t)
		}
		of := lists[entry]
		of.list, of.tags = append(of.list, shared[t.ID]), append(of.tags, cache.Term(t.ID))
		return nil
	})
	if err != nil {
		return err
	}
	if err := db.terms.WithTermMeta(ctx, all); err != nil {
		return err
	}
	if t := db.entryTx(ctx); t != nil {
		t.termsRead(lists)
		return nil
	}
	for _, t := range all {
		scope.Put(ctx, terms.TermKey{ID: t.ID}, t)
	}
	return nil
}

// SetEntryTerms implements taxonomy.Store. Terms of other taxonomies and
// terms that don't exist are passed over.
func (db *Store) SetEntryTerms(ctx context.Context, entry int64, tax string, ids []int64) error {
	return db.WriteConcurrent(ctx, func(ctx context.Context) error {
		if made := db.entryTx(ctx).madeWithout(entry, tax); made != nil {
			return made.addTerms(ctx, db, tax, ids)
		}
		inserted := db.changedInserted(ctx, entry) // terms aren't part of the entry
		if inserted == nil {
			if _, err := db.EntryTouched(ctx, entry); err != nil {
				return err
			}
		}
		var before []int64
		var terms []*taxonomy.Term
		var err error
		if inserted.hasNone(db.entryTx(ctx), tax) {
			terms, err = db.termsOf(ctx, tax, ids)
		} else {
			before, terms, err = db.termsToSet(ctx, entry, tax, ids)
		}
		if err != nil {
			return err
		}
		wanted := make(map[int64]bool, len(terms))
		for _, t := range terms {
			wanted[t.ID] = true
		}
		had := make(map[int64]bool, len(before))
		for _, id := range before {
			had[id] = true
		}
		var gone []int64
		for _, id := range before {
			if !wanted[id] {
				gone = append(gone, id)
				db.terms.TermChanged(ctx, id, tax)
			}
		}
		if len(gone) > 0 {
			err := db.Queue(ctx, "DELETE FROM entry_term WHERE entry_id = ? AND "+db.Engine.IntsIn("term_id"), entry, db.Engine.IntList(gone))
			if err != nil {
				return fmt.Errorf("take terms %v off entry %d: %w", gone, entry, err)
			}
		}
		var more []any
		for place, id := range sqldb.Distinct(ids) {
			switch {
			case !wanted[id]:
				continue
			case had[id]:
				err = db.Queue(ctx, "UPDATE entry_term SET position = ? WHERE entry_id = ? AND term_id = ?", place, entry, id)
			case inserted != nil:
				db.terms.TermChanged(ctx, id, tax)
				more = append(more, entry, id, place, inserted.Type, string(inserted.Status), inserted.Date)
			default:
				db.terms.TermChanged(ctx, id, tax)
				err = db.Queue(ctx, "INSERT INTO entry_term (entry_id, term_id, position, type, status, date)"+
					" SELECT e.id, CAST(? AS BIGINT), CAST(? AS BIGINT), e.type, e.status, e.date FROM entry e WHERE e.id = ?", id, place, entry)
			}
			if err != nil {
				return fmt.Errorf("put term %d on entry %d: %w", id, entry, err)
			}
		}
		if err := db.putTerms(ctx, more); err != nil {
			return fmt.Errorf("put terms %v on entry %d: %w", ids, entry, err)
		}
		if inserted != nil && len(before) > 0 {
			inserted.terms = nil
		} else if inserted != nil {
			inserted.setTerms(terms)
		}
		return nil
	})
}

// madeEntry is a new entry, of which its transaction knows everything that its terms repeat.
type madeEntry struct {
	content.Entry          // id, type, parent, status and date
	taxonomies    []string // of which it was given terms
}

// make remembers the entry that the transaction has just made.
func (t *entryTx) make(made *madeEntry) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.made = made
}

// madeWithout is an entry that the transaction has just made, and given no terms of a
// taxonomy; nil when it isn't known to be so.
func (t *entryTx) madeWithout(id int64, tax string) *madeEntry {
	made := t.madeNow(id)
	if made == nil || slices.Contains(made.taxonomies, tax) {
		return nil
	}
	return made
}

// madeNow is an entry that the transaction has just made; nil when it isn't known to be so.
func (t *entryTx) madeNow(id int64) *madeEntry {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.made == nil || t.made.ID != id {
		return nil
	}
	return t.made
}

// addTerms is SetEntryTerms for a new entry, which has no terms of the taxonomy.
func (made *madeEntry) addTerms(ctx context.Context, db *Store, tax string, ids []int64) error {
	ids = sqldb.Distinct(ids)
	terms := db.terms.TermTx(ctx)
	taxonomies, err := terms.Taxonomies(ctx, db.terms, ids)
	if err != nil {
		return fmt.Errorf("terms %v: %w", ids, err)
	}
	db.EntryChanged(ctx, &made.Entry)
	made.taxonomies = append(made.taxonomies, tax)
	db.entryTx(ctx).make(made)
	var args []any
	for place, id := range ids {
		if taxonomies[id] != tax {
			continue
		}
		db.terms.TermChanged(ctx, id, tax)
		terms.Counted(id, tax)
		args = append(args, made.ID, id, place, made.Type, string(made.Status), made.Date)
	}
	if err := db.putTerms(ctx, args); err != nil {
		return fmt.Errorf("put terms %v on entry %d: %w", ids, made.ID, err)
	}
	return nil
}

// putTerms gives entries terms at once. Of each args has the entry, the term and its place, and
// the type, status and date of the entry, which the transaction knows.
func (db *Store) putTerms(ctx context.Context, args []any) error {
	const marks = "(?, ?, ?, ?, ?, ?)"
	const each, atOnce = 6, 500
	for part := range slices.Chunk(args, each*atOnce) {
		text := "INSERT INTO entry_term (entry_id, term_id, position, type, status, date) VALUES " + marks + strings.Repeat(", "+marks, len(part)/each-1)
		if err := db.Queue(ctx, text, part...); err != nil {
			return err
		}
	}
	return nil
}

// termsOf are those terms of a list of ids that are of a taxonomy.
func (db *Store) termsOf(ctx context.Context, tax string, ids []int64) ([]*taxonomy.Term, error) {
	t := db.terms.TermTx(ctx)
	found, missing := t.ReadTerms(sqldb.Distinct(ids))
	if len(missing) > 0 {
		read, err := db.terms.TermsByID(ctx, missing)
		if err != nil {
			return nil, err
		}
		maps.Copy(found, read)
	}
	var list []*taxonomy.Term
	for _, id := range sqldb.Distinct(ids) {
		if term := found[id]; term != nil && term.Taxonomy == tax {
			c := *term
			list = append(list, &c)
		}
	}
	return list, nil
}

// termsToSet are the ids of the terms of a taxonomy that an entry has, and
// those terms of a list of ids that are of the taxonomy.
func (db *Store) termsToSet(ctx context.Context, entry int64, tax string, ids []int64) (before []int64, wanted []*taxonomy.Term, err error) {
	own, err := db.options.Address(ctx)
	if err != nil {
		return nil, nil, err
	}
	err = db.Each(ctx, "SELECT "+db.terms.TermColumns()+", x.entry_id FROM entry_term x JOIN term t ON t.id = x.term_id WHERE x.entry_id = ? AND t.taxonomy = ?"+
		" UNION ALL SELECT "+db.terms.TermColumns()+", 0 FROM term t WHERE t.taxonomy = ? AND "+db.Engine.IntsIn("t.id"),
		[]any{entry, tax, tax, db.Engine.IntList(ids)}, func(scan func(...any) error) error {
			var of int64
			t, err := terms.ScanTerm(own, scan, &of)
			if of != 0 {
				before = append(before, t.ID)
			} else {
				wanted = append(wanted, t)
			}
			return err
		})
	if err != nil {
		return nil, nil, fmt.Errorf("terms of entry %d, and %v: %w", entry, ids, err)
	}
	return before, wanted, nil
}

// EntriesWithTerm implements taxonomy.Store.
func (db *Store) EntriesWithTerm(ctx context.Context, term int64) ([]int64, error) {
	scope.DependsOn(ctx, cache.Term(term), cache.AllEntries())
	ids, err := db.Ints(ctx, "SELECT entry_id FROM entry_term WHERE term_id = ? ORDER BY entry_id", term)
	if err != nil {
		return nil, fmt.Errorf("entries of term %d: %w", term, err)
	}
	return ids, nil
}

// RecountTerms implements taxonomy.Store.
func (db *Store) RecountTerms(ctx context.Context, ids []int64) error {
	return db.Write(ctx, func(ctx context.Context) error {
		for _, id := range sqldb.Distinct(ids) {
			if err := db.terms.TermTouched(ctx, id); err != nil {
				return err
			}
			if _, err := db.Exec(ctx, "DELETE FROM term_count WHERE term_id = ?", id); err != nil {
				return fmt.Errorf("recount term %d: %w", id, err)
			}
			if _, err := db.Exec(ctx, "INSERT INTO term_count (term_id, type, status, n) SELECT term_id, type, status, COUNT(*)"+
				" FROM entry_term WHERE term_id = ? GROUP BY term_id, type, status", id); err != nil {
				return fmt.Errorf("recount term %d: %w", id, err)
			}
			if _, err := db.Exec(ctx, "UPDATE term SET count = (SELECT COUNT(*) FROM entry_term x WHERE x.term_id = term.id AND x.status = 'publish') WHERE id = ?", id); err != nil {
				return fmt.Errorf("recount term %d: %w", id, err)
			}
		}
		return nil
	})
}
