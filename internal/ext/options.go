package ext

import (
	"context"
	"fmt"

	"quoin/internal/schema"
	"quoin/internal/site"
)

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

// Text is an option as a string.
func (o *Options) Text(ctx context.Context, name string) string {
	return schema.ToText(o.Value(ctx, name))
}

// Int is an option as an integer.
func (o *Options) Int(ctx context.Context, name string) int64 {
	return schema.ToInt(o.Value(ctx, name))
}

// Bool is an option as a boolean.
func (o *Options) Bool(ctx context.Context, name string) bool {
	return schema.ToBool(o.Value(ctx, name))
}

// Texts is an option as a list of strings.
func (o *Options) Texts(ctx context.Context, name string) []string {
	list, _ := schema.AsList(o.Value(ctx, name))
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = schema.ToText(v)
	}
	return out
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
