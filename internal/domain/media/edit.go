package media

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"

	"quoin/internal/domain/media/imaging"
)

// Edit is one change of an image: at most one of its parts is set.
type Edit struct {
	FlipHorizontal, FlipVertical bool
	Rotate                       float64 // degrees clockwise
	Crop                         *Crop
}

// Crop is an area in percent of the image.
type Crop struct{ Left, Top, Width, Height float64 }

// Errors of edits.
var (
	ErrRotate = errors.New("the picture can't be rotated")
	ErrCrop   = errors.New("the picture can't be cropped")
)

// The canvas of an image that is turned by an odd angle grows: at most to
// twice what was decoded, which is what the gate has set aside for it, or to
// smallCanvas pixels.
const smallCanvas = 4 << 20

// MaxEdits bounds the work of one call of Edited.
const MaxEdits = 50

// grown tells whether rotating would make a canvas that is too large.
func grown(p *imaging.Image, degrees float64, decoded int) bool {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(p.Width()), float64(p.Height())
	canvas := (math.Abs(w*cos) + math.Abs(h*sin)) * (math.Abs(w*sin) + math.Abs(h*cos))
	return !(canvas <= max(smallCanvas, 2.1*float64(decoded)))
}

func (e Edit) apply(p *imaging.Image, decoded int) (*imaging.Image, error) {
	switch {
	case e.FlipHorizontal || e.FlipVertical:
		return p.Flip(e.FlipHorizontal, e.FlipVertical), nil
	case e.Crop != nil:
		out, err := p.CropPercent(e.Crop.Left, e.Crop.Top, e.Crop.Width, e.Crop.Height)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCrop, err)
		}
		return out, nil
	case e.Rotate == 0:
		return p, nil
	case grown(p, e.Rotate, decoded):
		return nil, fmt.Errorf("%w: the canvas would be too large", ErrRotate)
	}
	return p.Rotate(e.Rotate), nil
}

// Edited is the upright original of an attachment after edits, as the bytes of
// an image of the same format.
func (s *Service) Edited(ctx context.Context, f File, edits []Edit) ([]byte, error) {
	p, done, err := s.openUpright(ctx, f.Original())
	if err != nil {
		return nil, err
	}
	defer done()
	var data []byte
	err = s.Gate.Run(ctx, func() (err error) {
		decoded := p.Width() * p.Height()
		for _, edit := range edits {
			if err := ctx.Err(); err != nil {
				return err
			}
			if p, err = edit.apply(p, decoded); err != nil {
				return err
			}
		}
		data, err = p.Encode()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("edit %s: %w", f.Key, err)
	}
	return data, nil
}

var editedStem = regexp.MustCompile(`-edited(-\d+)?$`)

// EditedName is what an edited copy of an attachment's file would like to be
// called.
func EditedName(f File) string {
	stem, ext := splitName(baseName(f.Original()))
	return editedStem.ReplaceAllString(stem, "") + "-edited" + ext
}
