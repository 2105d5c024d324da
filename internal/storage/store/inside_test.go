package store

import (
	"reflect"
	"testing"
)

// TestStatementsStayInside holds that nobody who has a store can run statements with it: Go
// promotes no method that several embedded parts have, and each part has those of the
// database.
func TestStatementsStayInside(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeFor[*DB]()
	for _, name := range []string{"Use", "Each", "One", "Ints", "Exec", "Queue", "Insert", "Write", "Changed", "Inspect", "Prepare"} {
		if _, ok := reflect.TypeFor[*entryStore]().MethodByName(name); !ok {
			t.Errorf("parts have no %s: name another", name)
		}
		if _, ok := typ.MethodByName(name); ok {
			t.Errorf("a store has %s", name)
		}
	}
	if _, ok := typ.Elem().FieldByName("Engine"); ok {
		t.Error("a store has the engine")
	}
}
