package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/address"
)

// What tests outside of the package look at.
var (
	Each = func(db *DB, ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
		return db.base.Each(ctx, text, args, row)
	}
	Exec = func(db *DB, ctx context.Context, text string, args ...any) (int64, error) {
		return db.base.Exec(ctx, text, args...)
	}
	// Queue is Exec for what nobody asks the result of.
	Queue = func(db *DB, ctx context.Context, text string, args ...any) error {
		return db.base.Queue(ctx, text, args...)
	}
	// Expect says that a query is going to be asked.
	Expect = func(db *DB, ctx context.Context, text string, args ...any) { db.base.Expect(ctx, text, args...) }
)

// EncodeSome is one step of EncodeAddresses.
func EncodeSome(db *DB, ctx context.Context, base string) (done bool, err error) {
	return db.EncodeSome(ctx, address.New(base))
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

// Plans are how a list is planned; see lists.Inspection.
func Plans(ctx context.Context, db *DB, q content.Query) (string, error) {
	return db.InspectLists().Plans(ctx, q)
}

// Explain is how the database runs a statement: its steps, indented, with the
// indexes they use and without what it expects them to cost.
func Explain(ctx context.Context, db *DB, s Statement) (string, error) {
	if db.base.Engine.Name() == "sqlite" {
		return explainSQLite(ctx, db, s)
	}
	return explainPostgres(ctx, db, s)
}

func explainSQLite(ctx context.Context, db *DB, s Statement) (string, error) {
	var b strings.Builder
	depth := map[int]int{0: -1}
	err := db.base.Each(ctx, "EXPLAIN QUERY PLAN "+s.text, s.args, func(scan func(...any) error) error {
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
	if _, err := db.base.One(ctx, "EXPLAIN (COSTS OFF, FORMAT JSON) "+s.text, s.args, &text); err != nil {
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
func ForgetChanges(db *DB, ctx context.Context) { db.base.Inspect().ForgetChanges(ctx) }

// RememberNothing has a store remember no objects across requests.
func RememberNothing(db *DB) { db.base.Inspect().RememberNothing() }

// SheetsFrom has sheets made for types of so many entries, of which so many bytes are kept.
func SheetsFrom(db *DB, least, budget int) { db.InspectLists().SheetsFrom(least, budget) }

// SheetsMade waits until no sheet is being made.
func SheetsMade(db *DB) { db.InspectLists().SheetsMade() }

// HasSheet tells whether a type has a sheet.
func HasSheet(db *DB, typ string) bool { return db.InspectLists().HasSheet(typ) }
