package rest

import (
	"strings"

	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

// Path builds an address inside the API from plain text and symbols: a
// wire.Symbol among the parts is translated by the mount that prints it.
func Path(parts ...any) wire.Ref {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case wire.Symbol:
			b.WriteString(dialect.Mark)
			b.WriteString(string(p))
		case string:
			b.WriteString(p)
		default:
			b.WriteString(urlquery.Text(p))
		}
	}
	path, asked, ok := strings.Cut(b.String(), "?")
	if ok {
		asked = "?" + asked
	}
	return wire.Ref{Path: path, Query: asked}
}

// Rel is one of the reference's own relations that has a declared name in it.
func Rel(before string, name wire.Symbol) string { return CURIE + before + dialect.Mark + string(name) }

func removeMark(s string) string { return strings.ReplaceAll(s, dialect.Mark, "") }
