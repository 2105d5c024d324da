package theme

import (
	_ "embed"
	"strings"
	"sync"

	"quoin/internal/blocktype"
)

//go:embed data/base.css
var baseCSS string

// LibraryCSS is the style sheet of every page, whatever the theme. It comes
// after BlockCSS and before Data.Stylesheet.
func LibraryCSS() string { return flat(baseCSS) }

// BlockCSS is the style sheet that gives the markup of some block types its
// structure: columns stand side by side, galleries are grids. It comes first
// on a page, so that what the theme says weighs more. Types without a style
// sheet of their own are left out, and so is what was named before.
func BlockCSS(names ...string) string {
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
				b.WriteString(library()[handle])
			}
		}
	}
	return b.String()
}

// library are the style sheets of block types by their handles.
var library = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, t := range blocktype.All() {
		if t.Style != "" {
			all["wp-block-"+t.Folder()] = flat(t.Style)
		}
	}
	return all
})

// flat is CSS without indentation.
func flat(css string) string { return strings.NewReplacer("\t", "", "\n", "").Replace(css) }
