package ext

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"quoin/internal/platform/netlimit"
)

// Journal is the only way for rows into a table that grows by what visitors do, such
// as a log: of one client only a sample is taken when it makes very many rows, and of
// all rows so many are kept as the table says (Bound). It is safe for concurrent use.
type Journal struct {
	db    Tables
	table Table
	each  []any // of Bound.Each
	clock func() time.Time

	mu      sync.Mutex
	since   time.Time
	clients map[string]int // how often each was there since then
	added   int            // rows since the oldest were last removed
}

// Journal makes the Journal of a table ByVisitors. Where the table has several, each
// has one value of the column that keeps them apart.
func (h *Host) Journal(table string, each ...any) (*Journal, error) {
	d, ok := h.DB.(*door)
	if !ok {
		return nil, errors.New("a journal needs the door to the tables of its extension")
	}
	t := d.tables[table]
	if t.Rows != ByVisitors || (t.Bound.Each != "") != (len(each) == 1) {
		return nil, fmt.Errorf("table %s has no such journal", table)
	}
	j := &Journal{db: d, table: t, each: each, clock: h.Clock, clients: map[string]int{}}
	h.journals = append(h.journals, j)
	return j, nil
}

// Row is a row to be added, in the place that was given to it.
type Row struct {
	Place
	Values []any
}

// Place is room for one row of a journal.
type Place struct{ in *Journal }

// How long a client is remembered, how many are, and of how many entries each one,
// every tenth or every hundredth is taken.
const (
	journalHour    = time.Hour
	journalClients = 20_000
	journalAll     = 1000
	journalTenth   = 10_000
)

// Takes tells whether to take a row that a client makes, by its address, and gives it
// a place. Clients that are too many to be told apart count as one.
func (j *Journal) Takes(client string) (Place, bool) {
	return Place{j}, j.table.Bound.Whole || j.takes(client, j.clock())
}

// Brought gives a place to a row that comes with a site which moves in. No client made it
// here; the bound of the table holds for it, too.
func (j *Journal) Brought() Place { return Place{j} }

func (j *Journal) takes(client string, now time.Time) bool {
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

// addGroup is how many rows one statement adds, and trimGroup how many are added at
// most before the oldest are looked for.
const (
	addGroup  = 50
	trimGroup = 1000
)

// Add adds rows with values of columns, which are SQL. Rows without a place of this
// journal are a defect.
func (j *Journal) Add(ctx context.Context, columns string, rows []Row) error {
	ctx = context.WithValue(ctx, journalKey{}, j.table.Name)
	for len(rows) > 0 {
		part := rows[:min(addGroup, len(rows))]
		rows = rows[len(part):]
		var args []any
		var values []string
		for _, row := range part {
			if row.in != j || len(row.Values) == 0 {
				return fmt.Errorf("a row of table %s has no place in its journal", j.table.Name)
			}
			args = append(args, row.Values...)
			values = append(values, "(?"+strings.Repeat(", ?", len(row.Values)-1)+")")
		}
		if err := j.db.Send(ctx, "INSERT INTO "+j.table.Name+" ("+columns+") VALUES "+strings.Join(values, ", "), args...); err != nil {
			return err
		}
		if err := j.grown(ctx, len(part)); err != nil {
			return err
		}
	}
	return nil
}

// Count runs a statement that adds a row of a counter or changes it (Bound.Whole).
func (j *Journal) Count(ctx context.Context, text string, args ...any) error {
	if !j.table.Bound.Whole {
		return fmt.Errorf("table %s takes rows in their places only", j.table.Name)
	}
	if _, err := j.db.Exec(context.WithValue(ctx, journalKey{}, j.table.Name), text, args...); err != nil {
		return err
	}
	return j.grown(ctx, 1)
}

// grown removes rows when so many were added that it is time.
func (j *Journal) grown(ctx context.Context, n int) error {
	j.mu.Lock()
	j.added += n
	due := j.added >= min(trimGroup, 1+j.table.Bound.Most/10)
	if due {
		j.added = 0
	}
	j.mu.Unlock()
	if !due {
		return nil
	}
	return j.trim(ctx)
}

// trim removes what is beyond the bound. One node at a time does so.
func (j *Journal) trim(ctx context.Context) error {
	b := j.table.Bound
	return j.db.InTx(ctx, func(ctx context.Context) error {
		if err := j.db.Claim(ctx, "journal "+j.table.Name); err != nil {
			return err
		}
		which := "TRUE"
		if b.Each != "" {
			which = b.Each + " = ?"
		}
		args := slices.Concat(j.each, j.each, []any{b.Most - 1})
		text := "DELETE FROM " + j.table.Name + " WHERE " + which + " AND " + b.Order + " < (SELECT " + b.Order + " FROM " + j.table.Name +
			" WHERE " + which + " ORDER BY " + b.Order + " DESC LIMIT 1 OFFSET ?)"
		if b.Stays != "" {
			text, args = text+" AND NOT ("+b.Stays+")", append(args, j.clock().Unix())
		}
		_, err := j.db.Exec(ctx, text, args...)
		return err
	})
}

// trimJournals is what each site does from time to time: a node that is restarted often
// adds too few rows to think of it.
func (h *Host) trimJournals(ctx context.Context) error {
	for _, j := range h.journals {
		if err := j.trim(ctx); err != nil {
			return err
		}
	}
	return nil
}
