// Package quoin is the program quoin as a library: a content site server to which
// extensions of your own are added.
//
//	package main
//
//	import (
//		"quoin"
//
//		"example.org/notes"
//	)
//
//	func main() { quoin.Main(notes.Extension()) }
//
// Package ext has what an extension is written with.
package quoin

import (
	"quoin/ext"
	"quoin/internal/command"
)

// Main is the program with all its commands: it reads the command line, and ends the
// process. The extensions are served beside those that the program always has, with every
// preset; their ids must differ from those.
func Main(extensions ...ext.Extension) { command.Main(extensions...) }
