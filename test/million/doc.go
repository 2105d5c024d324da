// Command million makes a site of a million entries and tells what that costs: how long
// its import, its commands and an upgrade take, how much memory each has of its own, and
// how long each kind of request takes: the first time after a start, after a change, and
// once it is kept. See docs/performance.md.
//
//	go build -o bin/quoin ./cmd/quoin && go run ./test/million -quoin bin/quoin
package main
