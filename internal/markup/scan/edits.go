package scan

import "strings"

// Edits makes a text of another in one pass, from its start to its end. What isn't
// changed isn't copied: a text without changes is the one that there was.
type Edits struct {
	src  string
	done int // up to where out has it
	out  strings.Builder
}

// NewEdits begins to change a text.
func NewEdits(src string) *Edits { return &Edits{src: src} }

// Replace puts a text in place of what stands between two offsets, behind all that
// were replaced before.
func (e *Edits) Replace(start, end int, with string) {
	if e.src[start:end] == with {
		return
	}
	if e.done == 0 && e.out.Len() == 0 {
		e.out.Grow(len(e.src) + len(with) + len(e.src)/8)
	}
	e.out.WriteString(e.src[e.done:start])
	e.out.WriteString(with)
	e.done = end
}

// String is the changed text.
func (e *Edits) String() string {
	if e.done == 0 && e.out.Len() == 0 {
		return e.src
	}
	e.out.WriteString(e.src[e.done:])
	e.done = len(e.src)
	return e.out.String()
}
