package terms

import (
	"context"
	"fmt"

	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// termTx is what a transaction knows of terms.
type termTx struct {
	sqldb.PassivePart
	*sqldb.Tx
	// terms are some that it has read by id, and not changed since.
	terms map[int64]*taxonomy.Term
	// taxonomies are those of some terms that are there.
	taxonomies map[int64]string
}

// maxTermsKept bounds the terms that a transaction remembers, maxTaxonomies those of which it
// remembers the taxonomy alone.
const (
	maxTermsKept  = 16
	maxTaxonomies = 4096
)

// TermTx is that of the transaction of ctx, nil without one.
func (db *Store) TermTx(ctx context.Context) *termTx {
	return sqldb.PartOf(ctx, db.DB, func(t *sqldb.Tx) *termTx { return &termTx{Tx: t} })
}

// Changed implements txPart.
func (t *termTx) Changed(tag cache.Tag) {
	if id, ok := tag.Term(); ok {
		delete(t.taxonomies, id)
	}
	for id := range t.terms {
		if cache.Term(id) == tag {
			delete(t.terms, id)
		}
	}
}

// ReadTerms are the terms of some ids that the transaction has read, and the ids
// of the others.
func (t *termTx) ReadTerms(ids []int64) (found map[int64]*taxonomy.Term, missing []int64) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	found = make(map[int64]*taxonomy.Term, len(ids))
	for _, id := range ids {
		if term := t.terms[id]; term != nil {
			found[id] = term
		} else {
			missing = append(missing, id)
		}
	}
	return found, missing
}

// keepTerms remembers terms that the transaction has read, until one changes.
func (t *termTx) keepTerms(list []*taxonomy.Term) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.terms == nil {
		t.terms = map[int64]*taxonomy.Term{}
	}
	for _, term := range list {
		if len(t.terms) < maxTermsKept {
			t.terms[term.ID] = term
		}
	}
}

// Taxonomies are those of the terms among ids that are there.
func (t *termTx) Taxonomies(ctx context.Context, db *Store, ids []int64) (map[int64]string, error) {
	found := make(map[int64]string, len(ids))
	var missing []int64
	t.Mu.Lock()
	for _, id := range ids {
		if tax, ok := t.taxonomies[id]; ok {
			found[id] = tax
		} else {
			missing = append(missing, id)
		}
	}
	t.Mu.Unlock()
	if len(missing) == 0 {
		return found, nil
	}
	err := db.Each(ctx, "SELECT id, taxonomy FROM term WHERE "+db.Engine.IntsIn("id"), []any{db.Engine.IntList(missing)}, func(scan func(...any) error) error {
		var id int64
		var tax string
		err := scan(&id, &tax)
		found[id] = tax
		return err
	})
	return found, err
}

// ExpectTerms implements taxonomy.Store.
func (db *Store) ExpectTerms(ctx context.Context, ids []int64) error {
	t := db.TermTx(ctx)
	if t == nil || len(ids) == 0 {
		return nil
	}
	ids = ids[:min(len(ids), maxTaxonomies)]
	found, err := t.Taxonomies(ctx, db, ids)
	if err != nil {
		return fmt.Errorf("which of %d terms are there: %w", len(ids), err)
	}
	for id, tax := range found {
		t.Counted(id, tax)
	}
	return nil
}

// Counted remembers the taxonomy of a term of which nothing but the number of its entries has
// changed.
func (t *termTx) Counted(id int64, tax string) {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	if t.taxonomies == nil || len(t.taxonomies) >= maxTaxonomies {
		t.taxonomies = map[int64]string{}
	}
	t.taxonomies[id] = tax
}
