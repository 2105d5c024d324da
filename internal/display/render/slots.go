package render

import (
	"math/rand/v2"
	"strings"

	"quoin/internal/platform/wire"
)

// Slots are the parts of a rendering that follow from the address asked for
// and from nothing else of the request. While they are collected, the HTML has
// marks in their places, so that one rendering serves all addresses.
type Slots struct {
	mark  string
	fills []wire.Fill
}

// AtAddress is HTML that fill makes of the address asked for, "" when there is
// none. It must be a part of an attribute's value or whole elements. fill may
// be asked long after the rendering: it should hold on to little.
func (c *Context) AtAddress(fill wire.Fill) string {
	s := c.run.slots
	if s == nil {
		return fill.For(c.Address())
	}
	s.fills = append(s.fills, fill)
	if s.mark == "" {
		s.mark = "qslot" + letters(rand.Uint64()) // #nosec G404 -- seeded by the system; no text can know it beforehand
	}
	return s.mark + letters(uint64(len(s.fills)-1)) + "z"
}

// letters writes a number in the letters a to p: nothing that texts go through
// changes these.
func letters(n uint64) string {
	var b []byte
	for ; ; n >>= 4 {
		b = append(b, 'a'+byte(n&15))
		if n < 16 {
			return string(b)
		}
	}
}

// slotOffset reads what letters wrote; -1 for what it didn't.
func slotOffset(s string) int {
	n := 0
	if s == "" || len(s) > 8 {
		return -1
	}
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < 'a' || s[i] > 'p' {
			return -1
		}
		n = n<<4 | int(s[i]-'a')
	}
	return n
}

// Cut takes the marks out of HTML.
func (s *Slots) Cut(html string) Template {
	if len(s.fills) == 0 {
		return Text(html)
	}
	var t Template
	piece, from := 0, 0
	for {
		i := strings.Index(html[from:], s.mark)
		if i < 0 {
			t.pieces = append(t.pieces, html[piece:])
			return t
		}
		begin := from + i
		from = begin + len(s.mark)
		name, _, closed := strings.Cut(html[from:], "z")
		if n := slotOffset(name); closed && n >= 0 && n < len(s.fills) {
			t.pieces, t.fills = append(t.pieces, html[piece:begin]), append(t.fills, s.fills[n])
			from += len(name) + 1
			piece = from
		}
	}
}

// Template is HTML whose slots are open.
type Template struct {
	pieces []string // one more than fills
	fills  []wire.Fill
}

// Fixed tells whether the HTML is the same for all addresses.
func (t Template) Fixed() bool { return len(t.fills) == 0 }

// Text is a template without slots.
func Text(html string) Template { return Template{pieces: []string{html}} }

// Fill is the HTML for one address.
func (t Template) Fill(address string) string {
	if len(t.fills) == 0 {
		return strings.Join(t.pieces, "")
	}
	parts := make([]string, 0, 2*len(t.pieces))
	for i, fill := range t.fills {
		parts = append(parts, t.pieces[i], fill.For(address))
	}
	return strings.Join(append(parts, t.pieces[len(t.fills)]), "")
}

// Append appends what Fill would tell.
func (t Template) Append(dst []byte, address string) []byte {
	for i, fill := range t.fills {
		dst = append(append(dst, t.pieces[i]...), fill.For(address)...)
	}
	return append(dst, t.pieces[len(t.fills)]...)
}

// AppendOpen appends the template with what leave puts into its slots, which are filled later.
func (t Template) AppendOpen(dst []byte, leave func(dst []byte, fill wire.Fill) []byte) []byte {
	for i, fill := range t.fills {
		dst = leave(append(dst, t.pieces[i]...), fill)
	}
	return append(dst, t.pieces[len(t.fills)]...)
}

// Map is a template of which all parts went through a function, and what fills
// its slots through another.
func (t Template) Map(fn func(string) string, of func(wire.Fill) wire.Fill) Template {
	m := Template{pieces: make([]string, len(t.pieces)), fills: make([]wire.Fill, len(t.fills))}
	for i, p := range t.pieces {
		m.pieces[i] = fn(p)
	}
	for i, fill := range t.fills {
		m.fills[i] = of(fill)
	}
	return m
}

// slotCost is about what an open slot takes in memory.
const slotCost = 160

// Size is about how many bytes the template takes.
func (t Template) Size() int {
	n := slotCost * len(t.fills)
	for _, p := range t.pieces {
		n += len(p)
	}
	return n
}
