// Package tags is the resource core/v2/tags.
package tags

import (
	"quoin/internal/core/env"
	"quoin/internal/core/terms"
	"quoin/internal/rest"
	"quoin/internal/taxonomy"
)

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &terms.Resource{Env: e, Tax: e.Taxonomies.Get(taxonomy.Tag)}
	return res.Routes()
}
