package block

import (
	"slices"
	"testing"
)

func TestAttrsAccess(t *testing.T) {
	t.Parallel()
	b := Parse(`<!-- wp:a {"z":{"y":"1","b":[2],"a":{"q":true}},"n":3.5,"s":"12px"} /-->`)[0]
	a := b.Attrs
	if a.String("z", "y") != "1" || a.Text("n") != "3.5" || a.Int("s") != 12 || !a.Bool("z", "a", "q") {
		t.Errorf("values of %v", a)
	}
	if a.Has("z", "y", "x") || a.Int("z") != 0 || a.String("n") != "" || a.Bool("none") || a.Map("s") != nil {
		t.Error("missing values are not zero")
	}
	if got := b.Keys("z"); !slices.Equal(got, []string{"y", "b", "a"}) {
		t.Errorf("keys %v", got)
	}
	if got := b.Keys(); !slices.Equal(got, []string{"z", "n", "s"}) {
		t.Errorf("keys %v", got)
	}
	if b.Keys("n") != nil || b.Keys("none") != nil {
		t.Error("keys of what is no object")
	}
}
