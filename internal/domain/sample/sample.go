package sample

import (
	"bytes"
	"embed"
	"io"
	"io/fs"
)

// Tagline says what the sample site is about.
const Tagline = "Notes on stone, walls and the printed page"

// Person is somebody who writes on the sample site.
type Person struct{ Login, About, Website string }

// People are those who write on the sample site.
var People = []Person{
	{
		Login: "hester", Website: "https://sample.quoin.example/hester/",
		About: "Hester cuts and mends corners in sandstone and limestone, and has kept the yard's day-book since 1998.",
	},
	{
		Login: "tomas",
		About: "Tomás sets type by hand, prints the yard's notices, and believes that walls and pages fail in the same places.",
	},
}

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
