// Package soak serves pages for long and holds the memory that stays in use to what
// caches may take.
//
//	QUOIN_SOAK=20 go test ./test/soak -v -timeout 60m
package soak
