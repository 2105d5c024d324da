package media_test

import (
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
)

// All sizes of an image are missing of which nothing was written down.
func TestUnmeasuredImages(t *testing.T) {
	t.Parallel()
	sizes := []imaging.Size{{Name: "thumbnail", Width: 150, Height: 150}, {Name: "wide", Width: 4000}}
	f := media.FileOf(&content.Entry{MimeType: "image/jpeg", Meta: content.Meta{content.MetaAttachedFile: {"a.jpg"}}})
	if got := f.Missing(sizes); !f.Unmeasured() || len(got) != 2 || got[0] != "thumbnail" || got[1] != "wide" {
		t.Errorf("missing: %v", got)
	}
	text := media.FileOf(&content.Entry{MimeType: "text/plain", Meta: content.Meta{content.MetaAttachedFile: {"a.txt"}}})
	if got := text.Missing(sizes); text.Unmeasured() || len(got) != 0 {
		t.Errorf("of a text: %v", got)
	}
}
