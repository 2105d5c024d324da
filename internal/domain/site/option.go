package site

import (
	"context"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Option declares an option of the site: all that is known of it. Each is one of the
// variables in declared.go, which nothing changes.
type Option[T any] struct {
	Name string
	// Default is what it is where it isn't set.
	Default T
	// New sites have the default stored.
	New bool
	// Setting makes it a member of core/v2/settings.
	Setting *Setting
	// Clean makes what a caller of the API sent what is stored; false keeps the old
	// value. Nil stores what came.
	Clean func(T) (T, bool)
	// Accepts tells whether the site takes a value now; one that it doesn't take changes
	// nothing. Nil takes all.
	Accepts func(ctx context.Context, s *Site, value T) bool
	// Command reads it on the command line. Nil keeps it from being set there.
	Command func(text string) (T, error)
	// Visible options are what pages are made of: those who follow the site hear that
	// one changed.
	Visible bool
	// Holds tells whose id it is; the doctor looks whether that is there.
	Holds Reference
}

// Reference is a kind of thing that an option may hold the id of.
type Reference string

// The kinds of things that options hold ids of.
const (
	EntryID Reference = "entry"
	TermID  Reference = "term"
)

// Setting is how an option stands in core/v2/settings.
type Setting struct {
	Name, Title, Description string
	// Rules are what a value must keep to beside its type.
	Rules []schema.Option
	// Default is what the API tells of an option that isn't set. Compat
	// (core-v2/settings#back to the default): most are null there.
	Default any
}

// Of is the option's value.
func (o *Option[T]) Of(ctx context.Context, s *Site) T {
	if stored, ok := s.Option(ctx, o.Name); ok {
		return as[T](stored)
	}
	return o.Default
}

// as is a stored value as one of a type. Texts, numbers and switches are made of each
// other; what doesn't fit another type is none.
func as[T any](stored any) (value T) {
	switch to := any(&value).(type) {
	case *string:
		*to = schema.ToText(stored)
	case *int64:
		*to = schema.ToInt(stored)
	case *bool:
		*to = schema.ToBool(stored)
	default:
		value, _ = stored.(T)
	}
	return value
}

// Set stores a value.
func (o *Option[T]) Set(ctx context.Context, s *Site, value T) error {
	return s.SetOption(ctx, o.Name, value)
}

// Tag is what an answer that the option was read for depends on.
func (o *Option[T]) Tag() cache.Tag { return cache.Option(o.Name) }

// Declared is an option whatever the type of its value.
type Declared interface {
	Declaration() Declaration
	name() string
}

// Declaration is an Option whatever the type of its value; see there.
type Declaration struct {
	Name    string
	Default any
	New     bool
	Setting *Setting
	Schema  *schema.Schema // of the setting
	Clean   func(any) (any, bool)
	Accepts func(ctx context.Context, s *Site, value any) bool
	Command func(text string) (any, error)
	Visible bool
	Holds   Reference
}

// Take is what is stored of a valid value, false where the site doesn't take it now.
func (d Declaration) Take(ctx context.Context, s *Site, value any) (any, bool) {
	if d.Clean != nil {
		cleaned, ok := d.Clean(value)
		if !ok {
			return nil, false
		}
		value = cleaned
	}
	return value, d.Accepts == nil || d.Accepts(ctx, s, value)
}

func (o *Option[T]) name() string { return o.Name }

// Declaration implements Declared.
func (o *Option[T]) Declaration() Declaration {
	d := Declaration{Name: o.Name, Default: o.Default, New: o.New, Setting: o.Setting, Visible: o.Visible, Holds: o.Holds}
	if o.Setting != nil {
		d.Schema = o.Setting.schema(o.Default)
	}
	if o.Clean != nil {
		d.Clean = func(v any) (any, bool) { return o.Clean(as[T](v)) }
	}
	if o.Accepts != nil {
		d.Accepts = func(ctx context.Context, s *Site, v any) bool { return o.Accepts(ctx, s, as[T](v)) }
	}
	if o.Command != nil {
		d.Command = func(text string) (any, error) { return o.Command(text) }
	}
	return d
}

// schema is that of a setting with values like one. It publishes a title, also an empty one.
func (s *Setting) schema(like any) *schema.Schema {
	typ := schema.String
	switch like.(type) {
	case int64:
		typ = schema.Integer
	case bool:
		typ = schema.Boolean
	}
	out := schema.New(typ, s.Description, s.Rules...)
	out.Title = s.Title
	if s.Title == "" {
		out.Extra = wire.NewObject("title", "")
	}
	return out
}
