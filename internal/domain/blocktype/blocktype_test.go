package blocktype

import (
	"testing"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	in := block.Of("sizeSlug", 5.0, "alt", "a", "own", true, "align", "nowhere")
	got := Get("core/image").Prepare(in)
	if got.Has("sizeSlug") {
		t.Error("value of the wrong type was kept")
	}
	if got.Has("align") {
		t.Error("value outside the enumeration was kept")
	}
	if got.Get("alt") != "a" || got.Get("own") != true || got.Get("isDecorative") != false {
		t.Errorf("prepared %v", got)
	}
	if in.Len() != 4 {
		t.Error("the given object was changed")
	}
}

func TestFeatures(t *testing.T) {
	t.Parallel()
	img := Get("core/image")
	if !img.Has(false, "spacing", "margin") || img.Has(true, "color", "text") || !img.Has(true, "customCSS") {
		t.Error("supports of the image block")
	}
	if !img.Skips("__experimentalBorder", "radius") || img.Skips("spacing", "margin") {
		t.Error("serialization of the image block")
	}
	if Get("core/none") != nil {
		t.Error("unknown type")
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    any
		kind string
		want bool
	}{
		{"x", "array", true}, {5.0, "array", true}, {true, "array", true}, // a scalar is a list of one
		{[]any{}, "array", true}, {wire.NewObject(), "array", true}, {wire.NewObject("a", 1.0), "array", false}, {nil, "array", false},
		{"", "object", true}, {[]any{}, "object", true}, {[]any{1.0}, "object", false},
		{1.0, "boolean", true}, {"TRUE", "boolean", true}, {"yes", "boolean", false},
		{"2.5", "number", true}, {"2.5", "integer", false}, {"2", "integer", true}, {nil, "null", true},
	} {
		if got := isKind(c.v, c.kind); got != c.want {
			t.Errorf("%#v is of type %s: %v", c.v, c.kind, got)
		}
	}
}
