package block

import "strings"

// MaxDepth is how deep blocks may nest before delimiters are read as text.
const MaxDepth = 256

// MaxBlocks is how many blocks a text has before delimiters are read as text. What
// is stored in such blocks is still shown, as the HTML that it is.
const MaxBlocks = 10_000

// maxValues bounds what the attributes of all blocks of a text are made of: about the
// number of values, lists counting for eight and objects for 24, since they take as
// much more memory.
const maxValues = 300_000

// Block is one node of parsed content. A block with an empty Name is freeform
// HTML between blocks; its text is in InnerHTML.
type Block struct {
	// Name is the full name, with its namespace.
	Name string
	// Attrs is the decoded attribute object; the zero value when there was none or
	// it could not be decoded.
	Attrs Attrs
	// RawAttrs is the attribute object as it was written, "" when absent.
	RawAttrs string
	// Inner are the nested blocks in document order.
	Inner []Block
	// InnerHTML is the block's own HTML without its inner blocks.
	InnerHTML string
	// InnerContent is the block's own HTML in pieces; a nil piece stands for
	// the next block of Inner.
	InnerContent []*string
	// Open and Close are the delimiters as they were written. Serialize makes
	// canonical ones for a named block whose Open is empty. A block that came
	// without a closer has Close "" and Open set.
	Open, Close string
}

// Freeform makes a block that holds plain HTML.
func Freeform(html string) Block {
	return Block{InnerHTML: html, InnerContent: []*string{&html}}
}

// Has reports whether src contains a block of the given name; "core/" may be
// left out. Like the reference it looks for the opening text only, so a
// block inside a broken parent counts.
func Has(src, name string) bool {
	name = strings.TrimPrefix(name, "core/")
	return strings.Contains(src, "<!-- wp:"+name+" ") ||
		!strings.Contains(name, "/") && strings.Contains(src, "<!-- wp:core/"+name+" ")
}

// Version is the format of src: 1 when it holds blocks, else 0.
func Version(src string) int {
	if strings.Contains(src, "<!-- wp:") {
		return 1
	}
	return 0
}

// Serialize writes blocks back as content.
func Serialize(blocks []Block) string {
	var b strings.Builder
	for i := range blocks {
		blocks[i].write(&b)
	}
	return b.String()
}

func (b *Block) write(w *strings.Builder) {
	open, end := b.Open, b.Close
	if open == "" && b.Name != "" {
		open, end = b.delimiters()
	}
	w.WriteString(open)
	next := 0
	for _, piece := range b.InnerContent {
		if piece != nil {
			w.WriteString(*piece)
			continue
		}
		if next < len(b.Inner) {
			b.Inner[next].write(w)
			next++
		}
	}
	w.WriteString(end)
}

// delimiters makes the canonical comments of a block that was not parsed.
func (b *Block) delimiters() (open, end string) {
	name := strings.TrimPrefix(b.Name, "core/")
	attrs := b.RawAttrs
	if attrs == "" {
		attrs = EncodeAttrs(b.Attrs)
	}
	if attrs != "" {
		attrs += " "
	}
	if len(b.InnerContent) == 0 {
		return "<!-- wp:" + name + " " + attrs + "/-->", ""
	}
	return "<!-- wp:" + name + " " + attrs + "-->", "<!-- /wp:" + name + " -->"
}
