package wxrgen

import (
	"math/rand/v2"
	"strings"
)

// vocabulary is what sentences are made of. A few words are not ASCII, so that
// text is not either.
const vocabulary = `stone corner wall mortar lime chisel mason quarry block course arch lintel sill
plinth gable tower bridge vault rubble ashlar granite slate marble basalt sandstone flint brick joint bed face
edge frost rain wind load thrust weight line level plumb square mallet wedge rope crane cart yard bench drawing
template page print proof press letter margin column type ink sheet binding shelf reader editor garden street
church barn mill harbour cottage façade café Gewölbe pierre née old new heavy light rough smooth narrow wide
pale dark honest patient careful slow quick dry wet cold warm northern southern local forgotten visible hidden
cuts lays lifts sets turns carries holds bears splits dresses measures marks writes prints reads keeps repairs
rests moves leans follows meets joins covers opens and the a of in on with under over beside before after
between without against through toward one two three every each no some many most only still often never always`

type writer struct {
	words []string
	rng   *rand.Rand
	text  int // see Options
}

func newWriter(seed uint64) *writer {
	return &writer{words: strings.Fields(vocabulary), rng: rand.New(rand.NewPCG(seed, 0x71756f696e))} // #nosec G404 -- the same texts for the same seed
}

func (w *writer) word() string { return w.words[w.rng.IntN(len(w.words))] }

// between returns a number from lo to hi inclusive.
func (w *writer) between(lo, hi int) int { return lo + w.rng.IntN(hi-lo+1) }

// chance is true in one of n cases.
func (w *writer) chance(n int) bool { return w.rng.IntN(n) == 0 }

func upperFirst(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// phrase appends n words to b.
func (w *writer) phrase(b []byte, n int) []byte {
	for i := range n {
		word := w.word()
		if i == 0 {
			word = upperFirst(word)
		} else {
			b = append(b, ' ')
		}
		b = append(b, word...)
	}
	return b
}

func (w *writer) title() string { return string(w.phrase(nil, w.between(3, 8))) }

// sentences appends n sentences to b.
func (w *writer) sentences(b []byte, n int) []byte {
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = w.phrase(b, w.between(5, 18))
		switch w.rng.IntN(12) {
		case 0:
			b = append(b, '?')
		case 1:
			b = append(b, " & so on."...)
		default:
			b = append(b, '.')
		}
	}
	return b
}

// slug makes a slug of text.
func slug(text string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, text), "-")
}
