// Package site holds the options of a site as typed values: its name,
// addresses, time zone, permalinks, and the clock.
package site

import "context"

// OptionStore keeps options by name as JSON values.
type OptionStore interface {
	// Options are all options of the site.
	Options(ctx context.Context) (map[string]any, error)
	// SetOption stores a value (see wire for the kinds), or removes the option
	// when value is Unset.
	SetOption(ctx context.Context, name string, value any) error
}

type unset struct{}

// Unset removes an option when it is stored.
var Unset any = unset{}

// IsUnset tells whether a value is Unset.
func IsUnset(v any) bool { _, ok := v.(unset); return ok }
