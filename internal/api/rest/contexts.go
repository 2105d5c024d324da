package rest

import "quoin/internal/platform/schema"

// The contexts of an answer: what everybody is shown, what goes into other answers, and
// what those see who change it.
const (
	View  = "view"
	Embed = "embed"
	Edit  = "edit"
)

// The contexts of fields, in the orders in which the reference lists them.
var (
	Everywhere = schema.In(View, Edit, Embed)
	EmbedFirst = schema.In(Embed, View, Edit)
	NotEmbed   = schema.In(View, Edit)
	OnlyEdit   = schema.In(Edit)
)

// ContextArg is the context argument with the contexts that the resource's
// fields use. With a default it is view unless said otherwise.
func (res *ResourceOf[T, C]) ContextArg(def string) Arg {
	return ContextArg(def, contextsOf(res.Fields)...)
}

func contextsOf[T, C any](fields []FieldOf[T, C]) []string {
	used := map[string]bool{}
	for i := range fields {
		for _, c := range fields[i].Schema.Contexts {
			used[c] = true
		}
	}
	var out []string
	for _, c := range []string{View, Embed, Edit} {
		if used[c] {
			out = append(out, c)
		}
	}
	return out
}

// ContextArg declares the context argument.
func ContextArg(def string, contexts ...string) Arg {
	s := schema.Str("Scope of the request: which fields the answer has.", schema.Enum(contexts...))
	if def != "" {
		s.Default = def
	}
	return Context.First(s)
}

// AllContexts declares the context argument of what has all of them.
func AllContexts() Arg { return ContextArg(View, View, Embed, Edit) }
