package sqldb

import (
	"context"
	"crypto/sha256"
	"fmt"
	"sync"

	"quoin/internal/platform/cache"
)

// memoLimit bounds how many totals are remembered.
const memoLimit = 4096

// memo remembers totals that are costly to count, each with the state of the
// collections it was counted in. A total whose state is no longer the present
// one isn't used.
type memo struct {
	mu     sync.Mutex
	totals map[string]memoTotal
}

type memoTotal struct {
	state string
	total int
}

func newMemo() *memo { return &memo{totals: map[string]memoTotal{}} }

func (m *memo) get(key, state string) (int, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.totals[key]
	return t.total, ok && t.state == state
}

func (m *memo) put(key, state string, total int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.totals[key]; !ok && len(m.totals) >= memoLimit {
		// Any quarter goes: Go walks maps in no order.
		for k := range m.totals {
			delete(m.totals, k)
			if len(m.totals) < memoLimit*3/4 {
				break
			}
		}
	}
	m.totals[key] = memoTotal{state, total}
}

// Total counts by count, or takes what was counted before when none of the
// collections that tags name has changed since. Inside a transaction, whose
// own changes have no version yet, it always counts.
func (db *DB) Total(ctx context.Context, key string, tags []cache.Tag, count func() (int, error)) (int, error) {
	if TxOf(ctx, db) != nil {
		return count()
	}
	// Read before counting: a write in between makes the total too new for
	// its state, which costs a second count and no more.
	state, err := db.Versions(ctx, tags)
	if err != nil {
		return 0, err
	}
	if n, ok := db.memo.get(key, state); ok {
		return n, nil
	}
	n, err := count()
	if err != nil {
		return 0, err
	}
	db.memo.put(key, state, n)
	return n, nil
}

// QueryKey tells statements and their arguments apart. Numbers are printed
// as such: as runes all beyond Unicode would look alike.
func QueryKey(text string, args []any) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %#v", text, args))
	return string(sum[:])
}
