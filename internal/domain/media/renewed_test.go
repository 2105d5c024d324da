package media

import (
	"strings"
	"testing"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/wire"
)

// TestRenewedOrder makes two sizes of five again, many times: what an image has
// today comes first, whether it was made or fits, then what there was, in its order.
func TestRenewedOrder(t *testing.T) {
	t.Parallel()
	size := func(width, height int) *wire.Object {
		return wire.NewObject("file", "a.jpg", "width", int64(width), "height", int64(height))
	}
	registered := []imaging.Size{{Name: "thumbnail", Width: 99, Height: 99}, {Name: "medium", Width: 300}, {Name: "large", Width: 700}, {Name: "none"}, {Name: "huge", Width: 2000}}
	before := wire.NewObject("none", size(5, 5), "huge", size(800, 800), "medium", size(200, 200), "large", size(700, 700), "thumbnail", size(150, 150))
	n := &Renewed{Sizes: map[string]*wire.Object{"thumbnail": size(99, 99), "medium": size(300, 300)}, Fitting: []string{"large"}}
	for range 20 {
		got := strings.Join(n.sizes(registered, before, func(string) bool { return true }).Keys(), " ")
		if got != "medium large thumbnail none huge medium_old_200x200 thumbnail_old_150x150" {
			t.Fatal(got)
		}
	}
}
