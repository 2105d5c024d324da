// Command site is quoin with the extension notes.
package main

import (
	"quoin"
	"quoin/examples/notes"
)

func main() { quoin.Main(notes.Extension()) }
