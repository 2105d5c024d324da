package quoin_test

import (
	"quoin"
	"quoin/ext"
)

// The program with one extension more.
func ExampleMain() {
	main := func() {
		quoin.Main(ext.Extension{
			ID: "hello", Info: ext.Info{ID: "hello/hello", Title: "Hello", Version: "1.0"},
			New: func(*ext.Host) (*ext.Parts, error) { return &ext.Parts{}, nil },
		})
	}
	_ = main
}
