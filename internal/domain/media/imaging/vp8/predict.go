package vp8

// predict fills dst with the best prediction of a macroblock and returns its mode. A twin plane, if
// given, has its say: both chroma planes share a mode.
func (c *channel) predict(dst *[256]byte, mbx, mby int, twin *channel) mode {
	best, lowest := modeDC, -1
	for m := modeDC; m <= modeTrueMotion; m++ {
		if !possible(m, mbx, mby) {
			continue
		}
		c.fill(dst, m, mbx, mby)
		e := c.distance(dst, mbx, mby)
		if twin != nil {
			twin.fill(dst, m, mbx, mby)
			e += twin.distance(dst, mbx, mby)
		}
		if lowest < 0 || e < lowest {
			best, lowest = m, e
		}
	}
	c.fill(dst, best, mbx, mby)
	return best
}

// possible leaves out modes that would predict from beyond the image's edge.
func possible(m mode, mbx, mby int) bool {
	switch m {
	case modeVertical:
		return mby > 0
	case modeHorizontal:
		return mbx > 0
	case modeTrueMotion:
		return mbx > 0 && mby > 0
	}
	return true
}

// fill predicts from the reconstructed row above and column to the left, in rows of 16.
func (c *channel) fill(dst *[256]byte, m mode, mbx, mby int) {
	n := c.size
	at := mby*n*c.stride + mbx*n
	switch m {
	case modeDC:
		v := c.mean(mbx, mby)
		for y := range n {
			for x := range n {
				dst[y*16+x] = v
			}
		}
	case modeVertical:
		for y := range n {
			copy(dst[y*16:y*16+n], c.made[at-c.stride:])
		}
	case modeHorizontal:
		for y := range n {
			v := c.made[at+y*c.stride-1]
			for x := range n {
				dst[y*16+x] = v
			}
		}
	case modeTrueMotion:
		above := c.made[at-c.stride : at-c.stride+n]
		corner := int(c.made[at-c.stride-1])
		for y := range n {
			slope := int(c.made[at+y*c.stride-1]) - corner
			for x, v := range above {
				dst[y*16+x] = uint8(min(max(int(v)+slope, 0), 255))
			}
		}
	}
}

// mean averages the neighbours there are; without any it is the middle of the range.
func (c *channel) mean(mbx, mby int) uint8 {
	n := c.size
	at := mby*n*c.stride + mbx*n
	sum, count := 0, 0
	if mby > 0 {
		for _, v := range c.made[at-c.stride : at-c.stride+n] {
			sum += int(v)
		}
		count += n
	}
	if mbx > 0 {
		for y := range n {
			sum += int(c.made[at+y*c.stride-1])
		}
		count += n
	}
	if count == 0 {
		return 128
	}
	return uint8((sum + count/2) / count)
}

// distance is the squared difference of a macroblock from its prediction.
func (c *channel) distance(predicted *[256]byte, mbx, mby int) int {
	n := c.size
	at := mby*n*c.stride + mbx*n
	sum := 0
	for y := range n {
		src, want := c.source[at+y*c.stride:][:n], predicted[y*16:][:n]
		for x, v := range src {
			d := int(v) - int(want[x])
			sum += d * d
		}
	}
	return sum
}
