package render

import (
	"crypto/md5" // #nosec G501 -- names of classes, no secret
	"encoding/hex"
	"strconv"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// Some class names are a digest of a block as it was written. Style sheets
// made elsewhere name them, so the digits must be those of the reference: the
// JSON that it would print decides, with members in the order of the text.

// wireHash makes a class name of the first 8 digits of a value's digest.
func wireHash(prefix string, v any) string {
	sum := md5.Sum(wire.Encode(v, nil)) // #nosec G401 -- names a class, no secret
	return prefix + hex.EncodeToString(sum[:4])
}

// written is the block with all that is inside it, and with what was changed since
// the text was parsed. It is nil if that is more than what is left of the budget.
func (inst *instance) written() *wire.Object {
	size := writtenSize(&inst.block)
	inst.c.run.budget.copy(size)
	if !inst.c.Spend(size) {
		return nil
	}
	o := parsed(&inst.block)
	if inst.parent != nil {
		if layout := inst.parent.block.Attrs.Get("layout"); layout != nil {
			o.Set("parentLayout", asPrinted(layout))
		}
	}
	return o
}

// writtenSize is about how much memory it takes to write a block anew.
func writtenSize(b *block.Block) int {
	size := 1<<10 + 16*len(b.RawAttrs)
	for i := range b.Inner {
		size += writtenSize(&b.Inner[i])
	}
	for _, piece := range b.InnerContent {
		if piece != nil {
			size += 4 * len(*piece)
		}
	}
	return size
}

// parsed is a block as the reference parses it.
func parsed(b *block.Block) *wire.Object {
	var attrs any
	if b.Attrs.Object != nil || b.RawAttrs == "" {
		attrs = asPrinted(b.Attrs.With().Object)
	}
	inner, content := make([]any, len(b.Inner)), make([]any, len(b.InnerContent))
	for i := range b.Inner {
		inner[i] = parsed(&b.Inner[i])
	}
	for i, piece := range b.InnerContent {
		if piece != nil {
			content[i] = *piece
		}
	}
	return wire.NewObject("blockName", b.Name, "attrs", attrs, "innerBlocks", inner, "innerHTML", b.InnerHTML, "innerContent", content)
}

// asPrinted gives a decoded value the form in which the reference prints it
// again.
func asPrinted(v any) any {
	return wire.Rewrite(v, func(v any) any {
		o, ok := v.(*wire.Object)
		if !ok {
			return v
		}
		// Compat (TestClassesOfWrittenStyles): an object whose keys count from 0, or an empty one, is a list.
		list := make([]any, o.Len())
		for i, m := range o.Members() {
			if m.Key != strconv.Itoa(i) {
				return o
			}
			list[i] = m.Value
		}
		return list
	})
}
