package vp8

import (
	"cmp"
	"math/bits"
	"slices"
)

// The alpha plane is written as a lossless WebP stream of which only the green channel counts: runs
// of one value and single values, in a Huffman code made for the image. Alpha is mostly flat.
const (
	alphaCompressed = 1
	literals        = 256
	alphabet        = literals + 24 // values, then classes of run lengths
	maxCode         = 15            // bits
	minRun          = 4
	maxRun          = 4096
)

// encodeAlpha returns the content of an ALPH chunk.
func encodeAlpha(alpha []byte) []byte {
	runs := findRuns(alpha)
	var counts [alphabet]int
	for _, r := range runs {
		counts[r.value]++
		if r.copies > 0 {
			class, _, _ := runClass(r.copies)
			counts[literals+class]++
		}
	}
	w := &bitWriter{out: []byte{alphaCompressed}}
	w.write(0, 3) // no transforms, no colour cache, one set of codes
	code := w.writeCode(counts[:])
	for range 3 {
		w.write(0b0001, 4) // red, blue and alpha: a code of the one symbol 0, which takes no bits
	}
	w.write(0b1001, 4) // distances: only the second nearest neighbour, the pixel to the left
	for _, r := range runs {
		w.symbol(code[r.value])
		if r.copies > 0 {
			class, extra, n := runClass(r.copies)
			w.symbol(code[literals+class])
			w.write(extra, n)
		}
	}
	return w.bytes()
}

// run is a value and how often it is repeated; short repetitions are runs of their own.
type run struct {
	value  byte
	copies int
}

func findRuns(alpha []byte) []run {
	var runs []run
	for i := 0; i < len(alpha); {
		n := 1
		for i+n < len(alpha) && n <= maxRun && alpha[i+n] == alpha[i] {
			n++
		}
		if n > minRun {
			runs = append(runs, run{alpha[i], n - 1})
			i += n
			continue
		}
		runs = append(runs, run{alpha[i], 0})
		i++
	}
	return runs
}

// runClass splits a length into its class and the bits that tell it from others of the class.
func runClass(length int) (class int, extra uint32, n int) {
	d := uint32(length - 1)
	if d < 4 {
		return int(d), 0, 0
	}
	high := bits.Len32(d) - 1
	n = high - 1
	return 2*high + int(d>>n&1), d & (1<<n - 1), n
}

// codeword is a Huffman code, its first bit lowest.
type codeword struct {
	bits uint32
	n    int
}

// writeCode makes a code for the counted symbols and describes it.
func (w *bitWriter) writeCode(counts []int) []codeword {
	code := make([]codeword, len(counts))
	used := 0
	for _, n := range counts {
		if n > 0 {
			used++
		}
	}
	if used == 1 {
		only := slices.IndexFunc(counts, func(n int) bool { return n > 0 })
		w.write(0b101, 3) // one symbol, of eight bits
		w.write(uint32(only), 8)
		return code
	}
	lengths := codeLengths(counts)
	w.write(0, 1)
	// The lengths 0 to 15 are written in four bits each: a code in which all of them are equally long.
	w.write(15, 4)
	for i := range 19 {
		repeats := i < 2 || i == 8 // the places of symbols 17, 18 and 16
		if repeats {
			w.write(0, 3)
		} else {
			w.write(4, 3)
		}
	}
	w.write(0, 1) // lengths of the whole alphabet follow
	for _, n := range lengths {
		w.write(reverse(uint32(n), 4), 4)
	}
	next := uint32(0)
	for n := 1; n <= maxCode; n++ {
		next <<= 1
		for symbol, l := range lengths {
			if l == n {
				code[symbol] = codeword{reverse(next, n), n}
				next++
			}
		}
	}
	return code
}

func reverse(v uint32, n int) uint32 { return bits.Reverse32(v) >> (32 - n) }

// codeLengths builds a Huffman tree; a tree too deep is built again from flatter counts.
func codeLengths(counts []int) []int {
	counts = slices.Clone(counts)
	for {
		lengths := huffman(counts)
		if slices.Max(lengths) <= maxCode {
			return lengths
		}
		for i, n := range counts {
			if n > 0 {
				counts[i] = n/2 + 1
			}
		}
	}
}

// huffman joins the two rarest trees until one is left.
func huffman(counts []int) []int {
	type tree struct {
		count   int
		symbols []int
	}
	var trees []tree
	for symbol, n := range counts {
		if n > 0 {
			trees = append(trees, tree{n, []int{symbol}})
		}
	}
	lengths := make([]int, len(counts))
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(b.count, a.count) })
		a, b := trees[len(trees)-1], trees[len(trees)-2]
		joined := tree{a.count + b.count, append(slices.Clone(a.symbols), b.symbols...)}
		for _, symbol := range joined.symbols {
			lengths[symbol]++
		}
		trees = append(trees[:len(trees)-2], joined)
	}
	return lengths
}

// bitWriter writes numbers lowest bit first.
type bitWriter struct {
	out  []byte
	hold uint64
	n    int
}

func (w *bitWriter) write(v uint32, n int) {
	w.hold |= uint64(v) << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.hold))
		w.hold >>= 8
	}
}

func (w *bitWriter) symbol(c codeword) { w.write(c.bits, c.n) }

func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		w.write(0, 8-w.n)
	}
	return w.out
}
