// Package rest is the REST engine. It knows no resource.
//
// Routes, arguments, fields and permissions are declared as values beside
// their handlers; matching, argument checks, the site index, OPTIONS, the
// Allow header, _fields, _embed, _envelope and batch are all derived from
// them. A request passes these stages, and an error of one ends it:
//
//	match    the route pattern and the method      404
//	bind     required, validation, cleaning         400
//	allow    the endpoint's permission              401, 403
//	handle   the endpoint itself
//	finish   fields, links, embedded answers, form
//
// Start reading at route.go (what is declared), then dispatch.go (the stages)
// and mount.go (HTTP). An API is assembled once at start and never changes;
// an endpoint without a permission doesn't start.
package rest
