package rest

import (
	"quoin/internal/fault"
	"quoin/internal/markup/clean"
	"quoin/internal/schema"
	"quoin/internal/wire"
)

// Param is an argument as handlers read it: its name and what its values are taken as.
// Endpoints declare it with a schema.
type Param[T any] struct {
	Name string
	read func(r *Request, name string) T
}

// IntParam and its like make a param of each kind; see the methods of Request for what
// values are without one.
func IntParam(name string) Param[int64] { return Param[int64]{name, (*Request).Int} }

// TextParam is a string.
func TextParam(name string) Param[string] { return Param[string]{name, (*Request).Text} }

// SecretParam is a string that opens what others don't see, see Request.Secret.
func SecretParam(name string) Param[string] { return Param[string]{name, (*Request).Secret} }

// BoolParam is a boolean.
func BoolParam(name string) Param[bool] { return Param[bool]{name, (*Request).Bool} }

// ListParam is a list of anything.
func ListParam(name string) Param[[]any] { return Param[[]any]{name, (*Request).List} }

// IntsParam is a list of integers.
func IntsParam(name string) Param[[]int64] { return Param[[]int64]{name, (*Request).Ints} }

// IDsParam is a list of ids, see Request.IDs.
func IDsParam(name string) Param[[]int64] { return Param[[]int64]{name, (*Request).IDs} }

// TextsParam is a list of strings.
func TextsParam(name string) Param[[]string] { return Param[[]string]{name, (*Request).Texts} }

// ObjectParam is an object.
func ObjectParam(name string) Param[*wire.Object] {
	return Param[*wire.Object]{name, (*Request).Object}
}

// ValueParam is whatever comes.
func ValueParam(name string) Param[any] { return Param[any]{name, (*Request).Param} }

// Of is the value that a request has.
func (p Param[T]) Of(r *Request) T { return p.read(r, p.Name) }

// Value is Of before it was taken as anything; Has, Given, Present, Query, Set and
// Declared are what Request says of an argument of the name.
func (p Param[T]) Value(r *Request) any { return r.Param(p.Name) }

// Has is Request.Has.
func (p Param[T]) Has(r *Request) bool { return r.Has(p.Name) }

// Given is Request.Given.
func (p Param[T]) Given(r *Request) bool { return r.Given(p.Name) }

// Present is Request.Present.
func (p Param[T]) Present(r *Request) bool { return r.Present(p.Name) }

// Query is Request.Query.
func (p Param[T]) Query(r *Request) (any, bool) { return r.Query(p.Name) }

// Set is Request.Set.
func (p Param[T]) Set(r *Request, v any) { r.Set(p.Name, v) }

// Declared is Request.Declares.
func (p Param[T]) Declared(r *Request) bool { return r.Declares(p.Name) }

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
