package media_test

import (
	"testing"

	"quoin/internal/domain/media"
	"quoin/internal/platform/wire"
)

// TestShows knows an attachment's images by their addresses: the main file is the one in
// the details, though another may have been sideloaded in its place.
func TestShows(t *testing.T) {
	t.Parallel()
	f := media.File{Key: "2026/03/a-scaled.jpg", MIME: "image/jpeg", Details: wire.NewObject(
		"file", "2026/03/a.jpg", "original_image", "b.jpg", "sizes", wire.NewObject("thumbnail", wire.NewObject("file", "a-150x150.jpg")))}
	for address, want := range map[string]bool{
		"https://example.org/wp-content/uploads/2026/03/a.jpg":        true,
		"https://example.org/uploads/2026/03/b.jpg?x=1":               true,
		"2026/03/a-150x150.jpg":                                       true,
		"https://example.org/wp-content/uploads/2026/03/c.jpg":        false,
		"https://example.org/uploads/x2026/03/a.jpg":                  false,
		"https://example.org/wp-content/uploads/2026/03/a-scaled.jpg": false,
	} {
		if f.Shows(address) != want {
			t.Errorf("%s: %v", address, !want)
		}
	}
}
