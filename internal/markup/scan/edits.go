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
		e.out.Grow(len(e.src) + len(with) + len(e.src)/8)
	}
	if e.all {
		e.out.WriteString(e.with)
		e.all = false
	}
	e.room(start-e.done+len(with), end)
	e.out.WriteString(e.src[e.done:start])
	e.out.WriteString(with)
	e.done = end
}

// room makes room for n bytes, behind which src goes on at an offset. Where it has to
// grow, the rest is expected to become as much longer as what was changed so far, so that
// a text that grows evenly is copied once and takes what it needs.
func (e *Edits) room(n, at int) {
	if e.out.Cap()-e.out.Len() >= n {
		return
	}
	made, size := e.out.Len()+n, e.out.Cap()
	if at > 0 {
		made = int(float64(made) * min(float64(len(e.src))/float64(at), 8))
	}
	text := e.out.String()
	e.out.Reset() // so that it grows to what is asked for, and no further
	e.out.Grow(max(made+made/64, size+size/4, len(text)+n))
	e.out.WriteString(text)
}

// String is the changed text.
func (e *Edits) String() string {
	switch {
	case e.all:
		return e.with
	case e.done == 0 && e.out.Len() == 0:
		return e.src
	}
	Room(&e.out, len(e.src)-e.done)
	e.out.WriteString(e.src[e.done:])
	e.done = len(e.src)
	return e.out.String()
}

// Room makes room for n bytes that are written next. A builder that is asked for room
// doubles; one that is only written to grows by a quarter, and takes twice the memory
// until a text is long.
func Room(b *strings.Builder, n int) {
	if b.Cap()-b.Len() < n {
		b.Grow(n)
	}
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
