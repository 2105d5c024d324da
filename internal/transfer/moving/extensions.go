package moving

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/importer/journal"
)

// moveExtensions lets extensions take what they know.
func (r *run) moveExtensions(ctx context.Context, source *journal.Source) error {
	return r.batch(ctx, "extensions", source, 1, func(ctx context.Context) error {
		for i, x := range r.Extensions {
			if x.Take == nil {
				continue
			}
			taken, err := x.Take(ctx, r.old)
			if err != nil {
				return fmt.Errorf("extension %d: %w", i, err)
			}
			r.report.Took("of extensions", taken)
		}
		return nil
	})
}

// coreTables are the tables that the parts of a move read.
var coreTables = []string{
	"posts", "postmeta", "options", "terms", "termmeta", "term_taxonomy", "term_relationships", "comments", "commentmeta", "users", "usermeta",
}

// asideAtOnce is how many rows of a table are kept aside in one transaction.
const asideAtOnce = 200

// moveAside keeps what nobody took.
func (r *run) moveAside(ctx context.Context, source *journal.Source) error {
	known, tables := r.claimed()
	var unknown []string
	err := r.batch(ctx, "aside", source, 0, func(ctx context.Context) (err error) {
		unknown, err = r.optionsAside(ctx, known)
		return err
	})
	if err != nil {
		return err
	}
	if len(unknown) > 0 {
		r.report.Warn("nothing here knows these options, they are kept aside: %s", strings.Join(unknown, ", "))
	}
	for i, table := range r.from.tables {
		if slices.Contains(tables, table) || int64(i) < source.Cursor {
			continue
		}
		if err := r.tableAside(ctx, table, source, int64(i+1)); err != nil {
			return err
		}
	}
	return nil
}

// optionsAside keeps the options that nobody took, in the place of those of a former run. It
// returns the names of those that nobody expects.
func (r *run) optionsAside(ctx context.Context, known map[string]bool) (unknown []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(r.old.options)) {
		use := useOf(name)
		if known[name] || use == useless || strings.HasPrefix(name, widgetPrefix) || strings.HasPrefix(name, modsPrefix) {
			continue
		}
		if err := r.Aside.ReplaceAside(ctx, AsideOption, name, r.old.Option(name)); err != nil {
			return nil, err
		}
		r.report.Took("option kept aside", 1)
		if use != expected && name != r.prefixes.roles+rolesOption {
			unknown = append(unknown, name)
		}
	}
	return unknown, nil
}

// claimed are the options and tables that somebody took.
func (r *run) claimed() (options map[string]bool, tables []string) {
	options, tables = map[string]bool{}, slices.Clone(coreTables)
	for _, name := range r.declared() {
		options[name] = true
	}
	for _, x := range r.Extensions {
		for _, name := range x.Options {
			options[name] = true
		}
		tables = append(tables, x.Tables...)
	}
	return options, tables
}

// tableAside keeps a table as it is, in one transaction: so a run that was killed
// keeps no row twice.
func (r *run) tableAside(ctx context.Context, table string, source *journal.Source, upTo int64) error {
	rows := 0
	err := r.batch(ctx, "aside", source, upTo, func(ctx context.Context) error {
		rows = 0
		var list []any
		keep := func() error {
			err := r.Aside.KeepAside(ctx, AsideTable, r.from.prefix+table, list)
			rows, list = rows+len(list), nil
			return err
		}
		err := r.from.Rows(ctx, table, func(row Row) error {
			if list = append(list, any(row.object())); len(list) < asideAtOnce {
				return nil
			}
			return keep()
		})
		if err != nil || len(list) == 0 {
			return err
		}
		return keep()
	})
	if err != nil {
		return err
	}
	if rows > 0 {
		r.report.Took("row kept aside", rows)
		r.report.Warn("nothing here knows the table %s; its %d rows are kept aside", r.from.prefix+table, rows)
	}
	return nil
}
