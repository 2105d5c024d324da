package site

import (
	"context"
	"iter"
	"maps"
	"sync"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
)

// OptionStore keeps options by name as JSON values.
type OptionStore interface {
	// Options are all options of the site. They are the same as long as the
	// store knows that nothing changed.
	Options(ctx context.Context) (*Values, error)
	// SetOption stores a value (see wire for the kinds), or removes the option
	// when value is Unset.
	SetOption(ctx context.Context, name string, value any) error
}

type unset struct{}

// Unset removes an option when it is stored.
var Unset any = unset{}

// IsUnset tells whether a value is Unset.
func IsUnset(v any) bool { _, ok := v.(unset); return ok }

// Values are the options of a site at one moment, as they are stored. They
// never change.
type Values struct {
	byName  map[string]any
	derived sync.Map // what was made of them, by the key of who made it
}

// NewValues are options, which the caller gives away.
func NewValues(byName map[string]any) *Values { return &Values{byName: byName} }

// Get is the value of an option, and whether it is set.
func (v *Values) Get(name string) (any, bool) {
	value, ok := v.byName[name]
	return value, ok
}

// All are the options that are set, in no order.
func (v *Values) All() iter.Seq2[string, any] { return maps.All(v.byName) }

// Len is how many options are set.
func (v *Values) Len() int { return len(v.byName) }

// derivation is what was made of options, with what it was made of.
type derivation struct {
	value any
	deps  cache.Deps
}

// derivedKey names what is derived; it may have texts in the language of the request, and be
// made with the theme that the request looks at.
type derivedKey struct {
	key               any
	spoken, previewed string
}

// Derived is what is made of options and of nothing else that changes, made once for each
// state of them and each language that is spoken. It is shared: nobody changes it. The answer depends on the options that
// were read for it. The key is a value of a type of the caller's own.
func Derived[T any](ctx context.Context, s *Site, key any, derive func(ctx context.Context) T) T {
	values := s.all(ctx)
	key = derivedKey{key, language.Spoken(ctx), Previewed(ctx)}
	if d, ok := values.derived.Load(key); ok {
		d := d.(derivation)
		scope.Include(ctx, d.deps)
		return d.value.(T)
	}
	part := scope.Part(ctx)
	value := derive(part)
	// A scope that remembers nothing elsewhere may have read other options meanwhile.
	if deps := scope.From(part).Deps(); !deps.NoStore && s.all(ctx) == values {
		values.derived.Store(key, derivation{value, deps})
	}
	return value
}
