package env

import (
	"quoin/internal/api/rest/dialect"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// Names are the names of types and taxonomies that the reference calls
// otherwise.
func Names(types []*content.Type, taxonomies []*taxonomy.Taxonomy) dialect.Names {
	var n dialect.Names
	for _, t := range types {
		if t.Reference != "" {
			n.Words = append(n.Words, dialect.Type(t.Name, t.Reference)...)
		}
	}
	for _, t := range taxonomies {
		if t.Reference != "" {
			n.Words = append(n.Words, dialect.Taxonomy(t.Name, t.Reference)...)
		}
	}
	return n
}
