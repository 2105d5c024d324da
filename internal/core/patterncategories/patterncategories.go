// Package patterncategories is the resource core/v2/core_pattern_category.
package patterncategories

import (
	"quoin/internal/core/env"
	"quoin/internal/core/terms"
	"quoin/internal/rest"
	"quoin/internal/taxonomy"
)

// Routes are the routes of the resource.
func Routes(e *env.Env) []rest.Route {
	res := &terms.Resource{Env: e, Tax: e.Taxonomies.Get(taxonomy.PatternCategory)}
	return res.Routes()
}
