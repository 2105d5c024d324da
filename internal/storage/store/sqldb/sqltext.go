package sqldb

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Clause collects conditions that all apply, with their arguments in order.
type Clause struct {
	Tests []string
	Args  []any
}

func (c *Clause) And(test string, args ...any) {
	c.Tests = append(c.Tests, test)
	c.Args = append(c.Args, args...)
}

// OfIDs is the test whether an expression is one of some ids, with its argument. Mostly
// there is one, for which PostgreSQL keeps a plan; for a list it makes one each time.
func (db *DB) OfIDs(expr string, ids []int64) (test string, arg any) {
	if len(ids) == 1 {
		return expr + " = ?", ids[0]
	}
	return db.Engine.IntsIn(expr), db.Engine.IntList(ids)
}

// AndName adds the test whether a column has a declared name. Plain names are
// written out: SQLite plans a query again each time it runs when an argument is
// compared with a column that a partial index asks for a value.
func (c *Clause) AndName(column, name string) {
	for _, b := range []byte(name) {
		if (b < 'a' || b > 'z') && (b < '0' || b > '9') && b != '_' && b != '-' {
			c.And(column+" = ?", name)
			return
		}
	}
	c.And(column + " = '" + name + "'")
}

// Where is the WHERE part of a query, "" without conditions.
func (c *Clause) Where() string {
	if len(c.Tests) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.Tests, " AND ")
}

// AnyOf joins tests by OR.
func AnyOf(tests []string) string {
	if len(tests) == 1 {
		return tests[0]
	}
	return "(" + JoinOr(tests) + ")"
}

func JoinOr(tests []string) string { return strings.Join(tests, " OR ") }

// unlimited is an offset's company when a list has no limit.
const unlimited = int64(1) << 62

// Window is the LIMIT part of a query.
func Window(limit, offset int) (string, []any) {
	switch {
	case limit == 0 && offset == 0:
		return "", nil
	case offset == 0:
		return " LIMIT ?", []any{int64(limit)}
	case limit == 0:
		return " LIMIT ? OFFSET ?", []any{unlimited, int64(offset)}
	}
	return " LIMIT ? OFFSET ?", []any{int64(limit), int64(offset)}
}

// PlaceIn is the place of an expression's value in a list, or a later one.
func PlaceIn(expr string, list []string) (string, []any) {
	var b strings.Builder
	var args []any
	b.WriteString("CASE " + expr)
	for i, v := range Distinct(list) {
		fmt.Fprintf(&b, " WHEN ? THEN %d", i)
		args = append(args, v)
	}
	fmt.Fprintf(&b, " ELSE %d END", len(list))
	return b.String(), args
}

func Direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}

func Distinct[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	out := make([]T, 0, len(list))
	for _, v := range list {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

func Paren(s string) string { return "(" + s + ")" }

func JoinAnd(tests []string) string {
	s := tests[0]
	for _, t := range tests[1:] {
		s += " AND " + t
	}
	return s
}

// ScanAll runs a query without arguments and calls row for each of its rows.
func ScanAll(ctx context.Context, ex Executor, text string, row func(scan func(...any) error) error) error {
	rows, err := ex.query(ctx, text, nil)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func Empty[T any](list []T) bool { return list != nil && len(list) == 0 }

func JoinInts(ids []int64) string {
	b := make([]byte, 0, 8*len(ids))
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}

// PlainTexts are the texts of named strings; nil stays nil.
func PlainTexts[S ~string](list []S) []string {
	if list == nil {
		return nil
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = string(s)
	}
	return texts
}
