package blocktype

import (
	"testing"

	"quoin/internal/markup/block"
)

func TestPrepare(t *testing.T) {
	t.Parallel()
	in := block.Attrs{"sizeSlug": 5.0, "alt": "a", "own": true, "align": "nowhere"}
	got := Get("core/image").Prepare(in)
	if _, ok := got["sizeSlug"]; ok {
		t.Error("value of the wrong type was kept")
	}
	if _, ok := got["align"]; ok {
		t.Error("value outside the enumeration was kept")
	}
	if got["alt"] != "a" || got["own"] != true || got["isDecorative"] != false {
		t.Errorf("prepared %v", got)
	}
	if len(in) != 4 {
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
