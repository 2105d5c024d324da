package imaging

import (
	"image"
	"math"
	"strconv"
)

// Anchor says which part of an image a crop keeps along one axis. The zero value keeps the middle.
type Anchor int8

// The three positions a crop can have along an axis.
const (
	AnchorCenter Anchor = iota
	AnchorStart         // left or top
	AnchorEnd           // right or bottom
)

// Size is a registered sub-size: the box an image is fitted into or, with Crop, cut to.
// A zero Width or Height leaves that axis unlimited.
type Size struct {
	Name             string
	Width, Height    int
	Crop             bool
	AnchorX, AnchorY Anchor
}

// Placement is what one sub-size takes from its source and how large it becomes.
type Placement struct {
	Source        image.Rectangle // in pixels of the upright source
	Width, Height int
}

// BigThreshold is the edge length above which the main file of an upload is a scaled copy.
const BigThreshold = 2560

// DefaultSizes returns the sub-sizes of a fresh site in the order they are registered.
func DefaultSizes() []Size {
	return []Size{
		{Name: "thumbnail", Width: 150, Height: 150, Crop: true},
		{Name: "medium", Width: 300, Height: 300},
		{Name: "medium_large", Width: 768},
		{Name: "large", Width: 1024, Height: 1024},
		{Name: "1536x1536", Width: 1536, Height: 1536},
		{Name: "2048x2048", Width: 2048, Height: 2048},
	}
}

// Place computes the sub-size of an image of width x height pixels. It reports false when the size
// is not to be made: the image is smaller than the box in every limited dimension, the result would
// be, within a pixel, as large as the image, or it would have no pixels.
func (s Size) Place(width, height int) (Placement, bool) {
	if width <= 0 || height <= 0 || s.Width < 0 || s.Height < 0 || s.Width == 0 && s.Height == 0 {
		return Placement{}, false
	}
	narrow, low := width < s.Width, height < s.Height
	switch {
	case s.Height == 0 && narrow, s.Width == 0 && low, s.Width > 0 && s.Height > 0 && narrow && low:
		return Placement{}, false
	}
	p := Placement{Source: image.Rect(0, 0, width, height)}
	if s.Crop {
		p = s.placeCrop(width, height)
	} else {
		p.Width, p.Height = Constrain(width, height, s.Width, s.Height)
	}
	if p.Width == 0 || near(p.Width, width) && near(p.Height, height) {
		return Placement{}, false
	}
	return p, true
}

// placeCrop cuts the largest part of the image that has the shape of the box. The box never grows
// beyond the image, so an image lower than the box keeps its height. A result without pixels is
// the zero Placement.
func (s Size) placeCrop(width, height int) Placement {
	aspect := float64(width) / float64(height)
	w, h := min(s.Width, width), min(s.Height, height)
	if w == 0 {
		w = roundInt(float64(h) * aspect)
	}
	if h == 0 {
		h = roundInt(float64(w) / aspect)
	}
	if w == 0 || h == 0 {
		return Placement{}
	}
	ratio := max(float64(w)/float64(width), float64(h)/float64(height))
	cropW := min(width, max(1, roundInt(float64(w)/ratio)))
	cropH := min(height, max(1, roundInt(float64(h)/ratio)))
	x, y := anchor(s.AnchorX, width-cropW), anchor(s.AnchorY, height-cropH)
	return Placement{Source: image.Rect(x, y, x+cropW, y+cropH), Width: w, Height: h}
}

func anchor(a Anchor, slack int) int {
	switch a {
	case AnchorStart:
		return 0
	case AnchorEnd:
		return slack
	}
	return slack / 2
}

// Constrain fits width x height into a box, never enlarging; a zero limit leaves that axis free.
// The result is at least 1x1.
func Constrain(width, height, maxWidth, maxHeight int) (int, int) {
	if maxWidth <= 0 && maxHeight <= 0 {
		return width, height
	}
	widthRatio, heightRatio := 1.0, 1.0
	shrinkW := maxWidth > 0 && width > maxWidth
	shrinkH := maxHeight > 0 && height > maxHeight
	if shrinkW {
		widthRatio = float64(maxWidth) / float64(width)
	}
	if shrinkH {
		heightRatio = float64(maxHeight) / float64(height)
	}
	ratio := max(widthRatio, heightRatio)
	// Compat (TestPlaceVectors): an unlimited axis (0) counts as overflowing here, which selects the smaller ratio.
	if roundInt(float64(width)*ratio) > maxWidth || roundInt(float64(height)*ratio) > maxHeight {
		ratio = min(widthRatio, heightRatio)
	}
	w := max(1, roundInt(float64(width)*ratio))
	h := max(1, roundInt(float64(height)*ratio))
	if shrinkW && w == maxWidth-1 {
		w = maxWidth
	}
	if shrinkH && h == maxHeight-1 {
		h = maxHeight
	}
	return w, h
}

// near reports whether two lengths differ by no more than rounding can explain.
func near(a, b int) bool { return a-b <= 1 && b-a <= 1 }

// roundInt rounds half away from zero.
// Compat (TestPlaceVectors): the reference first rounds to 15 significant digits, so that 112.49999999999999 is 113.
func roundInt(v float64) int {
	shortened, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 14, 64), 64)
	if err != nil {
		return int(math.Round(v))
	}
	return int(math.Round(shortened))
}
