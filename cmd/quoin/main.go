// Command quoin serves and runs a content site. See its help for the subcommands.
package main

import "quoin"

func main() { quoin.Main() }
