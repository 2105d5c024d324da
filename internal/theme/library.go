package theme

import (
	"embed"
	"strings"
	"sync"
)

//go:embed data/base.css data/blocks/*.css
var sheets embed.FS

// LibraryCSS is the style sheet of every page, whatever the theme. It comes
// after BlockCSS and before Data.Stylesheet.
func LibraryCSS() string { return library()[""] }

// BlockCSS is the style sheet that gives the markup of some block types its
// structure: columns stand side by side, galleries are grids. It comes first
// on a page, so that what the theme says weighs more. Types without a style
// sheet of their own are left out, and so is what was named before.
func BlockCSS(names ...string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, name := range names {
		for _, sheet := range sheetsOf(name) {
			if !seen[sheet] {
				seen[sheet] = true
				b.WriteString(library()[sheet])
			}
		}
	}
	return b.String()
}

// sheetsOf are the names of the style sheets of a block type.
func sheetsOf(name string) []string {
	short, ok := strings.CutPrefix(name, "core/")
	if !ok || short == "" {
		return nil
	}
	if short == "post-comments-form" {
		return []string{short, "buttons", "button"}
	}
	return []string{short}
}

// library are all style sheets by name, without indentation.
var library = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	read := func(name, file string) {
		css, err := sheets.ReadFile(file)
		if err != nil {
			panic(err) // embedded
		}
		all[name] = strings.NewReplacer("\t", "", "\n", "").Replace(string(css))
	}
	read("", "data/base.css")
	files, err := sheets.ReadDir("data/blocks")
	if err != nil {
		panic(err) // embedded
	}
	for _, f := range files {
		read(strings.TrimSuffix(f.Name(), ".css"), "data/blocks/"+f.Name())
	}
	return all
})
