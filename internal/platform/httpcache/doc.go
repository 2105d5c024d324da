// Package httpcache holds whole HTTP answers in a cache (see package cache) and
// sends them: compressed as the client prefers, with an ETag, and as 304 to who
// has them already.
package httpcache
