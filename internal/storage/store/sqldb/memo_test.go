package sqldb

import "testing"

// Totals of lists that differ in an id alone were taken for each other's where
// the ids are no code points.
func TestQueryKey(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2][]any{
		{{int64(72000001)}, {int64(72000002)}},
		{{int64(0xd800)}, {int64(0xd801)}},
		{{[]int64{2000001}}, {[]int64{2000002}}},
		{{"1"}, {int64(1)}},
		{{"a", "b"}, {`a" "b`}},
	} {
		if QueryKey("SELECT ?", pair[0]) == QueryKey("SELECT ?", pair[1]) {
			t.Errorf("%v and %v have one key", pair[0], pair[1])
		}
	}
	one, same := []any{[]int64{7}}, []any{[]int64{7}}
	if QueryKey("SELECT ?", one) != QueryKey("SELECT ?", same) {
		t.Error("equal arguments have different keys")
	}
}
