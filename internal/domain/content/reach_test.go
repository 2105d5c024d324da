package content

import (
	"reflect"
	"slices"
	"testing"
)

// tellsNothing are the filters of lists that say nothing of a text: whoever sees that an
// entry is in such a list knows no more than what lists show of it anyway.
var tellsNothing = []string{
	"Types", "Statuses", "PrivateOf", "Reader", "IDs", "NotIDs", "Authors", "NotAuthors", "Parents", "NotParents", "OfShown", "MenuOrder", "MimeTypes", "Sticky",
	"After", "Before", "ModifiedAfter", "ModifiedBefore", "DateParts", "Terms", "TermsAny", "WithPassword",
	"WithoutMeta", // of keys that extensions name, never a client
	"PastID", "Limit", "Offset", "SkipTotal", "SkipMeta", "Short", "OnlyTotal", "StickyTop", "OnlyIDs",
}

// TestFiltersTellText has each filter that a list can have either restrict it to what its
// reader may read, or stand among those that tell nothing: a new one can't forget to.
func TestFiltersTellText(t *testing.T) {
	t.Parallel()
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Query]()) {
		if f.Name == "Order" || slices.Contains(tellsNothing, f.Name) {
			continue
		}
		var q Query
		reflect.ValueOf(&q).Elem().FieldByIndex(f.Index).Set(filled(f.Type))
		if !q.TellsText() {
			t.Errorf("a list by %s is no list that TellsText, nor does it tell nothing", f.Name)
		}
	}
	for _, name := range tellsNothing {
		if _, there := reflect.TypeFor[Query]().FieldByName(name); !there {
			t.Errorf("there is no filter %s", name)
		}
	}
}

// filled is a value of a type that isn't its zero.
func filled(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		v.SetMapIndex(reflect.Zero(t.Key()), reflect.Zero(t.Elem()))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.SetInt(1)
	}
	return v
}
