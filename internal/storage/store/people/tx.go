package people

import (
	"context"
	"maps"

	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/storage/store/sqldb"
)

// userTx remembers the accounts that a transaction has read. They stay as they are until it
// changes them itself: only transactions that run alone change accounts, and what these
// read stays locked. nil, outside of a transaction, remembers nothing.
type userTx struct {
	sqldb.PassivePart
	kept map[int64]*user.User
}

// mostKept are the most accounts that a transaction remembers: few but imports read more.
const mostKept = 100

// userTx is that of the transaction of ctx, nil without one.
func (db *Store) userTx(ctx context.Context) *userTx {
	return sqldb.PartOf(ctx, db.DB, func(*sqldb.Tx) *userTx { return &userTx{kept: map[int64]*user.User{}} })
}

// known are the accounts that are remembered, each a copy, and the ids of the others.
func (t *userTx) known(ids []int64) (kept map[int64]*user.User, rest []int64) {
	if t == nil || len(t.kept) == 0 {
		return nil, ids
	}
	kept = map[int64]*user.User{}
	for _, id := range ids {
		if u := t.kept[id]; u != nil {
			kept[id] = u.Clone()
		} else {
			rest = append(rest, id)
		}
	}
	return kept, rest
}

// keep remembers accounts that were read.
func (t *userTx) keep(found map[int64]*user.User) {
	if t == nil {
		return
	}
	for id, u := range found {
		if len(t.kept) == mostKept {
			return
		}
		t.kept[id] = u.Clone()
	}
}

// Changed implements the part of a transaction.
func (t *userTx) Changed(tag cache.Tag) {
	if tag == cache.AllUsers() {
		clear(t.kept)
		return
	}
	maps.DeleteFunc(t.kept, func(id int64, _ *user.User) bool { return cache.User(id) == tag })
}
