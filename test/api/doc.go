// Package api tests the whole server as a black box: over HTTP, in both
// dialects, on both engines.
package api
