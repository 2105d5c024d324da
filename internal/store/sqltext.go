package store

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// clause collects conditions that all apply, with their arguments in order.
type clause struct {
	tests []string
	args  []any
}

func (c *clause) and(test string, args ...any) {
	c.tests = append(c.tests, test)
	c.args = append(c.args, args...)
}

// ofIDs is the test whether an expression is one of some ids, with its argument. Mostly
// there is one, for which PostgreSQL keeps a plan; for a list it makes one each time.
func (db *DB) ofIDs(expr string, ids []int64) (test string, arg any) {
	if len(ids) == 1 {
		return expr + " = ?", ids[0]
	}
	return db.engine.intsIn(expr), db.engine.intList(ids)
}

// andName adds the test whether a column has a declared name. Plain names are
// written out: SQLite plans a query again each time it runs when an argument is
// compared with a column that a partial index asks for a value.
func (c *clause) andName(column, name string) {
	for _, b := range []byte(name) {
		if (b < 'a' || b > 'z') && (b < '0' || b > '9') && b != '_' && b != '-' {
			c.and(column+" = ?", name)
			return
		}
	}
	c.and(column + " = '" + name + "'")
}

// where is the WHERE part of a query, "" without conditions.
func (c *clause) where() string {
	if len(c.tests) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.tests, " AND ")
}

// anyOf joins tests by OR.
func anyOf(tests []string) string {
	if len(tests) == 1 {
		return tests[0]
	}
	return "(" + joinOr(tests) + ")"
}

func joinOr(tests []string) string { return strings.Join(tests, " OR ") }

// unlimited is an offset's company when a list has no limit.
const unlimited = int64(1) << 62

// window is the LIMIT part of a query.
func window(limit, offset int) (string, []any) {
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

// placeIn is the place of an expression's value in a list, or a later one.
func placeIn(expr string, list []string) (string, []any) {
	var b strings.Builder
	var args []any
	b.WriteString("CASE " + expr)
	for i, v := range distinct(list) {
		fmt.Fprintf(&b, " WHEN ? THEN %d", i)
		args = append(args, v)
	}
	fmt.Fprintf(&b, " ELSE %d END", len(list))
	return b.String(), args
}

func direction(desc bool) string {
	if desc {
		return " DESC"
	}
	return ""
}

func distinct[T comparable](list []T) []T {
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

func paren(s string) string { return "(" + s + ")" }

func joinAnd(tests []string) string {
	s := tests[0]
	for _, t := range tests[1:] {
		s += " AND " + t
	}
	return s
}

// scanAll runs a query without arguments and calls row for each of its rows.
func scanAll(ctx context.Context, ex executor, text string, row func(scan func(...any) error) error) error {
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

func empty[T any](list []T) bool { return list != nil && len(list) == 0 }

func joinInts(ids []int64) string {
	b := make([]byte, 0, 8*len(ids))
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, id, 10)
	}
	return string(b)
}

// plainTexts are the texts of named strings; nil stays nil.
func plainTexts[S ~string](list []S) []string {
	if list == nil {
		return nil
	}
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = string(s)
	}
	return texts
}
