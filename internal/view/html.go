package view

import (
	"context"

	"quoin/internal/wire"
)

// HTML is a text for display. Printed as JSON it takes the form that was
// escaped when the text was made, where its string would be escaped each time.
type HTML struct {
	plain   string    // when nothing is kept
	kept    *keptText // else
	address string    // that its slots are filled for
}

// html is a kept text for the address that was asked for.
func (v *View) html(ctx context.Context, t *keptText) HTML {
	h := HTML{kept: t}
	if !t.html.Fixed() {
		h.address = v.addressed(ctx)
	}
	return h
}

// String is the HTML itself.
func (h HTML) String() string {
	if h.kept == nil {
		return h.plain
	}
	return h.kept.html.Fill(h.address)
}

// AppendJSON implements wire.Printer.
func (h HTML) AppendJSON(dst []byte, _ wire.Names) []byte {
	if h.kept == nil {
		return wire.AppendString(dst, h.plain)
	}
	return append(h.kept.json.Append(append(dst, '"'), h.address), '"')
}
