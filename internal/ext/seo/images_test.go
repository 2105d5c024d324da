package seo

import (
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/wire"
)

// TestMeasures tells of images that nobody measured.
func TestMeasures(t *testing.T) {
	t.Parallel()
	meta := content.Meta{content.MetaAttachedFile: {"a.jpg"}}
	if w, h := measures(media.FileOf(&content.Entry{MimeType: "image/jpeg", Meta: meta})); w != 1 || h != 1 {
		t.Errorf("without measures: %d, %d", w, h)
	}
	meta[content.MetaAttachment] = []any{wire.NewObject("width", int64(30), "height", int64(20), "file", "a.jpg")}
	if w, h := measures(media.FileOf(&content.Entry{MimeType: "image/jpeg", Meta: meta})); w != 30 || h != 20 {
		t.Errorf("with measures: %d, %d", w, h)
	}
}

// TestFirstImage finds the first image of a text that has a whole address, and the
// attachment that the text says it is.
func TestFirstImage(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		address string
		id      int64
	}{
		`none`:                                  {"", 0},
		`<img src="/a.png" class="wp-image-7">`: {"", 0},
		`<img src="https://e.test/a.png?w=150" class="alignleft wp-image-7">`:                                    {"https://e.test/a.png?w=150", 7},
		`<img class='wp-image-8' src='https://e.test/a.png'><img src="https://e.test/b.png" class="wp-image-9">`: {"https://e.test/a.png", 8},
		`<img src="https://e.test/a.png" class="xwp-image-7x">`:                                                  {"https://e.test/a.png", 0},
	} {
		if address, id := firstImage(text); address != want.address || id != want.id {
			t.Errorf("%s: %q, %d", text, address, id)
		}
	}
}
