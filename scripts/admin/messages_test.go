package main

import (
	"maps"
	"slices"
	"testing"
)

func TestSaidBy(t *testing.T) {
	said := map[string]bool{}
	saidBy(`
		a = __("Save"); b = (0, i18n.__)('It\'s "x"'); c = _x(
			/* translators: x */ "Post", "verb"); d = _n("%d item", '%d items', count(a, b));
		e = _nx("one", "many", n, "things"); f = __(variable); g = __(`+"`a ${b}`"+`); h = __("a" + b); i = x__("no");
		j = __("\u2026 and\nmore", "domain"); k = _x("ltr", other);
	`, said)
	want := []string{"%d item", "It's \"x\"", "Save", "things\x04one", "verb\x04Post", "… and\nmore"}
	if got := slices.Sorted(maps.Keys(said)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q", got)
	}
}

func TestSaidOfBlock(t *testing.T) {
	said := map[string]bool{}
	if err := saidOfBlock([]byte(`{"title": "Archives", "keywords": ["old"], "attributes": {"title": {}}, "styles": [{"label": "Big"}], "variations": [{"title": "V", "description": "D"}]}`), said); err != nil {
		t.Fatal(err)
	}
	want := []string{"block keyword\x04old", "block style label\x04Big", "block title\x04Archives", "block variation description\x04D", "block variation title\x04V"}
	if got := slices.Sorted(maps.Keys(said)); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
