package scan

import "strings"

// Edits makes a text of another in one pass, from its start to its end. What isn't
// changed isn't copied: a text without changes is the one that there was.
type Edits struct {
	src  string
	done int // up to where out has it
	out  strings.Builder
	with string // what stands for all of src, while out is empty
	all  bool   // with does
}

// NewEdits begins to change a text.
func NewEdits(src string) *Edits { return &Edits{src: src} }

// Replace puts a text in place of what stands between two offsets, behind all that
// were replaced before.
func (e *Edits) Replace(start, end int, with string) {
	if e.src[start:end] == with {
		return
	}
	if e.done == 0 && e.out.Len() == 0 && !e.all {
		if start == 0 && end == len(e.src) {
			e.with, e.all, e.done = with, true, end // nothing of src is needed, so nothing is copied
			return
		}
		e.out.Grow(e.first(start, end, len(with)))
	}
	if e.all {
		e.out.WriteString(e.with)
		e.all = false
	}
	Room(&e.out, start-e.done+len(with), end, len(e.src))
	e.out.WriteString(e.src[e.done:start])
	e.out.WriteString(with)
	e.done = end
}

// first is how much room there is made before the first text is put in place of others:
// for the whole of src and some more, or less where a long text begins by becoming shorter.
func (e *Edits) first(start, end, with int) int {
	made, rest := start+with, len(e.src)-end
	if rest > longText && made < end {
		rest = max(rest/2, int(float64(rest)*float64(made)/float64(end)))
	}
	return made + rest + rest/8 + 16
}

// longText is from where on it pays to guess how long a text becomes.
const longText = 64 << 10

// Room makes room for n bytes, behind which what is written is made of the rest of a
// source, of which there are so many bytes in all and up to at are used. Where it has to
// grow, the rest is expected to become as much longer as what was made so far, so that a
// text that grows evenly is copied once and takes what it needs.
func Room(b *strings.Builder, n, at, all int) {
	if b.Cap()-b.Len() >= n {
		return
	}
	made, size := b.Len()+n, b.Cap()
	if at > 0 {
		made = int(float64(made) * min(float64(all)/float64(at), 8))
	}
	text := b.String()
	b.Reset() // so that it grows to what is asked for, and no further
	b.Grow(max(made+made/64, size+size/4, len(text)+n))
	b.WriteString(text)
}

// String is the changed text.
func (e *Edits) String() string {
	switch {
	case e.all:
		return e.with
	case e.done == 0 && e.out.Len() == 0:
		return e.src
	}
	Room(&e.out, len(e.src)-e.done, len(e.src), len(e.src))
	e.out.WriteString(e.src[e.done:])
	e.done = len(e.src)
	return e.out.String()
}

// ReplaceEach calls match at each of some bytes in a text. A match says where it ends
// (0: no match) and what to put in its place; the search goes on after it.
func ReplaceEach(text, bytes string, match func(i int) (end int, with string)) string {
	out := NewEdits(text)
	for i := 0; i < len(text); {
		j := strings.IndexAny(text[i:], bytes)
		if j < 0 {
			break
		}
		i += j
		end, with := match(i)
		if end == 0 {
			i++
			continue
		}
		out.Replace(i, end, with)
		i = end
	}
	return out.String()
}
