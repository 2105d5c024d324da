package theme

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"quoin/internal/domain/blocktype"
)

//go:embed data/base.css
var baseCSS string

// LibraryCSS is the style sheet of every page, whatever the theme. It comes
// after BlockCSS and before Data.Stylesheet.
func LibraryCSS() string { return flat(baseCSS) }

// BlockCSS is the style sheet that gives the markup of some block types its
// structure: columns stand side by side, galleries are grids. It comes first
// on a page, so that what the theme says weighs more. Types without a style
// sheet of their own are left out, and so is what was named before. rightToLeft mirrors
// it. A theme may ask for more looks of the blocks.
func (t *Theme) BlockCSS(rightToLeft bool, names ...string) string {
	dressed := slices.Contains(t.Registered.Supports, "wp-block-styles")
	sheets := library()
	if rightToLeft {
		sheets = mirroredLibrary()
	}
	var b strings.Builder
	seen := map[string]bool{}
	for _, name := range names {
		of := blocktype.Get(name)
		if of == nil {
			continue
		}
		for _, handle := range of.Sheets {
			if !seen[handle] {
				seen[handle] = true
				b.WriteString(sheets[handle])
			}
		}
		if dressed {
			b.WriteString(sheets[dressOf(of)])
		}
	}
	return b.String()
}

// Styled tells for which block types the styles of the site stand on a page with some
// types: for those, and for types whose style sheets they need.
//
// Compat (TestStyledBlocks): a query has its own only where its pages are exchanged
// without a new page.
func Styled(names ...string) func(name string) bool {
	handles := map[string]bool{}
	for _, name := range names {
		if of := blocktype.Get(name); of != nil {
			for _, handle := range of.Sheets {
				handles[handle] = true
			}
		}
	}
	return func(name string) bool {
		own, ok := strings.CutPrefix(name, "core/")
		return ok && handles["wp-block-"+own]
	}
}

// library are the style sheets of block types by their handles.
var library = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, t := range blocktype.All() {
		if t.Style != "" {
			all["wp-block-"+t.Folder()] = flat(t.Style)
		}
		if t.Dress != "" {
			all[dressOf(t)] = flat(t.Dress)
		}
	}
	return all
})

// dressOf is the handle of the further looks of a block type.
func dressOf(t *blocktype.Type) string { return "wp-block-" + t.Folder() + "-theme" }

// mirroredLibrary is the library for texts from right to left.
var mirroredLibrary = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for handle, css := range library() {
		all[handle] = mirrored(css)
	}
	return all
})

// flat is CSS without indentation.
func flat(css string) string { return strings.NewReplacer("\t", "", "\n", "").Replace(css) }
