package dump

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/storage/store/sqldb"
)

// valueKind is what a column holds.
type valueKind byte

const (
	kindInt valueKind = iota
	kindText
	kindBool
	kindBytes
	kindReal
)

// dumpColumn is a column of a table.
type dumpColumn struct {
	name string
	kind valueKind
	expr string // what is dumped
}

// dumpTable is a table as backups know it: the same on both engines.
type dumpTable struct {
	name    string
	columns []dumpColumn // by name
	key     []string     // the columns of its primary key
	counted bool         // the database gives out its ids
	refers  []string     // tables whose rows its rows name
}

// Undumped are tables that no backup has: those that tell of migrations, which
// each database has of its own, those of passing things, and the parts of counters, which
// a backup has as wholes.
var Undumped = []string{
	"migration", "extension_migration", "change", "change_history", "cached", "entry_count_part", "term_count_part",
}

// kinds are the types that the migrations use, as the engines name them.
var kinds = map[string]valueKind{
	"integer": kindInt, "bigint": kindInt, "smallint": kindInt, "text": kindText, "boolean": kindBool,
	"blob": kindBytes, "bytea": kindBytes, "real": kindReal, "double precision": kindReal,
}

// dumpTables are all tables that a backup has, each after those that it refers
// to.
func (db *Store) dumpTables(ctx context.Context, ex sqldb.Executor) ([]*dumpTable, error) {
	byName := map[string]*dumpTable{}
	c := db.Engine.Catalog()
	err := sqldb.ScanAll(ctx, ex, c.Columns, func(scan func(...any) error) error {
		var name, column, kind string
		var key int
		if err := scan(&name, &column, &kind, &key); err != nil {
			return err
		}
		if slices.Contains(Undumped, name) {
			return nil
		}
		t := byName[name]
		if t == nil {
			t = &dumpTable{name: name}
			byName[name] = t
		}
		k, ok := kinds[strings.ToLower(kind)]
		if !ok {
			return fmt.Errorf("column %s.%s has the type %q, which backups don't know", name, column, kind)
		}
		expr := column
		if name == "term" && column == "count" {
			expr = db.Engine.TermCount("term")
		}
		t.columns = append(t.columns, dumpColumn{column, k, expr})
		if key > 0 {
			t.key = append(t.key, column)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	err = sqldb.ScanAll(ctx, ex, c.References, func(scan func(...any) error) error {
		var from, to string
		err := scan(&from, &to)
		if t := byName[from]; err == nil && t != nil && to != from {
			t.refers = append(t.refers, to)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list what tables refer to: %w", err)
	}
	// A term's count is that of its counters, so these come first.
	byName["term"].refers = append(byName["term"].refers, "term_count")
	err = sqldb.ScanAll(ctx, ex, c.Counted, func(scan func(...any) error) error {
		var name string
		err := scan(&name)
		if t := byName[name]; err == nil && t != nil {
			t.counted = true
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the tables with ids: %w", err)
	}
	return inOrder(byName)
}

// inOrder puts each table behind those that it refers to.
func inOrder(byName map[string]*dumpTable) ([]*dumpTable, error) {
	names := make([]string, 0, len(byName))
	for name, t := range byName {
		names = append(names, name)
		slices.SortFunc(t.columns, func(a, b dumpColumn) int { return strings.Compare(a.name, b.name) })
		slices.Sort(t.key)
		if len(t.key) == 0 {
			return nil, fmt.Errorf("table %s has no primary key", name)
		}
	}
	slices.Sort(names)
	var list []*dumpTable
	done := map[string]bool{}
	for len(list) < len(byName) {
		before := len(list)
		for _, name := range names {
			t := byName[name]
			if done[name] || slices.ContainsFunc(t.refers, func(to string) bool { return byName[to] != nil && !done[to] }) {
				continue
			}
			list, done[name] = append(list, t), true
		}
		if len(list) == before {
			return nil, fmt.Errorf("the tables refer to each other in a circle")
		}
	}
	return list, nil
}

// names are the columns of a table.
func (t *dumpTable) names() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	return names
}
