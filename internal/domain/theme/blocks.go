package theme

import (
	"cmp"
	"slices"
	"sync"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/wire"
)

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
	// line says that it is a line, which shows a color as its own.
	line bool
	// variations are the names of its style variations.
	variations []string
	// layout says that its inner blocks may be laid out.
	layout bool
	// gap is the space between inner blocks where none is set; "" for none.
	gap string
	// styles are the styles that it brings along.
	styles *wire.Object
}

// coreBlocks takes the block types of the core from the catalogue once.
var coreBlocks = sync.OnceValue(func() *Blocks {
	b := &Blocks{byName: map[string]*blockType{}}
	for _, of := range blocktype.All() {
		supports := of.Declared.Object("supports")
		t := &blockType{
			name:      of.Name,
			selector:  cmp.Or(of.Selectors.Text("root"), ".wp-block-"+of.Folder()),
			selectors: featureSelectors(of),
			states:    of.Selectors.Object.Object("states"),
			line:      of.Server.LineColor,
			layout:    of.Has(false, "layout"),
			gap:       supports.Object("spacing").Object("blockGap").Text("__experimentalDefault"),
			styles:    supports.Object("__experimentalStyle"),
		}
		list, _ := of.Declared.Get("styles").([]any)
		for _, style := range list {
			t.variations = append(t.variations, style.(*wire.Object).Text("name"))
		}
		b.names = append(b.names, t.name)
		b.byName[t.name] = t
	}
	return b
})

// featureSelectors are the selectors of single features of a type.
func featureSelectors(of *blocktype.Type) *wire.Object {
	all := &wire.Object{}
	for _, m := range slices.Concat(of.Selectors.Members(), of.Server.Selectors.Members()) {
		if m.Key != "root" && m.Key != "states" {
			all.Set(m.Key, m.Value)
		}
	}
	return all
}

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
