// Package rowmap maps the columns of a table to the members of a type: which columns there
// are, where each is read to and what is written to it stand once, in one declaration.
package rowmap

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Scanner reads a value of a column, as database/sql's Scanner does.
type Scanner interface{ Scan(value any) error }

// Column is a column of the table of T.
type Column[T any] struct {
	name  string
	at    func(*T) any // where it is read to; nil for one that is only written
	value func(*T) any // what is written; nil for one that is only read
}

// Field is a column that is read to, and written from, the member at which at points.
func Field[T any](name string, at func(*T) any) Column[T] {
	return Column[T]{name, at, func(t *T) any { return driverValue(at(t)) }}
}

// Key is a column that the database fills, such as an id: it is only read.
func Key[T any](name string, at func(*T) any) Column[T] { return Column[T]{name, at, nil} }

// Derived is a column that is only written, such as a key to sort by.
func Derived[T any](name string, value func(*T) any) Column[T] { return Column[T]{name, nil, value} }

// JSON is a column that holds the member at which at points as JSON, a nil list as an
// empty one. The member is of a type that JSON can always hold.
func JSON[T any](name string, at func(*T) any) Column[T] {
	return Column[T]{name, func(t *T) any {
		return Text(func(text string) error {
			if err := json.Unmarshal([]byte(text), at(t)); err != nil {
				return fmt.Errorf("column %s: %w", name, err)
			}
			return nil
		})
	}, func(t *T) any { return encoded(name, at(t)) }}
}

// Mapped is a column that holds a member in another form: at gives what reads it,
// value what is written.
func Mapped[T any](name string, at func(*T) Scanner, value func(*T) any) Column[T] {
	return Column[T]{name, func(t *T) any { return at(t) }, value}
}

// Columns are the columns of T in the order of their declaration.
type Columns[T any] struct {
	read, written []Column[T]
}

// Of declares the columns of T.
func Of[T any](columns ...Column[T]) *Columns[T] {
	c := &Columns[T]{}
	for _, x := range columns {
		if x.at != nil {
			c.read = append(c.read, x)
		}
		if x.value != nil {
			c.written = append(c.written, x)
		}
	}
	return c
}

// Read are the names of the columns that Scan reads, as columns of a table or alias unless
// that is empty.
func (c *Columns[T]) Read(table string) string {
	if table != "" {
		table += "."
	}
	return names(c.read, table)
}

// Written are the names of the columns for which Values has values.
func (c *Columns[T]) Written() string { return names(c.written, "") }

func names[T any](list []Column[T], before string) string {
	var b strings.Builder
	for i, x := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(before + x.name)
	}
	return b.String()
}

// Marks are as many question marks as there are values.
func (c *Columns[T]) Marks() string { return Marks(len(c.written)) }

// Insert is the statement that inserts a row of Values into a table, without its end.
func (c *Columns[T]) Insert(table string) string {
	return "INSERT INTO " + table + " (" + c.Written() + ") VALUES (" + c.Marks() + ")"
}

// Update is the statement that sets the columns of Values in a table, up to its condition.
func (c *Columns[T]) Update(table string) string {
	if len(c.written) == 1 { // SQLite knows no rows of one value
		return "UPDATE " + table + " SET " + c.Written() + " = ?"
	}
	return "UPDATE " + table + " SET (" + c.Written() + ") = (" + c.Marks() + ")"
}

// Replace is what follows an Insert whose key is there already: all other columns take the
// new values.
func (c *Columns[T]) Replace(key ...string) string {
	var b strings.Builder
	b.WriteString(" ON CONFLICT (" + strings.Join(key, ", ") + ") DO UPDATE SET ")
	sep := ""
	for _, x := range c.written {
		if slices.Contains(key, x.name) {
			continue
		}
		b.WriteString(sep + x.name + " = excluded." + x.name)
		sep = ", "
	}
	return b.String()
}

// Values are what is written of t, in the order of Written.
func (c *Columns[T]) Values(t *T) []any {
	out := make([]any, len(c.written), len(c.written)+1)
	for i, x := range c.written {
		out[i] = x.value(t)
	}
	return out
}

// Only are some of the columns, in their order. A name that none has is a mistake of the
// program.
func (c *Columns[T]) Only(columns ...string) *Columns[T] {
	return c.chosen(columns, func(listed bool) bool { return listed })
}

// Without are the columns but for some, such as those that others change meanwhile.
func (c *Columns[T]) Without(columns ...string) *Columns[T] {
	return c.chosen(columns, func(listed bool) bool { return !listed })
}

func (c *Columns[T]) chosen(columns []string, taken func(listed bool) bool) *Columns[T] {
	left := map[string]bool{}
	for _, name := range columns {
		left[name] = true
	}
	out := Columns[T]{}
	for _, x := range c.read {
		if taken(slices.Contains(columns, x.name)) {
			out.read = append(out.read, x)
		}
		delete(left, x.name)
	}
	for _, x := range c.written {
		if taken(slices.Contains(columns, x.name)) {
			out.written = append(out.written, x)
		}
		delete(left, x.name)
	}
	if len(left) > 0 {
		panic(fmt.Sprintf("rowmap: not all of %q are columns", columns))
	}
	return &out
}

// Scan reads a row of the columns of Read. What stands behind them in the row is read
// to more.
func (c *Columns[T]) Scan(scan func(...any) error, more ...any) (*T, error) {
	t := new(T)
	to := make([]any, len(c.read), len(c.read)+len(more))
	for i, x := range c.read {
		to[i] = x.at(t)
	}
	return t, scan(append(to, more...)...)
}

// Marks are n question marks for the values of a statement.
func Marks(n int) string {
	if n == 0 {
		return ""
	}
	return strings.Repeat("?, ", n-1) + "?"
}

// driverValue is what a pointer points to, as one of the types that every database driver takes.
func driverValue(at any) any {
	switch at := at.(type) {
	case *string:
		return *at
	case *int64:
		return *at
	case *bool:
		return *at
	case **int64:
		if *at == nil {
			return nil
		}
		return **at
	}
	switch v := reflect.ValueOf(at).Elem(); v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Bool:
		return v.Bool()
	default:
		return v.Interface()
	}
}

// Text is a Scanner of a column that holds texts.
type Text func(text string) error

// Scan implements Scanner.
func (f Text) Scan(v any) error {
	switch v := v.(type) {
	case string:
		return f(v)
	case []byte:
		return f(string(v))
	}
	return fmt.Errorf("the column holds no text but %T", v)
}

// Int is a Scanner of a column that holds integers.
type Int func(n int64) error

// Scan implements Scanner.
func (f Int) Scan(v any) error {
	n, ok := v.(int64)
	if !ok {
		return fmt.Errorf("the column holds no integer but %T", v)
	}
	return f(n)
}

func encoded(column string, at any) string {
	if v := reflect.ValueOf(at).Elem(); v.Kind() == reflect.Slice && v.IsNil() {
		return "[]"
	}
	text, err := json.Marshal(at)
	if err != nil {
		panic("rowmap: column " + column + ": " + err.Error())
	}
	return string(text)
}
