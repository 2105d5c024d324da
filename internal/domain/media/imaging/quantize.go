package imaging

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// indexedImage reduces the image to at most 256 colours for GIF: exactly when it has no more, else
// by median cut with error diffusion. Pixels less than half opaque become the transparent entry.
func (p *Image) indexedImage() *image.Paletted {
	m := p.nrgba()
	transparent := false
	for i := 3; i < len(m.Pix); i += 4 {
		if m.Pix[i] < 128 {
			copy(m.Pix[i-3:i+1], []byte{0, 0, 0, 0})
			transparent = true
		} else {
			m.Pix[i] = 255
		}
	}
	if pal := countColors(m, 256); pal != nil {
		return paintIndexed(m, pal)
	}
	limit := 256
	if transparent {
		limit = 255
	}
	pal := medianCut(m, limit)
	if transparent {
		return diffuse(m, append(pal, color.NRGBA{}), len(pal))
	}
	return diffuse(m, pal, len(pal))
}

// swatch is a cell of the 5-bit colour cube that occurs in an image.
type swatch struct {
	sum   [3]uint64
	count uint64
}

func (s swatch) mean(channel int) uint64 { return s.sum[channel] / s.count }

// medianCut returns at most limit opaque colours that represent m.
func medianCut(m *image.NRGBA, limit int) color.Palette {
	cube := make([]swatch, 1<<15)
	for i := 0; i+3 < len(m.Pix); i += 4 {
		r, g, b, a := m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3]
		if a == 0 {
			continue
		}
		s := &cube[int(r>>3)<<10|int(g>>3)<<5|int(b>>3)]
		s.sum[0] += uint64(r)
		s.sum[1] += uint64(g)
		s.sum[2] += uint64(b)
		s.count++
	}
	cube = slices.DeleteFunc(cube, func(s swatch) bool { return s.count == 0 })
	boxes := [][]swatch{cube}
	for len(boxes) < limit {
		widest, channel := pickBox(boxes)
		if widest < 0 {
			break
		}
		low, high := splitBox(boxes[widest], channel)
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	pal := make(color.Palette, 0, len(boxes))
	for _, box := range boxes {
		pal = append(pal, boxColor(box))
	}
	return pal
}

// pickBox finds the box whose split gains most: its longest side times its pixels. -1 when no box
// can be split.
func pickBox(boxes [][]swatch) (box, channel int) {
	box, best := -1, uint64(0)
	for i, b := range boxes {
		if len(b) < 2 {
			continue
		}
		count := uint64(0)
		for _, s := range b {
			count += s.count
		}
		for c := range 3 {
			lo, hi := uint64(255), uint64(0)
			for _, s := range b {
				lo, hi = min(lo, s.mean(c)), max(hi, s.mean(c))
			}
			if gain := (hi - lo + 1) * count; gain > best {
				box, channel, best = i, c, gain
			}
		}
	}
	return box, channel
}

func splitBox(b []swatch, channel int) (low, high []swatch) {
	slices.SortFunc(b, func(x, y swatch) int { return cmp.Compare(x.mean(channel), y.mean(channel)) })
	total := uint64(0)
	for _, s := range b {
		total += s.count
	}
	at, half := 0, uint64(0)
	for at < len(b)-1 && (at == 0 || half < total/2) {
		half += b[at].count
		at++
	}
	return b[:at], b[at:]
}

func boxColor(b []swatch) color.NRGBA {
	var sum [3]uint64
	count := uint64(0)
	for _, s := range b {
		for c := range sum {
			sum[c] += s.sum[c]
		}
		count += s.count
	}
	if count == 0 {
		return color.NRGBA{A: 255}
	}
	half := count / 2
	return color.NRGBA{byte((sum[0] + half) / count), byte((sum[1] + half) / count), byte((sum[2] + half) / count), 255}
}
