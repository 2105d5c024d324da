package theme

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"quoin/internal/wire"
)

//go:embed data/blocks.json
var blocksJSON []byte

// Blocks are the block types that settings and styles may name, with the
// selectors their styles are printed under. It never changes; With makes a
// new one.
type Blocks struct {
	names  []string
	byName map[string]*blockType
}

// blockType is what styling needs to know about a block type.
type blockType struct {
	name string
	// selector is the root selector.
	selector string
	// selectors are the selectors of single features: a string, or an object
	// with one per sub-feature and "root".
	selectors *wire.Object
	// states are the selectors of states of the block's own, such as -current.
	states *wire.Object
	// variations are the names of its style variations.
	variations []string
	// layout says that its inner blocks may be laid out.
	layout bool
	// gap is the space between inner blocks where none is set; "" for none.
	gap string
	// styles are the styles that it brings along.
	styles *wire.Object
}

// coreBlocks reads the block types of the reference once.
var coreBlocks = sync.OnceValue(func() *Blocks {
	doc, err := wire.Decode(blocksJSON)
	if err != nil {
		panic(fmt.Sprintf("theme: data/blocks.json: %v", err))
	}
	b := &Blocks{byName: map[string]*blockType{}}
	for _, m := range doc.(*wire.Object).Members() {
		d := m.Value.(*wire.Object)
		t := &blockType{
			name:      m.Key,
			selector:  d.Text("selector"),
			selectors: d.Object("selectors"),
			states:    d.Object("states"),
			layout:    d.Get("layout") == true,
			gap:       d.Text("gap"),
			styles:    d.Object("styles"),
		}
		if t.selector == "" {
			t.selector = ".wp-block-" + strings.TrimPrefix(m.Key, "core/")
		}
		list, _ := d.Get("variations").([]any)
		for _, name := range list {
			t.variations = append(t.variations, name.(string))
		}
		b.names = append(b.names, m.Key)
		b.byName[m.Key] = t
	}
	return b
})

// CoreBlocks are the block types of the reference.
func CoreBlocks() *Blocks { return coreBlocks() }

// BlockStyle is a style variation of a block type that a theme brings.
type BlockStyle struct {
	Block, Name, Label string
}

// With adds style variations of block types. Unknown block types and names
// that are there already are passed over.
func (b *Blocks) With(styles []BlockStyle) *Blocks {
	out := &Blocks{names: b.names, byName: make(map[string]*blockType, len(b.byName))}
	for name, t := range b.byName {
		out.byName[name] = t
	}
	for _, s := range styles {
		t := out.byName[s.Block]
		if t == nil || s.Name == "" || slices.Contains(t.variations, s.Name) {
			continue
		}
		changed := *t
		changed.variations = append(slices.Clone(t.variations), s.Name)
		out.byName[s.Block] = &changed
	}
	return out
}

// Has tells whether a block type of that name is known.
func (b *Blocks) Has(name string) bool { return b.byName[name] != nil }

// Variations are the names of a block type's style variations.
func (b *Blocks) Variations(name string) []string {
	if t := b.byName[name]; t != nil {
		return slices.Clone(t.variations)
	}
	return nil
}
