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
	open     *wire.Slots // where they are left open, when it is printed
}

// html is a cached text for the address that was asked for, or for all where it may leave
// slots open.
func (v *View) html(ctx context.Context, to Visit, t *cachedText) HTML {
	h := HTML{cached: t}
	if t.html.Fixed() {
		return h
	}
	h.address = v.address(ctx, to)
	if h.open = wire.SlotsOf(ctx); h.open == nil || to.Address == "" {
		h.open = nil
		atAddress(ctx, to, t.html)
	}
	return h
}

// filled is the HTML of a text that isn't printed, for the address that was asked for.
func (h HTML) filled(ctx context.Context, to Visit) string {
	if h.open != nil {
		atAddress(ctx, to, h.cached.html)
	}
	return h.String()
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
	if h.open != nil {
		return append(h.cached.json.AppendOpen(append(dst, '"'), h.open.Append), '"')
	}
	return append(h.cached.json.Append(append(dst, '"'), h.address), '"')
}
