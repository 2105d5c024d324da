package moving

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"quoin/internal/platform/wire"
)

// Source is the tables of a site of the reference, on a server or read from a dump. Its
// queries are of the kind that MySQL, MariaDB and SQLite understand.
type Source struct {
	db     *sql.DB
	prefix string   // of the tables of this site
	people string   // of the tables of accounts, which the sites of a network share
	tables []string // all that begin with prefix, without it
	names  []string // of all tables of the database

	network *network // that the site is of, nil for a site by itself

	declared []*wire.Object // what the old site told of its types, taxonomies and fields

	broken *broken // what is told of texts of tables that are read as they are; nil tells nothing

	notes   []string // what is worth knowing of where the tables come from
	scratch string   // a folder that goes with the source
}

// Errors of finding a site in a database.
var (
	ErrNoSite = errors.New("the database has no tables of a site")
	ErrWhich  = errors.New("the database has more than one site")
)

// needed are tables that every site has.
var needed = []string{"posts", "postmeta", "options", "terms", "term_taxonomy", "term_relationships", "comments"}

// NewSource finds the site in a database whose tables have some names.
func NewSource(ctx context.Context, db *sql.DB, names []string, which Which) (*Source, error) {
	found := prefixes(names)
	prefix, err := choose(ctx, db, names, found, which)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(found, prefix) {
		return nil, fmt.Errorf("%w that begin with %q", ErrNoSite, prefix)
	}
	s := &Source{db: db, prefix: prefix, people: prefix, names: names, network: networkOf(names, prefix)}
	if !slices.Contains(names, prefix+"users") {
		base, ok := mainPrefix(prefix)
		if !ok || !slices.Contains(names, base+"users") {
			return nil, fmt.Errorf("%w: there is no table of accounts", ErrNoSite)
		}
		s.people = base
	}
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, prefix)
		if ok && !slices.ContainsFunc(found, func(other string) bool {
			return len(other) > len(prefix) && strings.HasPrefix(name, other)
		}) && (s.network == nil || !slices.Contains(networkTables, rest)) {
			s.tables = append(s.tables, rest)
		}
	}
	slices.Sort(s.tables)
	return s, nil
}

// prefixes are those of all sites among the names of tables.
func prefixes(names []string) (found []string) {
	for _, name := range names {
		prefix, ok := strings.CutSuffix(name, "options")
		if ok && !slices.ContainsFunc(needed, func(table string) bool { return !slices.Contains(names, prefix+table) }) {
			found = append(found, prefix)
		}
	}
	slices.Sort(found)
	return found
}

// mainPrefix is the prefix of the first site of a network, from that of another,
// which has a number behind it.
func mainPrefix(prefix string) (string, bool) {
	base := strings.TrimRight(strings.TrimSuffix(prefix, "_"), "0123456789")
	return base, strings.HasSuffix(prefix, "_") && len(base) < len(prefix)-1
}

// Declare says what types, taxonomies and fields of the old site are, as package definition
// reads them. What is left is read off the tables.
func (s *Source) Declare(list []*wire.Object) { s.declared = list }

// PersonKey is a meta key of accounts that the reference doesn't keep: what stands for the
// person in structured data, where it is known.
const PersonKey = "quoin_person_key"

// Has tells whether the site has a table, named without the prefix.
func (s *Source) Has(table string) bool { return slices.Contains(s.tables, table) }

// Prefix is what the names of the tables begin with.
func (s *Source) Prefix() string { return s.prefix }

// name is a table as a query names it. Prefixes come from the database itself.
func (s *Source) name(table string) string {
	if table == "users" || table == "usermeta" {
		return "`" + s.people + table + "`"
	}
	return "`" + s.prefix + table + "`"
}

// query runs a query and calls row for each row. All reading of the old side goes
// through here.
func query(ctx context.Context, db *sql.DB, text string, args []any, row func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return fmt.Errorf("read the old site: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read the old site: %w", err)
	}
	return nil
}

// each runs a query, in which {table} stands for a table, and calls row for each row.
func (s *Source) each(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error {
	for {
		before, rest, ok := strings.Cut(text, "{")
		if !ok {
			break
		}
		table, after, _ := strings.Cut(rest, "}")
		text = before + s.name(table) + after // #nosec G202 -- only names of tables are put in
	}
	return query(ctx, s.db, text, args, func(rows *sql.Rows) error { return row(rows.Scan) })
}

// count is how many rows a table has.
func (s *Source) count(ctx context.Context, table string) (n int64, err error) {
	err = s.each(ctx, "SELECT COUNT(*) FROM {"+table+"}", nil, func(scan func(...any) error) error { return scan(&n) })
	return n, err
}

// The options of the old site that name the folders of the theme that it shows, and of the
// one that this builds on.
const (
	oldStylesheet = "stylesheet"
	oldTemplate   = "template"
)

// Themes are the folders of the themes that the old site shows, the one that another
// builds on first.
func (s *Source) Themes(ctx context.Context) (list []string, err error) {
	for _, name := range []string{oldTemplate, oldStylesheet} {
		err := s.each(ctx, "SELECT option_value FROM {options} WHERE option_name = ?", []any{name}, func(scan func(...any) error) error {
			var folder string
			if err := scan(&folder); err != nil {
				return err
			}
			if folder != "" && !slices.Contains(list, folder) {
				list = append(list, folder)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Rows reads a table as it is, by its first column, which is the id: the names of its
// columns, and for each row the texts of their values. It does nothing for a table that
// the site doesn't have.
func (s *Source) Rows(ctx context.Context, table string, row func(Row) error) error {
	return s.Columns(ctx, table, []string{"*"}, row)
}

// Columns reads some columns of a table, by the first of the table.
func (s *Source) Columns(ctx context.Context, table string, columns []string, row func(Row) error) error {
	if !s.Has(table) {
		return nil
	}
	var r Row
	var into []any
	return query(ctx, s.db, "SELECT "+strings.Join(columns, ", ")+" FROM "+s.name(table)+" ORDER BY 1", nil, func(rows *sql.Rows) (err error) { // #nosec G202 -- names that the program has, and of a table that the database has
		if into == nil {
			if r.columns, err = rows.Columns(); err != nil {
				return fmt.Errorf("read the table %s: %w", table, err)
			}
			r.values, into = make([]sql.NullString, len(r.columns)), make([]any, len(r.columns))
			for i := range r.values {
				into[i] = &r.values[i]
			}
		}
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("read the table %s: %w", table, err)
		}
		for i, v := range r.values {
			if s.broken != nil && !utf8.ValidString(v.String) {
				s.broken.add(&s.broken.mended, table, readable(r.values[0].String), r.columns[i])
			}
		}
		return row(r)
	})
}

// openTables makes a Source of the tables that a query names.
func openTables(ctx context.Context, db *sql.DB, names string, which Which) (*Source, error) {
	var list []string
	err := query(ctx, db, names, nil, func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		list = append(list, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return NewSource(ctx, db, list, which)
}

// Close ends the reading.
func (s *Source) Close() error {
	err := s.db.Close()
	if s.scratch != "" {
		err = errors.Join(err, os.RemoveAll(s.scratch))
	}
	return err
}
