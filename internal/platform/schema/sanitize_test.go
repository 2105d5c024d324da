package schema

import (
	"testing"

	"quoin/internal/platform/wire"
)

// TestListOrObject keeps apart what may be a list or an object: filters by
// terms are both.
func TestListOrObject(t *testing.T) {
	t.Parallel()
	list := List(Int(""), "")
	object := Obj([]Property{{Name: "terms", Schema: list}}, "", Strict())
	s := New("", "", Types(Object, Array), OneOf(list, object))
	for _, c := range []struct{ in, want any }{
		{"78", []any{78}},
		{"7,8", []any{7, 8}},
		{[]any{"7", 8}, []any{7, 8}},
		{wire.NewObject("terms", "7"), wire.NewObject("terms", []any{7})},
	} {
		got, err := s.Sanitize(c.in, "x")
		if err != nil || !wire.Equal(got, c.want) {
			t.Errorf("%v became %#v, %v", c.in, got, err)
		}
	}
}
