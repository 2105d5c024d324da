// Package quoin holds the default theme, made for this program: its files, and
// nothing that runs.
package quoin

import (
	"embed"
	"io/fs"
)

// ID is the theme's id.
const ID = "quoin"

//go:embed files
var files embed.FS

// FS holds the theme's files.
func FS() fs.FS {
	sub, err := fs.Sub(files, "files")
	if err != nil {
		panic("quoin: " + err.Error()) // the folder is part of the program
	}
	return sub
}
