// Package api is the folder of how a site is spoken to: the REST engine with its two
// dialects, OpenAPI, and the resources of core/v2. Resources reach the store through
// core/env alone.
package api
