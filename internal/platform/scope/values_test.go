package scope

import (
	"fmt"
	"testing"
)

// TestValuesAreThoseThatWerePut holds few and many values against a map.
func TestValuesAreThoseThatWerePut(t *testing.T) {
	t.Parallel()
	ctx := New(t.Context())
	want := map[int]string{}
	for i := range 5 * fewValues {
		key := i * 7 % (3 * fewValues)
		want[key] = fmt.Sprint(i)
		Put(ctx, key, want[key])
		Put(ctx, int64(key), -i) // a key of another type is another key
		for key := range 3 * fewValues {
			v, ok := Get[string](ctx, key)
			if expected, there := want[key]; ok != there || v != expected {
				t.Fatalf("after %d: %d is %q, %v", i, key, v, ok)
			}
		}
	}
	Forget(ctx)
	if _, ok := Get[string](ctx, 0); ok {
		t.Error("a forgotten value is remembered")
	}
}
