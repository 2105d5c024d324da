package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"quoin/internal/address"
	"quoin/internal/content"
	"quoin/internal/site"
)

// What tests outside of the package look at.
var (
	Each = (*DB).each
	Exec = (*DB).exec
	// Queue is Exec for what nobody asks the result of.
	Queue = (*DB).queue
)

// EncodeSome is one step of EncodeAddresses.
func EncodeSome(db *DB, ctx context.Context, base string) (done bool, err error) {
	return db.encodeSome(ctx, address.New(base))
}

// Statement is one that was run, with its arguments.
type Statement struct {
	text string
	args []any
}

// Text is the statement, and its arguments as they are bound.
func (s Statement) Text() string { return s.text }

// RecordStatements records the statements that are run with the context it
// returns.
func RecordStatements(ctx context.Context) (context.Context, func() []Statement) {
	var mu sync.Mutex
	var list []Statement
	ctx = Watch(ctx, func(text string, args []any) error {
		mu.Lock()
		defer mu.Unlock()
		list = append(list, Statement{text, args})
		return nil
	})
	return ctx, func() []Statement { return slices.Clone(list) }
}

// CountStatements counts them.
func CountStatements(ctx context.Context) (context.Context, func() int) {
	ctx, list := RecordStatements(ctx)
	return ctx, func() int { return len(list()) }
}

// Plans are how a list is planned: its page, and its total where it must be
// counted by a query.
func Plans(ctx context.Context, db *DB, q content.Query) (string, error) {
	l, err := db.newEntryList(ctx, q)
	if err != nil {
		return "", err
	}
	if l == nil {
		return "nothing to read\n", nil
	}
	var text string
	_, counted := l.countPlain()
	_, _, difference := split(l.q)
	switch {
	case q.SkipTotal && !l.needsTotal():
		text = "no total\n"
	case counted:
		text = "total from the counters\n"
	case difference:
		text = "total of all less that of what is left out\n"
	default:
		text = "total " + l.plan(ordering{}, extent{matches: -1, rows: -1}).String()
	}
	if !q.SkipTotal || l.needsTotal() {
		if l.total, err = l.count(ctx); err != nil {
			return "", err
		}
	}
	x := extent{matches: l.total, rows: -1}
	if q.Limit > 0 {
		x.rows = q.Offset + q.Limit
	}
	return text + "page " + l.plan(db.orderOf(&l.q), x).String(), nil
}

// Explain is how the database runs a statement: its steps, indented, with the
// indexes they use and without what it expects them to cost.
func Explain(ctx context.Context, db *DB, s Statement) (string, error) {
	if db.engine.name() == "sqlite" {
		return explainSQLite(ctx, db, s)
	}
	return explainPostgres(ctx, db, s)
}

func explainSQLite(ctx context.Context, db *DB, s Statement) (string, error) {
	var b strings.Builder
	depth := map[int]int{0: -1}
	err := db.each(ctx, "EXPLAIN QUERY PLAN "+s.text, s.args, func(scan func(...any) error) error {
		var id, parent, unused int
		var detail string
		if err := scan(&id, &parent, &unused, &detail); err != nil {
			return err
		}
		depth[id] = depth[parent] + 1
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth[id]), detail)
		return nil
	})
	return b.String(), err
}

// planNode is a step of a plan of PostgreSQL.
type planNode struct {
	NodeType     string `json:"Node Type"`
	RelationName string `json:"Relation Name"`
	IndexName    string `json:"Index Name"`
	Direction    string `json:"Scan Direction"`
	Plans        []planNode
}

func (n planNode) write(b *strings.Builder, depth int) {
	b.WriteString(strings.Repeat("  ", depth) + n.NodeType)
	if n.Direction == "Backward" {
		b.WriteString(" backward")
	}
	if n.IndexName != "" {
		b.WriteString(" using " + n.IndexName)
	}
	if n.RelationName != "" {
		b.WriteString(" on " + n.RelationName)
	}
	b.WriteByte('\n')
	for _, child := range n.Plans {
		child.write(b, depth+1)
	}
}

func explainPostgres(ctx context.Context, db *DB, s Statement) (string, error) {
	var text string
	if _, err := db.one(ctx, "EXPLAIN (COSTS OFF, FORMAT JSON) "+s.text, s.args, &text); err != nil {
		return "", err
	}
	var plans []struct{ Plan planNode }
	if err := json.Unmarshal([]byte(text), &plans); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, p := range plans {
		p.Plan.write(&b, 0)
	}
	return b.String(), nil
}

// Stored is the value of an option, nil for none.
func Stored(options *site.Values, name string) any {
	if options == nil {
		return nil
	}
	v, _ := options.Get(name)
	return v
}

// ForgetChanges deletes notes of changes that are old.
func ForgetChanges(db *DB, ctx context.Context) { db.engine.(*postgresEngine).forgetChanges(ctx) }

// RememberNothing has a store remember no objects across requests.
func RememberNothing(db *DB) { db.objects.Cache = nil }

// SheetsFrom has sheets made for types of so many entries, of which so many bytes are kept.
func SheetsFrom(db *DB, least, budget int) {
	s := db.sheets
	s.mu.Lock()
	defer s.mu.Unlock()
	s.least, s.budget = least, budget
	now := s.now()
	s.now = func() time.Time { return now } // they take no time, and may be made again at once
}

// SheetsMade waits until no sheet is being made.
func SheetsMade(db *DB) { db.sheets.made.Wait() }

// HasSheet tells whether a type has a sheet.
func HasSheet(db *DB, typ string) bool {
	s := db.sheets
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.byType[typ] != nil && s.byType[typ].sheet != nil
}
