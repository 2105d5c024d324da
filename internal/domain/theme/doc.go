// Package theme reads block themes and works out what they say: templates,
// template parts, patterns, style variations, and the settings and styles of
// theme.json.
//
// Load reads a theme from any fs.FS. It never runs anything: what the code in
// its pattern files and functions.php says is worked out by the package php
// below this one, and what can't be is left out and named in Theme.Skipped.
// File count, sizes and depth are bounded, and an error names the file.
//
// Settings and styles come in layers (an Origin each): the defaults every
// theme starts from, what block types bring, the theme, and what a site's
// users changed. NewData turns one document into a layer: older versions are
// migrated, keys nobody knows are dropped and presets are filed under their
// origin. Data.Merge lays one layer over another. Merging the same layer twice
// changes nothing, and neither NewData nor Merge panics on any document.
//
// A Theme and a Data never change after they were made, so they may be shared
// between goroutines; the wire values they hand out must not be written to.
//
// Start reading at theme.go for files, data.go for layers, stylesheet.go for
// CSS, library.go for the style sheets of block types and hierarchy.go for
// which template serves a request. The default theme is in the package quoin
// below this one.
package theme
