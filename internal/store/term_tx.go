package store

import (
	"context"

	"quoin/internal/cache"
	"quoin/internal/taxonomy"
)

// termTx is what a transaction knows of terms.
type termTx struct {
	*tx
	// terms are some that it has read by id, and not changed since.
	terms map[int64]*taxonomy.Term
}

// maxTermsKept bounds the terms that a transaction remembers.
const maxTermsKept = 16

// termTx is that of the transaction of ctx, nil without one.
func (db *DB) termTx(ctx context.Context) *termTx {
	return partOf(ctx, db, func(t *tx) *termTx { return &termTx{tx: t} })
}

// changed implements txPart.
func (t *termTx) changed(tag cache.Tag) {
	for id := range t.terms {
		if cache.Term(id) == tag {
			delete(t.terms, id)
		}
	}
}

// ending implements txPart.
func (t *termTx) ending(context.Context) error { return nil }

// committed implements txPart.
func (t *termTx) committed(*stateVersion) {}

// restore implements txPart.
func (t *termTx) restore(context.Context) {}

// readTerms are the terms of some ids that the transaction has read, and the ids
// of the others.
func (t *termTx) readTerms(ids []int64) (found map[int64]*taxonomy.Term, missing []int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
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
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.terms == nil {
		t.terms = map[int64]*taxonomy.Term{}
	}
	for _, term := range list {
		if len(t.terms) < maxTermsKept {
			t.terms[term.ID] = term
		}
	}
}
