package rest

import (
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// Param is an argument as handlers read it: its name and what its values are taken as.
// Endpoints declare it with a schema.
type Param[T any] struct {
	Name   string
	as     func(v any) T
	secret bool
}

// IntParam is an integer, 0 without a value.
func IntParam(name string) Param[int64] { return Param[int64]{Name: name, as: schema.ToInt} }

// TextParam is a string, "" without a value.
func TextParam(name string) Param[string] { return Param[string]{Name: name, as: schema.ToText} }

// SecretParam is a string that opens what others don't see, such as the password of an
// entry. An answer to a request that gives one is for its caller alone.
func SecretParam(name string) Param[string] {
	return Param[string]{Name: name, as: schema.ToText, secret: true}
}

// BoolParam is a boolean, false without a value.
func BoolParam(name string) Param[bool] { return Param[bool]{Name: name, as: schema.ToBool} }

// ListParam is a list of anything, nil without a value.
func ListParam(name string) Param[[]any] { return Param[[]any]{Name: name, as: asList} }

// IntsParam is a list of integers, nil without a value, so that an empty list can be told
// from none.
func IntsParam(name string) Param[[]int64] {
	return Param[[]int64]{Name: name, as: func(v any) []int64 { return schema.Each(v, schema.ToInt) }}
}

// IDsParam is a list of ids: absolute values, none twice, nil when empty.
func IDsParam(name string) Param[[]int64] { return Param[[]int64]{Name: name, as: asIDs} }

// TextsParam is a list of strings, nil without a value.
func TextsParam(name string) Param[[]string] {
	return Param[[]string]{Name: name, as: func(v any) []string { return schema.Each(v, schema.ToText) }}
}

// ObjectParam is an object, nil when it is none.
func ObjectParam(name string) Param[*wire.Object] {
	return Param[*wire.Object]{Name: name, as: func(v any) *wire.Object {
		o, _ := v.(*wire.Object)
		return o
	}}
}

// ValueParam is whatever comes.
func ValueParam(name string) Param[any] {
	return Param[any]{Name: name, as: func(v any) any { return v }}
}

func asList(v any) []any {
	list, _ := schema.AsList(v)
	return list
}

func asIDs(v any) []int64 {
	var out []int64
	seen := map[int64]bool{}
	for _, n := range schema.Each(v, schema.ToInt) {
		n = max(n, -n)
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	return out
}

// Of is the value that a request has: from the JSON body, the form, the query, the path or
// the defaults, the first that isn't null. Reading what the endpoint doesn't declare is a
// defect, which is logged.
func (p Param[T]) Of(r *Request) T {
	v := r.param(p.Name)
	if p.secret && schema.ToText(v) != "" {
		scope.NoStore(r.ctx)
	}
	return p.as(v)
}

// Value is Of before it was taken as anything.
func (p Param[T]) Value(r *Request) any { return r.param(p.Name) }

// Has tells whether a request has a value other than null.
func (p Param[T]) Has(r *Request) bool { return r.param(p.Name) != nil }

// Given tells whether a value other than null was sent; defaults don't count.
func (p Param[T]) Given(r *Request) bool { return r.given(p.Name) }

// Present tells whether a value was sent at all, be it null; defaults don't count.
func (p Param[T]) Present(r *Request) bool { return r.present(p.Name) }

// Query is the value in the query string alone.
func (p Param[T]) Query(r *Request) (any, bool) { return r.query(p.Name) }

// Set overwrites the value, as an endpoint does that serves for another.
func (p Param[T]) Set(r *Request, v any) { r.set(p.Name, v) }

// Declared tells whether the endpoint has the argument.
func (p Param[T]) Declared(r *Request) bool { return r.declares(p.Name) }

// OrNil is the value, nil without one.
func (p Param[T]) OrNil(r *Request) *T {
	if !p.Has(r) {
		return nil
	}
	v := p.Of(r)
	return &v
}

// To puts the value, if there is one, where it belongs.
func (p Param[T]) To(r *Request, dst *T) {
	if p.Has(r) {
		*dst = p.Of(r)
	}
}

// Arg declares the param as an argument, First as one of the first pass.
func (p Param[T]) Arg(s *schema.Schema) Arg { return Arg{Name: p.Name, Schema: s} }

// First declares it as an argument of the first pass.
func (p Param[T]) First(s *schema.Schema) Arg { return Arg{Name: p.Name, Schema: s, FirstPass: true} }

// What requests of most resources have.
var (
	ID      = IntParam("id")
	Context = TextParam("context")
	Page    = IntParam("page")
	PerPage = IntParam("per_page")
	Search  = TextParam("search")
	Exclude = IDsParam("exclude")
	Include = IDsParam("include")
	Skip    = IntParam("offset")
	Order   = TextParam("order")
	OrderBy = TextParam("orderby")
	Force   = BoolParam("force")
)

// PageArg and PerPageArg declare the page of a list and the number of items on it: so
// many unless said otherwise, at most so many. Where no number is usual all are on one
// page.
func PageArg() Arg {
	return Page.First(schema.Int("Page of the list.", schema.Default(1), schema.Min(1)))
}

// PerPageArg declares the number of items on a page.
func PerPageArg(items string, usual, most int) Arg {
	s := schema.Int("Number of "+items+" on a page.", schema.Min(1), schema.Max(float64(most)), schema.Default(usual))
	if usual == 0 {
		s.Description, s.Default = "Number of "+items+" on a page; all of them without it.", nil
	}
	return PerPage.First(s)
}

// SkipArg declares how many items are left out at the start.
func SkipArg(items string) Arg { return Skip.Arg(schema.Int("Number of " + items + " to skip.")) }

// ExcludeArg and IncludeArg declare ids that a list leaves out, and those that it is
// limited to.
func ExcludeArg(items string) Arg {
	return Exclude.Arg(schema.List(schema.Int(""), "Leave these "+items+" out.", schema.Default([]any{})))
}

// IncludeArg declares the ids that a list is limited to.
func IncludeArg(items string) Arg {
	return Include.Arg(schema.List(schema.Int(""), "Limit the list to these "+items+".", schema.Default([]any{})))
}

// OrderArg declares the direction of a list, OrderByArg what it is ordered by.
func OrderArg(usual string) Arg {
	return Order.Arg(schema.Str("Direction of the order.", schema.Default(usual), schema.Enum("asc", "desc")))
}

// OrderByArg declares what a list may be ordered by.
func OrderByArg(usual string, orders ...string) Arg {
	return OrderBy.Arg(schema.Str("What the list is ordered by.", schema.Default(usual), schema.Enum(orders...)))
}

// SearchArg declares the search argument of a collection: one line of plain
// text.
func SearchArg(description string) Arg {
	a := Search.First(schema.Str(description))
	a.Sanitize = func(_ *Request, v any) (any, *fault.Error) { return clean.TextField(schema.ToText(v)), nil }
	return a
}
