// Package schema describes values, arguments and fields in the words of JSON
// Schema (draft 4, with the reference's deviations), and checks and cleans
// values by such descriptions.
//
// A description is data: the site index, OPTIONS answers, argument checks and
// representations all come from the same value. Descriptions are made once at
// start and never change afterwards.
package schema

import "quoin/internal/platform/wire"

// The JSON types.
const (
	String  = "string"
	Integer = "integer"
	Number  = "number"
	Boolean = "boolean"
	Array   = "array"
	Object  = "object"
	Null    = "null"
)

// The formats of strings that are checked or cleaned.
const (
	DateTime      = "date-time"
	LocalDateTime = "local-date-time" // of the exact form alone
	URI           = "uri"
	Email         = "email"
	IP            = "ip"
	UUID          = "uuid"
	HexColor      = "hex-color"
	TextField     = "text-field"
	TextareaField = "textarea-field"
)

// Schema describes one value.
type Schema struct {
	Title       string
	Description string
	Types       []string // none: anything
	// TypeList publishes Types as a list, also a single one. Cleaning makes
	// null of what no type of a list fits.
	TypeList bool
	Format   string
	// Default is nil when there is none; use None for a published null.
	Default any
	Enum    []any

	Items                   *Schema
	MinItems, MaxItems      *int
	UniqueItems             bool
	Properties              []Property
	PatternProperties       []Property // the names are patterns
	AdditionalProperties    *Schema
	NoAdditionalProperties  bool
	AnyAdditionalProperties bool // published as true
	RequiredProperties      []string
	MinProperties           *int
	MaxProperties           *int

	Minimum, Maximum                   *float64
	ExclusiveMinimum, ExclusiveMaximum bool
	MultipleOf                         *float64
	MinLength, MaxLength               *int
	Pattern                            string

	AnyOf, OneOf []*Schema

	// Required asks for the property in an object that has it, or for the
	// argument on create.
	Required bool
	Readonly bool
	// Hidden members are answered, but what is published doesn't tell of them.
	Hidden bool
	// Zoned says that date-times tell their zone. Others don't, though they are
	// published by the same format: they are in that of the site, or in UTC.
	Zoned bool
	// Contexts in which the field is answered: nil for all, empty for none.
	Contexts []string
	// Symbol says that the strings are declared names, which dialects
	// translate.
	Symbol bool
	// EnumMap publishes the enumeration as a map of each value to itself.
	EnumMap bool
	// Exactly is what values are where that isn't as it is published, which clients of
	// the reference know; nil where it is.
	Exactly *Schema
	// Extra are further members of the published form, such as a title that is
	// there and empty.
	Extra *wire.Object
}

// Property is one named member of an object.
type Property struct {
	Name   string
	Schema *Schema
}

// Prop makes a member of an object.
func Prop(name string, s *Schema) Property { return Property{name, s} }

// Of makes a schema of an object with these members.
func Of(members ...Property) *Schema { return Obj(members, "") }

type none struct{}

// None is a default of null that is published as such.
var None any = none{}

// Property finds a declared member, nil when there is none.
func (s *Schema) Property(name string) *Schema {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return s.Properties[i].Schema
		}
	}
	return nil
}

// Is tells whether a type is among the schema's types.
func (s *Schema) Is(typ string) bool {
	for _, t := range s.Types {
		if t == typ {
			return true
		}
	}
	return false
}

// Option changes a schema while it is made.
type Option func(*Schema)

// New makes a schema of one type.
func New(typ, description string, options ...Option) *Schema {
	s := &Schema{Description: description}
	if typ != "" {
		s.Types = []string{typ}
	}
	for _, o := range options {
		o(s)
	}
	return s
}

// Str, Int, Num, Bool, List and Obj make schemas of the usual types.
func Str(description string, options ...Option) *Schema { return New(String, description, options...) }

// Int makes a schema of an integer.
func Int(description string, options ...Option) *Schema {
	return New(Integer, description, options...)
}

// Num makes a schema of a number.
func Num(description string, options ...Option) *Schema {
	return New(Number, description, options...)
}

// Bool makes a schema of a boolean.
func Bool(description string, options ...Option) *Schema {
	return New(Boolean, description, options...)
}

// List makes a schema of a list of items.
func List(items *Schema, description string, options ...Option) *Schema {
	s := New(Array, description, options...)
	s.Items = items
	return s
}

// Obj makes a schema of an object.
func Obj(properties []Property, description string, options ...Option) *Schema {
	s := New(Object, description, options...)
	s.Properties = properties
	return s
}

// TypeList declares the types as a list.
func TypeList() Option { return func(s *Schema) { s.TypeList = true } }

// Types gives several types, in the order in which they are tried.
func Types(types ...string) Option { return func(s *Schema) { s.Types = types } }

// Format names the format of a string.
func Format(f string) Option { return func(s *Schema) { s.Format = f } }

// Default gives the value of an argument that isn't given.
func Default(v any) Option { return func(s *Schema) { s.Default = v } }

// Enum lists the strings that are allowed.
func Enum(values ...string) Option {
	return func(s *Schema) {
		s.Enum = make([]any, len(values))
		for i, v := range values {
			s.Enum[i] = v
		}
	}
}

// Min and Max bound a number, inclusive.
func Min(n float64) Option { return func(s *Schema) { s.Minimum = &n } }

// Max bounds a number from above, inclusive.
func Max(n float64) Option { return func(s *Schema) { s.Maximum = &n } }

// MinLen asks for a least number of characters.
func MinLen(n int) Option { return func(s *Schema) { s.MinLength = &n } }

// MinItems and MaxItems bound the length of a list.
func MinItems(n int) Option { return func(s *Schema) { s.MinItems = &n } }

// MaxItems bounds the length of a list from above.
func MaxItems(n int) Option { return func(s *Schema) { s.MaxItems = &n } }

// Unique allows no item twice.
func Unique() Option { return func(s *Schema) { s.UniqueItems = true } }

// Pattern asks a string to match an unanchored regular expression.
func Pattern(p string) Option { return func(s *Schema) { s.Pattern = p } }

// Required marks a property or argument that must be given.
func Required() Option { return func(s *Schema) { s.Required = true } }

// Readonly marks a field that can't be written.
func Readonly() Option { return func(s *Schema) { s.Readonly = true } }

// In names the contexts in which a field is answered.
func In(contexts ...string) Option { return func(s *Schema) { s.Contexts = contexts } }

// Zoned marks date-times that tell their zone.
func Zoned() Option { return func(s *Schema) { s.Zoned = true } }

// Symbols marks strings that are declared names.
func Symbols() Option { return func(s *Schema) { s.Symbol = true } }

// Exactly tells what values are, where that isn't as it is published.
func Exactly(options ...Option) Option {
	return func(s *Schema) { s.Exactly = s.With(options...) }
}

// OrNull adds null to the types.
func OrNull() Option {
	return func(s *Schema) {
		if len(s.Types) > 0 {
			s.Types = append(s.Types[:len(s.Types):len(s.Types)], Null)
		}
	}
}

// Open allows members that aren't declared.
func Open() Option { return func(s *Schema) { s.AnyAdditionalProperties = true } }

// Values describes the members that aren't declared.
func Values(of *Schema) Option { return func(s *Schema) { s.AdditionalProperties = of } }

// Titled gives a schema a name.
func Titled(title string) Option { return func(s *Schema) { s.Title = title } }

// Strict forbids members that aren't declared.
func Strict() Option { return func(s *Schema) { s.NoAdditionalProperties = true } }

// OneOf lists alternatives of which exactly one must fit.
func OneOf(schemas ...*Schema) Option { return func(s *Schema) { s.OneOf = schemas } }

// AnyOf lists alternatives of which the first that fits is used.
func AnyOf(schemas ...*Schema) Option { return func(s *Schema) { s.AnyOf = schemas } }

// With is a changed copy.
func (s *Schema) With(options ...Option) *Schema {
	c := *s
	for _, o := range options {
		o(&c)
	}
	return &c
}

// Names translates declared names; see package dialect.
type Names interface {
	Symbol(name string) string
	FromSymbol(name string) string
}

// Public is the published form with the keywords that the site index shows,
// and with everything (contexts, readonly, required members) when full.
func (s *Schema) Public(names Names, full bool) *wire.Object {
	o := &wire.Object{}
	s.publish(o, form{names: names, full: full})
	return o
}

// Exact is the full form with what is hidden, and with LocalDateTime as the format of
// date-times without a zone.
func (s *Schema) Exact(names Names) *wire.Object {
	o := &wire.Object{}
	s.publish(o, form{names: names, full: true, exact: true})
	return o
}
