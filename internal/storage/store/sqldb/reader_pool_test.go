package sqldb

import (
	"context"
	"errors"
	"testing"
)

// TestReadersAreUsedAgain takes connections that read and gives them back: one at a time is
// always the same, and who finds none waits.
func TestReadersAreUsedAgain(t *testing.T) {
	t.Parallel()
	p := newReaderPool(3)
	for range 3 {
		p.put(&session{})
	}
	get := func() *session {
		t.Helper()
		s, err := p.get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := get()
	for range 5 {
		p.put(first)
		if s := get(); s != first {
			t.Fatal("another connection was given out, though one had just come back")
		}
	}
	second, third := get(), get()
	if first == second || second == third || first == third {
		t.Error("a connection was given out twice")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := p.get(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("without a connection: %v", err)
	}
	waited := make(chan *session)
	go func() { waited <- get() }()
	p.put(second)
	if s := <-waited; s != second {
		t.Error("who waited got another connection than the one that came back")
	}
}
