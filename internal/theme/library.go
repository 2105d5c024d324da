package theme

import _ "embed"

//go:embed data/library.css
var libraryCSS string

// LibraryCSS is the style sheet that gives block markup its structure whatever
// the theme: columns stand side by side, galleries are grids, hidden text is
// hidden. It comes before Data.Stylesheet and sets next to no colours or type.
func LibraryCSS() string { return libraryCSS }
