package imaging

import (
	"image"
	"image/color"
)

// diffuse paints m with the first opaque entries of a colour table, handing the error of each pixel on
// to those right and below (Floyd and Steinberg). Transparent pixels get the entry behind them.
func diffuse(m *image.NRGBA, pal color.Palette, opaque int) *image.Paletted {
	out := image.NewPaletted(m.Rect, pal)
	near := newNearest(pal[:opaque])
	width := m.Rect.Dx()
	// Errors in sixteenths, with a pixel of margin on both sides.
	here, below := make([][3]int32, width+2), make([][3]int32, width+2)
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride : y*m.Stride+4*width]
		for x := range width {
			px := row[4*x : 4*x+4 : 4*x+4]
			if px[3] == 0 {
				out.Pix[y*out.Stride+x] = uint8(opaque)
				continue
			}
			var want [3]int32
			for c := range want {
				want[c] = min(max(int32(px[c])+here[x+1][c]/16, 0), 255)
			}
			index := near.index(want)
			out.Pix[y*out.Stride+x] = uint8(index)
			for c, got := range near.colors[index] {
				e := want[c] - got
				here[x+2][c] += e * 7
				below[x][c] += e * 3
				below[x+1][c] += e * 5
				below[x+2][c] += e
			}
		}
		here, below = below, here
		clear(below)
	}
	return out
}

// nearest finds the closest colour of a table, remembering the answer for each of 2^18 cells of the
// colour cube.
type nearest struct {
	colors [][3]int32
	cells  []int16 // index plus one, 0 while unknown
}

func newNearest(pal color.Palette) *nearest {
	n := &nearest{cells: make([]int16, 1<<18)}
	for _, c := range pal {
		v := color.NRGBAModel.Convert(c).(color.NRGBA)
		n.colors = append(n.colors, [3]int32{int32(v.R), int32(v.G), int32(v.B)})
	}
	return n
}

func (n *nearest) index(want [3]int32) int {
	cell := &n.cells[want[0]>>2<<12|want[1]>>2<<6|want[2]>>2]
	if *cell == 0 {
		best, least := 0, int32(1<<30)
		for i, c := range n.colors {
			r, g, b := want[0]-c[0], want[1]-c[1], want[2]-c[2]
			if d := r*r + g*g + b*b; d < least {
				best, least = i, d
			}
		}
		*cell = int16(best) + 1
	}
	return int(*cell) - 1
}
