package settings

import (
	"context"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
)

// setting is one member of the object.
type setting struct {
	name   string
	option string
	schema *schema.Schema
	// def is the value of an option that isn't set.
	def any
	// take is what is stored of a valid value; false keeps the old one. Nil stores what came.
	take func(ctx context.Context, s *site.Site, v any) (any, bool)
	// exact settings are stored as they are, false too.
	exact bool
}

// table are the settings in order: those of the core, then those of extensions.
func table(added []env.Setting) []setting {
	var out []setting
	for _, o := range site.Options() {
		if d := o.Declaration(); d.Setting != nil {
			out = append(out, setting{name: d.Setting.Name, option: d.Name, schema: d.Schema, def: d.Setting.Default, take: d.Take})
		}
	}
	for _, s := range added {
		out = append(out, setting{name: s.Name, option: s.Option, schema: s.Schema, def: s.Schema.Default, exact: true})
	}
	return out
}

// stored is what an option holds, or the setting's default. The address is that which the
// site goes by.
func (t *setting) stored(ctx context.Context, s *site.Site) any {
	if t.option == site.URL.Name {
		return s.Base(ctx)
	}
	if v, ok := s.Option(ctx, t.option); ok {
		return v
	}
	return t.def
}

// fitting is a value as it is answered: null when it doesn't fit the schema.
func (t *setting) fitting(v any) any {
	if v == nil || t.schema.Validate(v, t.name) != nil {
		return nil
	}
	out, err := t.schema.Sanitize(v, t.name)
	if err != nil {
		return nil
	}
	return out
}
