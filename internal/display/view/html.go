package view

import (
	"context"

	"quoin/internal/platform/wire"
)

// HTML is a text for display. Printed as JSON it takes the form that was
// escaped when the text was made, where its string would be escaped each time.
type HTML struct {
	uncached string      // when the text is not cached
	cached   *cachedText // else
	address  string      // that its slots are filled for
}

// html is a cached text for the address that was asked for.
func (v *View) html(ctx context.Context, to Visit, t *cachedText) HTML {
	atAddress(ctx, to, t.html)
	h := HTML{cached: t}
	if !t.html.Fixed() {
		h.address = v.address(ctx, to)
	}
	return h
}

// String is the HTML itself.
func (h HTML) String() string {
	if h.cached == nil {
		return h.uncached
	}
	return h.cached.html.Fill(h.address)
}

// AppendJSON implements wire.Printer.
func (h HTML) AppendJSON(dst []byte, _ wire.Names) []byte {
	if h.cached == nil {
		return wire.AppendString(dst, h.uncached)
	}
	return append(h.cached.json.Append(append(dst, '"'), h.address), '"')
}
