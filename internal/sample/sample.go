package sample

import (
	"bytes"
	"embed"
	"io"
	"io/fs"
)

//go:embed site.xml
var site []byte

//go:embed uploads
var uploads embed.FS

// Export returns a reader of the sample site's export file.
func Export() io.Reader { return bytes.NewReader(site) }

// Uploads returns the images of the sample site as YYYY/MM/NAME.
func Uploads() fs.FS {
	sub, err := fs.Sub(uploads, "uploads")
	if err != nil {
		panic(err) // "uploads" is a valid path, which is all that Sub checks
	}
	return sub
}
