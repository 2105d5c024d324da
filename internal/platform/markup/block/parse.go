package block

import (
	"slices"
	"strings"
)

// frame is a block whose closer was not read yet.
type frame struct {
	block Block
	pos   int // end of what is already in block
}

// Parse splits src into blocks and freeform HTML.
//
// A closer ends the innermost open block whatever it is called. A closer with
// nothing open makes the rest of the source freeform. Blocks still open at the
// end are closed there. Blocks beyond MaxDepth, MaxBlocks and maxValues are text.
func Parse(src string) []Block {
	list, _ := ParseAll(src)
	return list
}

// ParseAll is Parse, and tells whether there was room for all blocks.
func ParseAll(src string) (list []Block, all bool) {
	p := parser{src: src, scan: scanner{src: src}}
	list = p.run()
	return list, !p.full
}

type parser struct {
	src   string
	scan  scanner
	out   []Block
	stack []frame
	pos   int // end of what is in out, while the stack is empty

	blocks, values int  // how many there are, and what their attributes weigh
	full           bool // there were more
}

// admits tells whether there is room for one more block.
func (p *parser) admits(t token) bool {
	weight := len(t.attrs)/8 + strings.Count(t.attrs, ",") + 8*strings.Count(t.attrs, "[") + 24*max(0, strings.Count(t.attrs, "{")-1)
	if p.blocks >= MaxBlocks || p.values+weight > maxValues {
		p.full = true
		return false
	}
	p.blocks, p.values = p.blocks+1, p.values+weight
	return true
}

func (p *parser) run() []Block {
	at, refused := 0, 0 // openers that are text, whose closers are text as well
	for {
		t, ok := p.scan.next(at)
		if !ok {
			break
		}
		at = t.end
		switch t.kind {
		case void:
			if !p.admits(t) {
				continue
			}
			p.before(t.start)
			p.attach(newBlock(t, p.src[t.start:t.end]), t.end)
		case opener:
			if refused > 0 || len(p.stack) == MaxDepth || !p.admits(t) {
				refused++
				continue
			}
			p.before(t.start)
			p.stack = append(p.stack, frame{newBlock(t, p.src[t.start:t.end]), t.end})
		case closer:
			if refused > 0 {
				refused--
				continue
			}
			if len(p.stack) == 0 {
				p.before(len(p.src))
				return p.out
			}
			p.before(t.start)
			p.pop(p.src[t.start:t.end], t.end)
		}
	}
	p.before(len(p.src))
	for len(p.stack) > 0 {
		p.pop("", len(p.src))
	}
	return p.out
}

// before moves the text up to end into the innermost open block, or into a
// freeform block.
func (p *parser) before(end int) {
	if len(p.stack) == 0 {
		if end > p.pos {
			p.out = append(p.out, Freeform(p.src[p.pos:end]))
		}
		p.pos = end
		return
	}
	top := &p.stack[len(p.stack)-1]
	if end > top.pos {
		text := p.src[top.pos:end]
		top.block.InnerContent = append(top.block.InnerContent, &text)
	}
	top.pos = end
}

// attach adds a finished block to its parent; the source up to end is done.
func (p *parser) attach(b Block, end int) {
	if len(p.stack) == 0 {
		if n := len(p.out); n == cap(p.out) {
			p.out = slices.Grow(p.out, n+1) // a long list isn't copied again and again
		}
		p.out = append(p.out, b)
		p.pos = end
		return
	}
	top := &p.stack[len(p.stack)-1]
	if n := len(top.block.Inner); n == cap(top.block.Inner) && n >= 64 {
		top.block.Inner = slices.Grow(top.block.Inner, n+1)
	}
	top.block.Inner = append(top.block.Inner, b)
	top.block.InnerContent = append(top.block.InnerContent, nil)
	top.pos = end
}

func (p *parser) pop(close string, end int) {
	b := p.stack[len(p.stack)-1].block
	p.stack = p.stack[:len(p.stack)-1]
	b.Close = close
	b.InnerHTML = join(b.InnerContent)
	p.attach(b, end)
}

func join(pieces []*string) string {
	if len(pieces) == 1 && pieces[0] != nil {
		return *pieces[0]
	}
	var w strings.Builder
	for _, s := range pieces {
		if s != nil {
			w.WriteString(*s)
		}
	}
	return w.String()
}

func newBlock(t token, open string) Block {
	b := Block{Name: t.name, RawAttrs: t.attrs, Open: open}
	if t.attrs != "" {
		// An object that cannot be decoded stays in RawAttrs only.
		b.Attrs, _ = DecodeAttrs(t.attrs)
	}
	return b
}
