package ext

import "quoin/internal/platform/schema"

// Schema describes a value: of an argument, a field, an option, an answer. Rule is what
// one keeps to.
type (
	Schema   = schema.Schema
	Rule     = schema.Option
	Property = schema.Property
)

// Text describes a text.
func Text(about string, rules ...Rule) *Schema { return schema.Str(about, rules...) }

// Int describes a whole number.
func Int(about string, rules ...Rule) *Schema { return schema.Int(about, rules...) }

// Bool describes what is on or off.
func Bool(about string, rules ...Rule) *Schema { return schema.Bool(about, rules...) }

// List describes a list.
func List(items *Schema, about string, rules ...Rule) *Schema {
	return schema.List(items, about, rules...)
}

// Members describes an object.
func Members(members ...Property) *Schema { return schema.Of(members...) }

// Member is one member of an object.
func Member(name string, s *Schema) Property { return schema.Prop(name, s) }

// Default is the value of what isn't given.
func Default(v any) Rule { return schema.Default(v) }

// Enum lets only these texts pass.
func Enum(values ...string) Rule { return schema.Enum(values...) }

// Min lets no smaller number pass.
func Min(n float64) Rule { return schema.Min(n) }

// Max lets no greater number pass.
func Max(n float64) Rule { return schema.Max(n) }

// In shows a field in these contexts alone: "view", "embed", "edit".
func In(contexts ...string) Rule { return schema.In(contexts...) }

// ToText is a value as a text.
func ToText(v any) string { return schema.ToText(v) }

// ToInt is a value as a whole number.
func ToInt(v any) int64 { return schema.ToInt(v) }

// ToBool is a value as on or off.
func ToBool(v any) bool { return schema.ToBool(v) }
