package vp8

// boolWriter is the arithmetic coder of VP8 (RFC 6386, section 7). A probability is that of a zero,
// in 256ths.
type boolWriter struct {
	out    []byte
	low    uint32
	width  uint32 // 128 to 255 between calls
	toByte int    // shifts until the top byte of low is complete
}

func newBoolWriter() *boolWriter { return &boolWriter{width: 255, toByte: 24} }

func (w *boolWriter) bit(one bool, prob uint8) {
	split := 1 + (w.width-1)*uint32(prob)>>8
	if one {
		w.low += split
		w.width -= split
	} else {
		w.width = split
	}
	for w.width < 128 {
		w.width <<= 1
		w.shift()
	}
}

func (w *boolWriter) shift() {
	if w.low&(1<<31) != 0 {
		w.carry()
	}
	w.low <<= 1
	w.toByte--
	if w.toByte == 0 {
		w.out = append(w.out, byte(w.low>>24))
		w.low &= 1<<24 - 1
		w.toByte = 8
	}
}

// carry adds one to the number written so far.
func (w *boolWriter) carry() {
	i := len(w.out) - 1
	for ; i >= 0 && w.out[i] == 255; i-- {
		w.out[i] = 0
	}
	if i >= 0 {
		w.out[i]++
	}
}

// number writes the lowest n bits of v as even chances, the highest first.
func (w *boolWriter) number(v uint32, n int) {
	for n--; n >= 0; n-- {
		w.bit(v>>n&1 != 0, 128)
	}
}

// bytes ends the stream.
func (w *boolWriter) bytes() []byte {
	for range 32 {
		w.shift()
	}
	return w.out
}
