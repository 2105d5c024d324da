package settings

import (
	"cmp"
	"context"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var errStored = fault.New(500, "rest_invalid_stored_value", "The stored value of this setting doesn't fit it, so that it can't be reset.")

type resource struct {
	*env.Env
	table []setting
}

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &resource{Env: e, table: table(e.Added.Settings)}
	return []rest.Route{{
		Namespace: "core/v2", Pattern: "/core/v2/settings", Schema: res.schema,
		Endpoints: []rest.Endpoint{
			{Methods: rest.Readable, Allow: rest.Manage, Handle: res.get},
			{Methods: rest.Editable, Args: res.args(), Allow: rest.Manage, Handle: res.update, Scalar: rest.ScalarIgnored},
		},
	}}
}

func (res *resource) args() []rest.Arg {
	out := make([]rest.Arg, len(res.table))
	for i := range res.table {
		out[i] = rest.Arg{Name: res.table[i].name, Schema: res.table[i].schema, Sanitize: cleaned(&res.table[i])}
	}
	return out
}

// cleaned lets null through, which unsets an option.
func cleaned(t *setting) func(*rest.Request, any) (any, *fault.Error) {
	return func(_ *rest.Request, v any) (any, *fault.Error) {
		if v == nil {
			return nil, nil
		}
		if err := t.schema.Validate(v, t.name); err != nil {
			return nil, err
		}
		return t.schema.Sanitize(v, t.name)
	}
}

func (res *resource) schema() *schema.Schema {
	s := schema.New(schema.Object, "")
	s.Title = "settings"
	answered := schema.Exactly(schema.OrNull(), func(s *schema.Schema) { s.Enum = nil }) // null is what doesn't fit
	for i := range res.table {
		t := &res.table[i]
		s.Properties = append(s.Properties, schema.Property{Name: t.name, Schema: t.schema.With(schema.Default(cmp.Or(t.def, schema.None)), answered)})
	}
	return s
}

func (res *resource) get(r *rest.Request) (*rest.Response, error) {
	return rest.OK(res.object(r.Context(), nil)), nil
}

// object are all settings; fresh are values that were just stored.
func (res *resource) object(ctx context.Context, fresh map[string]any) *wire.Object {
	out := &wire.Object{}
	for i := range res.table {
		t := &res.table[i]
		v, ok := fresh[t.name]
		if !ok {
			v = t.stored(ctx, res.Site)
		}
		out.Set(t.name, t.fitting(v))
	}
	return out
}

// update stores the settings that the request names; all of them or, when one
// can't be reset, none.
func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	ctx, fresh := r.Context(), map[string]any{}
	for i := range res.table {
		t := &res.table[i]
		param := rest.ValueParam(t.name)
		if !param.Present(r) {
			continue
		}
		v := param.Of(r)
		if v == nil {
			if err := res.reset(ctx, t); err != nil {
				return nil, err
			}
			continue
		}
		if t.take != nil {
			taken, ok := t.take(ctx, res.Site, v)
			if !ok {
				continue
			}
			v = taken
		}
		if err := res.store(ctx, t, v, fresh); err != nil {
			return nil, err
		}
	}
	return rest.OK(res.object(ctx, fresh)), nil
}

func (res *resource) reset(ctx context.Context, t *setting) error {
	if v := t.stored(ctx, res.Site); v != nil && t.schema.Validate(v, t.name) != nil {
		return errStored
	}
	return res.Site.SetOption(ctx, t.option, site.Unset)
}

// store keeps a value. Compat (TestUnfitStoredValue): false is stored as an empty text, which no
// longer fits a boolean, so that every later answer says null until the
// setting is switched on again.
func (res *resource) store(ctx context.Context, t *setting, v any, fresh map[string]any) error {
	if v == false && !t.exact {
		fresh[t.name] = v
		v = ""
	}
	return res.Site.SetOption(ctx, t.option, v)
}
