// Package oembed is the namespace oembed/1.0: it tells other sites how to show
// entries of this one, and editors how to show addresses of other sites.
//
// What providers answer is never passed on as it is: photos and links are
// rebuilt from their facts, and of the HTML of providers that aren't in the
// list (providers.json) only a quotation and a sandboxed frame are kept.
//
// Start reading at routes.go.
package oembed
