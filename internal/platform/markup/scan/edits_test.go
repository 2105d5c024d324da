package scan

import (
	"testing"
	"unsafe"
)

func TestEdits(t *testing.T) {
	t.Parallel()
	type edit struct {
		start, end int
		with       string
	}
	for _, c := range []struct {
		src   string
		edits []edit
		want  string
	}{
		{"", nil, ""},
		{"", []edit{{0, 0, "a"}}, "a"},
		{"abc", nil, "abc"},
		{"abc", []edit{{0, 1, ""}, {2, 3, "x"}}, "bx"},
		{"abc", []edit{{0, 0, "<"}, {1, 2, "b"}, {3, 3, ">"}}, "<abc>"},
		{"abc", []edit{{0, 3, ""}}, ""},
		{"abc", []edit{{0, 3, "de"}, {3, 3, "f"}}, "def"},
		{"abc", []edit{{0, 0, "d"}, {0, 3, "ef"}}, "def"},
		{"", []edit{{0, 0, "a"}, {0, 0, "b"}}, "ab"},
	} {
		e := NewEdits(c.src)
		for _, edit := range c.edits {
			e.Replace(edit.start, edit.end, edit.with)
		}
		if got := e.String(); got != c.want || e.String() != got {
			t.Errorf("%q with %v: %q, want %q", c.src, c.edits, got, c.want)
		}
	}
	src := "nothing changes"
	e := NewEdits(src)
	e.Replace(0, 7, "nothing")
	if got := e.String(); unsafe.StringData(got) != unsafe.StringData(src) {
		t.Error("a text that isn't changed is copied")
	}
}
