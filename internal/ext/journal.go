package ext

import (
	"context"
	"net/netip"
	"sync"
	"time"

	"quoin/internal/netlimit"
)

// Journal bounds a table of an extension that grows by what visitors do, such as
// a log: of one client only a sample is taken when it makes very many entries, and
// of all entries the newest are kept. It is safe for concurrent use.
type Journal struct {
	db    Tables
	table string // with rows whose id grows
	where string // which of its rows; args are its arguments
	args  []any
	most  int

	mu      sync.Mutex
	since   time.Time
	clients map[string]int // how often each was there since then
	added   int            // rows since the oldest were last removed
}

// NewJournal makes a Journal of the rows of a table that a condition selects, of
// which the newest are kept, as many as most says.
func NewJournal(db Tables, table string, most int, where string, args ...any) *Journal {
	return &Journal{db: db, table: table, where: where, args: args, most: most, clients: map[string]int{}}
}

// How long a client is remembered, how many are, and of how many entries each one,
// every tenth or every hundredth is taken.
const (
	journalHour    = time.Hour
	journalClients = 20_000
	journalAll     = 100
	journalTenth   = 1000
)

// Takes tells whether to take an entry that a client makes, by its address.
// Clients that are too many to be told apart count as one.
func (j *Journal) Takes(client string, now time.Time) bool {
	if a, err := netip.ParseAddr(client); err == nil {
		client = netlimit.Peer(a).String()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if now.Sub(j.since).Abs() >= journalHour {
		j.since = now
		clear(j.clients)
	}
	if _, ok := j.clients[client]; !ok && len(j.clients) >= journalClients {
		client = ""
	}
	n := j.clients[client]
	j.clients[client] = n + 1
	switch {
	case n < journalAll:
		return true
	case n < journalTenth:
		return n%10 == 0
	}
	return n%100 == 0
}

// trimGroup is how many rows are added before the oldest are looked for, and how
// many one transaction removes.
const trimGroup = 1000

// Added removes the oldest rows after some were added. It isn't called in a
// transaction.
func (j *Journal) Added(ctx context.Context, n int) error {
	j.mu.Lock()
	j.added += n
	due := j.added >= trimGroup
	if due {
		j.added = 0
	}
	j.mu.Unlock()
	if !due {
		return nil
	}
	return j.Trim(ctx)
}

// Trim removes the oldest rows beyond those that are kept.
func (j *Journal) Trim(ctx context.Context) error {
	var last int64
	found, err := j.db.QueryRow(ctx, "SELECT id FROM "+j.table+" WHERE "+j.where+" ORDER BY id DESC LIMIT 1 OFFSET ?", append(j.args[:len(j.args):len(j.args)], j.most), &last)
	if err != nil || !found {
		return err
	}
	for {
		n, err := j.db.Exec(ctx, "DELETE FROM "+j.table+" WHERE id IN (SELECT id FROM "+j.table+" WHERE "+j.where+" AND id <= ? ORDER BY id LIMIT ?)",
			append(j.args[:len(j.args):len(j.args)], last, trimGroup)...)
		if err != nil || n < trimGroup {
			return err
		}
	}
}
