package escape

import (
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
)

// HTML escapes text for element content.
func HTML(s string) string { return entity.Escape(s) }

// Attr escapes text for a quoted attribute value.
func Attr(s string) string { return entity.Escape(s) }

// URL cleans an address and escapes it for an attribute. It is empty when the
// scheme is not allowed.
func URL(s string) string { return clean.URLDisplay(s, nil) }
