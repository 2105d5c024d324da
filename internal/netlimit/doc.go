// Package netlimit bounds what connections may cost a server: how many there
// are, how slowly they send, and how slowly they read.
//
// A Listener counts connections. When there are too many, the one that has been
// idle between two requests for longest makes room; when all are at work, the
// new one is told to come back later. What it accepts must keep taking what is
// written to it.
//
// Bodies makes the bodies of requests keep coming. The time of a header is
// bounded by the server itself (http.Server.ReadHeaderTimeout).
package netlimit
