package ext

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quoin/internal/platform/access"
)

// Table declares a table of the extension's own by who adds rows to it. All are
// declared: an extension whose migrations make another one is left off, and rows
// are added to no other.
type Table struct {
	Name string
	Rows Growth
	// Bound is what a table ByVisitors holds at most.
	Bound Bound
}

// Growth is who adds rows to a table.
type Growth int

// Who adds rows.
const (
	_ Growth = iota
	// ByStaff are rows of those with rights, and of what the site does by itself.
	// Rows that a visitor's request would add are refused.
	ByStaff
	// ByObjects are rows that belong to an object of the site, so many for each, and
	// are removed with it or after a time. What bounds the objects bounds them.
	ByObjects
	// ByVisitors are rows that anybody adds by asking, such as logs and counters.
	// They are added through a Journal alone.
	ByVisitors
)

// Bound is what a table holds that visitors fill.
type Bound struct {
	// Most is how many rows are kept.
	Most int
	// Order is an expression by which the rows are removed that come first.
	Order string
	// Each is a column that keeps several journals in one table apart.
	Each string
	// Stays is a condition of rows that aren't removed, with the time (in seconds since
	// 1970) as its argument.
	Stays string
	// Whole takes each row, of whatever client: for counters of what clients do, which
	// would be blind to what isn't taken.
	Whole bool
}

// NewDoor is the door to the tables that an extension declares, through which no rows
// come but as it says. What comes through is counted, see Metered.
func NewDoor(x *Extension, t Tables) (Tables, error) {
	d := &door{Tables: Metered(t), tables: map[string]Table{}}
	for _, table := range x.Tables {
		if table.Rows == 0 {
			return nil, fmt.Errorf("table %s doesn't say who adds rows to it", table.Name)
		}
		if table.Rows == ByVisitors && (table.Bound.Most <= 0 || table.Bound.Order == "") {
			return nil, fmt.Errorf("table %s is filled by visitors and has no bound", table.Name)
		}
		d.tables[table.Name] = table
	}
	made, err := tablesOf(x.Migrations)
	if err != nil {
		return nil, err
	}
	for _, name := range made {
		if _, ok := d.tables[name]; !ok {
			return nil, fmt.Errorf("table %s isn't declared: who adds rows to it?", name)
		}
	}
	return d, nil
}

var createTable = regexp.MustCompile(`(?i)\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)`)

// tablesOf are the tables that migrations make.
func tablesOf(migrations fs.FS) (names []string, err error) {
	if migrations == nil {
		return nil, nil
	}
	files, err := fs.Glob(migrations, "*/*.sql")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			return nil, err
		}
		for _, m := range createTable.FindAllSubmatch(text, -1) {
			if name := strings.ToLower(string(m[1])); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// door lets rows into tables as they are declared.
type door struct {
	Tables
	tables map[string]Table
	seen   additions
}

type (
	journalKey struct{} // of the table that a Journal writes to
	visitorKey struct{} // of what a request for a public page does
)

// visiting is what an extension does for a request of whoever comes by.
func visiting(ctx context.Context) context.Context {
	return context.WithValue(ctx, visitorKey{}, true)
}

// byVisitor tells whether somebody without an account asks.
func byVisitor(ctx context.Context) bool {
	a, known := access.FromContext(ctx)
	if known {
		return a.ID == 0 && !a.System
	}
	return ctx.Value(visitorKey{}) != nil
}

// addsTo finds what a statement adds rows to.
var addsTo = regexp.MustCompile(`(?i)\b(?:into|copy|table)\s+(?:only\s+)?"?(\w+)`)

// additions remember which tables statements add rows to, by their texts: an extension has
// few, and finding out takes as long as running one.
type additions struct {
	mu sync.Mutex
	of map[string][]string
}

// mostAdditions bounds how many statements are remembered: texts may be made of what is
// asked for.
const mostAdditions = 500

// tables are those that a statement adds rows to.
func (a *additions) tables(text string) []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	names, ok := a.of[text]
	if ok {
		return names
	}
	for _, m := range addsTo.FindAllStringSubmatch(text, -1) {
		names = append(names, strings.ToLower(m[1]))
	}
	if a.of == nil || len(a.of) >= mostAdditions {
		a.of = map[string][]string{}
	}
	a.of[strings.Clone(text)] = names
	return names
}

// allows tells whether a statement may run.
func (d *door) allows(ctx context.Context, text string) error {
	verb := strings.TrimLeft(text, " \t\r\n(")
	if len(verb) >= 6 {
		switch strings.ToUpper(verb[:6]) {
		case "SELECT", "UPDATE", "DELETE":
			return nil
		}
	}
	names := d.seen.tables(text)
	if len(names) == 0 && !strings.EqualFold(verb[:min(4, len(verb))], "WITH") {
		return errors.New("the statement neither reads nor writes rows")
	}
	for _, name := range names {
		table, ok := d.tables[name]
		switch {
		case !ok:
			return fmt.Errorf("table %s isn't declared", name)
		case table.Rows == ByVisitors && ctx.Value(journalKey{}) != name:
			return fmt.Errorf("table %s is filled by visitors: rows are added by its Journal", name)
		case table.Rows == ByStaff && byVisitor(ctx):
			return fmt.Errorf("table %s has no rows by visitors: see ext.Table", name)
		}
	}
	return nil
}

func (d *door) Query(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	if err := d.allows(ctx, text); err != nil {
		return err
	}
	return d.Tables.Query(ctx, text, args, row)
}

func (d *door) QueryRow(ctx context.Context, text string, args []any, dest ...any) (bool, error) {
	if err := d.allows(ctx, text); err != nil {
		return false, err
	}
	return d.Tables.QueryRow(ctx, text, args, dest...)
}

func (d *door) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	if err := d.allows(ctx, text); err != nil {
		return 0, err
	}
	return d.Tables.Exec(ctx, text, args...)
}

func (d *door) Insert(ctx context.Context, text string, args []any, dest ...any) (bool, error) {
	if err := d.allows(ctx, text); err != nil {
		return false, err
	}
	return d.Tables.Insert(ctx, text, args, dest...)
}

func (d *door) Send(ctx context.Context, text string, args ...any) error {
	if err := d.allows(ctx, text); err != nil {
		return err
	}
	return d.Tables.Send(ctx, text, args...)
}
