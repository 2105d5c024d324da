package openapi

import (
	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Arguments are the schemas of an endpoint's arguments by name, as this package describes
// them to programs, and the names of those that must be given.
func Arguments(e *rest.Endpoint, names *dialect.Dialect) (properties *wire.Object, required []string) {
	properties = &wire.Object{}
	for i := range e.Args {
		a := &e.Args[i]
		name := names.Symbol(a.Name)
		properties.Set(name, schemaOf(a.Schema, names, false))
		if a.Required {
			required = append(required, name)
		}
	}
	return properties, required
}

// Answered is the schema of what is answered.
func Answered(s *schema.Schema, names *dialect.Dialect) *wire.Object { return schemaOf(s, names, true) }
