package ext

import (
	"context"
	"fmt"

	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// OptionOf is an option with its type. Extension.Options has its Option; whoever reads it
// asks the variable.
type OptionOf[T any] struct {
	Option
	as func(v any) T
}

// TextOption declares a string, BoolOption and its like another kind; about says what it
// is for, and def is its value until one is stored.
func TextOption(name, about, def string) OptionOf[string] {
	return OptionOf[string]{Option{Name: name, Schema: schema.Str(about, schema.Default(def))}, schema.ToText}
}

// BoolOption declares a boolean.
func BoolOption(name, about string, def bool) OptionOf[bool] {
	return OptionOf[bool]{Option{Name: name, Schema: schema.Bool(about, schema.Default(def))}, schema.ToBool}
}

// IntOption declares an integer.
func IntOption(name, about string, def int64) OptionOf[int64] {
	return OptionOf[int64]{Option{Name: name, Schema: schema.Int(about, schema.Default(def))}, schema.ToInt}
}

// TextsOption declares a list of strings.
func TextsOption(name, about string) OptionOf[[]string] {
	return OptionOf[[]string]{Option{Name: name, Schema: schema.List(schema.Str("A name."), about, schema.Default([]any{}))}, func(v any) []string {
		return schema.Each(v, schema.ToText)
	}}
}

// ObjectOption declares an object. An empty one is nil until something is stored.
func ObjectOption(name, about string) OptionOf[*wire.Object] {
	return OptionOf[*wire.Object]{Option{Name: name, Schema: schema.Obj(nil, about)}, func(v any) *wire.Object {
		o, _ := v.(*wire.Object)
		return o
	}}
}

// AsSecret is the option as one that stays on the site.
func (o OptionOf[T]) AsSecret() OptionOf[T] {
	o.Secret = true
	return o
}

// Shown is the option as a member of core/v2/settings.
func (o OptionOf[T]) Shown(setting string) OptionOf[T] {
	o.Setting = setting
	return o
}

// Of is the value of the option.
func (o OptionOf[T]) Of(ctx context.Context, options *Options) T {
	return o.as(options.Value(ctx, o.Name))
}

// Set stores a value, see Options.Set.
func (o OptionOf[T]) Set(ctx context.Context, options *Options, value T) error {
	var v any = value
	if list, ok := v.([]string); ok {
		v = wire.Strings(list)
	}
	return options.Set(ctx, o.Name, v)
}

// Unset removes the stored value.
func (o OptionOf[T]) Unset(ctx context.Context, options *Options) error {
	return options.Set(ctx, o.Name, nil)
}

// Options are the options of one extension. Reading one is what an answer
// depends on, like reading those of the site.
type Options struct {
	site   *site.Site
	prefix string
	byName map[string]Option
}

// NewOptions are the declared options of an extension on a site.
func NewOptions(s *site.Site, id string, list []Option) *Options {
	o := &Options{site: s, prefix: id + ":", byName: map[string]Option{}}
	for _, option := range list {
		o.byName[option.Name] = option
	}
	return o
}

// Value is an option's value: the stored one if it fits the schema, else the
// default. It panics on options that aren't declared.
func (o *Options) Value(ctx context.Context, name string) any {
	option, ok := o.byName[name]
	if !ok {
		panic("option " + o.prefix + name + " isn't declared")
	}
	v, ok := o.site.Option(ctx, o.prefix+name)
	if !ok || option.Schema.Validate(v, name) != nil {
		return option.Schema.Default
	}
	v, err := option.Schema.Sanitize(v, name)
	if err != nil {
		return option.Schema.Default
	}
	return v
}

// Set stores an option, in the transaction of ctx if it has one. A value that
// doesn't fit is refused with a *fault.Error; nil removes the stored value.
func (o *Options) Set(ctx context.Context, name string, value any) error {
	option, ok := o.byName[name]
	if !ok {
		return fmt.Errorf("option %s%s isn't declared", o.prefix, name)
	}
	if value == nil {
		return o.site.SetOption(ctx, o.prefix+name, site.Unset)
	}
	if err := option.Schema.Validate(value, name); err != nil {
		return err
	}
	clean, err := option.Schema.Sanitize(value, name)
	if err != nil {
		return err
	}
	return o.site.SetOption(ctx, o.prefix+name, clean)
}
