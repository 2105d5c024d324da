// Command load measures how fast a site answers, beside a plain net/http
// server that sends the same bytes and is asked by the same client in the same
// run. Rounds of both alternate, so that whatever else the machine does meets
// both alike. It also measures how lists grow with the site, and how much
// memory an idle process takes. See docs/performance.md.
//
//	go build -o bin/quoin ./cmd/quoin && go run ./test/load -quoin bin/quoin
package main
