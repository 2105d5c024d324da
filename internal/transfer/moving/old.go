package moving

import (
	"context"
	"database/sql"
	"strings"

	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Old is what extensions read of the old site.
type Old struct {
	from    *Source
	options map[string]string // as they are stored
	names   func(string) string
	// everywhere are the extensions that the network of the site has on for all sites.
	everywhere []string
	gone       map[string][]int64
	again      bool
}

// Again tells that the site moved in before, and what changed since is brought.
func (o *Old) Again() bool { return o.again }

// Gone are the ids of rows that a table, named without the prefix, has lost since the site
// moved in.
func (o *Old) Gone(table string) []int64 { return o.gone[table] }

// Option is the value of an option, nil when there is none.
func (o *Old) Option(name string) any {
	text, ok := o.options[name]
	if !ok {
		return nil
	}
	v, _ := valueOf(text)
	return v
}

// Text is an option as a text.
func (o *Old) Text(name string) string { return schema.ToText(o.Option(name)) }

// Object is an option with members; one without any is empty.
func (o *Old) Object(name string) *wire.Object {
	if v, ok := o.Option(name).(*wire.Object); ok {
		return v
	}
	return &wire.Object{}
}

// Rows reads a table, named without the prefix. It does nothing when there is none.
func (o *Old) Rows(ctx context.Context, table string, row func(Row) error) error {
	return o.from.Rows(ctx, table, row)
}

// Columns reads some columns of a table, as Rows reads all.
func (o *Old) Columns(ctx context.Context, table string, columns []string, row func(Row) error) error {
	return o.from.Columns(ctx, table, columns, row)
}

// Home is the address of the old site, without a slash at its end.
func (o *Old) Home() string { return strings.TrimRight(o.Text("home"), "/") }

// Name is the own name of a type, taxonomy or meta key of the reference.
func (o *Old) Name(name string) string { return o.names(name) }

// Plugins are the extensions that are on, as PATH/FILE without the ending.
func (o *Old) Plugins() []string {
	list, _ := schema.AsList(o.Option("active_plugins"))
	var out []string
	for _, v := range list {
		out = append(out, strings.TrimSuffix(schema.ToText(v), ".php"))
	}
	return append(out, o.everywhere...)
}

// passing begins the names of options that are kept for a time only.
var passing = []string{"_transient_", "_site_transient_"}

// longest bounds an option.
const longest = phpvalue.MaxBytes

// readOptions reads all options but passing ones.
func (r *run) readOptions(ctx context.Context) error {
	r.old = &Old{from: r.from, options: map[string]string{}, names: r.Name}
	err := r.from.each(ctx, "SELECT option_name, option_value FROM {options}", nil, func(scan func(...any) error) error {
		var name, value sql.NullString
		if err := scan(&name, &value); err != nil {
			return err
		}
		for _, p := range passing {
			if strings.HasPrefix(name.String, p) {
				return nil
			}
		}
		if len(value.String) > longest {
			r.report.Warn("the option %s is longer than %d bytes and was left out", name.String, longest)
			return nil
		}
		if useOf(name.String) != useless {
			r.broken.value("options", readable(name.String), "option_value", value.String)
		}
		r.old.options[readable(name.String)] = value.String
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.readNetwork(ctx); err != nil {
		return err
	}
	if r.salt = r.Salt; r.salt == "" {
		if key, salt := r.old.Text("auth_key"), r.old.Text("auth_salt"); key != "" && salt != "" {
			r.salt = key + salt
		}
	}
	sticky, _ := schema.AsList(r.old.Option("sticky_posts"))
	for _, id := range sticky {
		r.sticky[schema.ToInt(id)] = true
	}
	return nil
}
