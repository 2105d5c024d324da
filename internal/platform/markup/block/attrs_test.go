package block

import (
	"slices"
	"testing"

	"quoin/internal/platform/wire"
)

func TestAttrsAccess(t *testing.T) {
	t.Parallel()
	b := Parse(`<!-- wp:a {"z":{"y":"1","b":[2],"a":{"q":true}},"n":3.5,"s":"12px"} /-->`)[0]
	a := b.Attrs
	if a.String("z", "y") != "1" || a.Text("n") != "3.5" || a.Int("s") != 12 || !a.Bool("z", "a", "q") {
		t.Errorf("values of %v", a)
	}
	if a.Has("z", "y", "x") || a.Int("z") != 0 || a.String("n") != "" || a.Bool("none") || a.Map("s").Value() != nil {
		t.Error("missing values are not zero")
	}
	if got := a.Map("z").Keys(); !slices.Equal(got, []string{"y", "b", "a"}) {
		t.Errorf("keys %v", got)
	}
	if a.Map("n").Len() != 0 || a.Map("none").Value() != nil {
		t.Error("members of what is no object")
	}
}

func TestAttrsAreShared(t *testing.T) {
	t.Parallel()
	a := Of("x", int64(1), "y", Of("z", "2"))
	if b := a.With("y", 3.0, "w", Attrs{}); string(wire.Encode(b.Object, nil)) != `{"x":1,"y":3,"w":null}` || b.Has("w") {
		t.Errorf("with others %s", wire.Encode(b.Object, nil))
	}
	if b := Of("y", nil, "v", true).Over(a); string(wire.Encode(b.Object, nil)) != `{"x":1,"y":null,"v":true}` {
		t.Errorf("over others %s", wire.Encode(b.Object, nil))
	}
	if b := a.Only(func(key string) bool { return key == "y" }); string(wire.Encode(b.Object, nil)) != `{"y":{"z":"2"}}` {
		t.Errorf("some %s", wire.Encode(b.Object, nil))
	}
	if got := string(wire.Encode(a.Object, nil)); got != `{"x":1,"y":{"z":"2"}}` {
		t.Errorf("changed to %s", got)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		int   int
		text  string
		truth bool
	}{
		"3": {3, "3", true}, "3.0": {3, "3", true}, "-2.9": {-2, "-2.9", true}, "0": {0, "0", false}, "0.0": {0, "0", false},
		"9007199254740993": {maxInt, "9007199254740993", true}, "1e30": {0, "1000000000000000000000000000000", true},
		`"12px"`: {12, "12px", true}, "true": {0, "1", true}, "[1]": {0, "", true}, "{}": {0, "", false}, "null": {0, "", false},
	} {
		v := Parse(`<!-- wp:a {"n":` + text + `} /-->`)[0].Attrs.Get("n")
		if Int(v) != want.int || Text(v) != want.text || Truth(v) != want.truth {
			t.Errorf("%s: %d, %q, %v", text, Int(v), Text(v), Truth(v))
		}
	}
}
