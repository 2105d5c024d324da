package site

import (
	"context"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// OwnImageSizes are the sub-sizes of images that a site has beside those of every site, by
// name: width, height (0 for any) and crop.
var OwnImageSizes = &Option[*wire.Object]{Name: "own_image_sizes", Visible: true}

// maxOwnSizes bounds how many sub-sizes a site has of its own.
const maxOwnSizes = 50

// OwnSize is one of them.
type OwnSize struct {
	Name          string
	Width, Height int
	Crop          bool
}

// OwnSizes are the sub-sizes that the site has of its own. What can't be one is left out.
func OwnSizes(ctx context.Context, s *Site) (list []OwnSize) {
	for _, m := range OwnImageSizes.Of(ctx, s).Members() {
		o, _ := m.Value.(*wire.Object)
		one := OwnSize{Name: m.Key, Width: int(schema.ToInt(o.Get("width"))), Height: int(schema.ToInt(o.Get("height"))), Crop: schema.ToBool(o.Get("crop"))}
		if m.Key != "" && one.Width >= 0 && one.Height >= 0 && one.Width <= maxLength && one.Height <= maxLength && one.Width+one.Height > 0 && len(list) < maxOwnSizes {
			list = append(list, one)
		}
	}
	return list
}
