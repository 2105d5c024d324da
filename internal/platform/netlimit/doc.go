// Package netlimit bounds what connections may cost a server: how many there
// are, how many of them one client may have, how slowly they send, and how
// slowly they read.
//
// A Listener counts connections. When there are too many, of all or of one
// address, the one that has been idle between two requests for longest makes
// room, or else the one whose client owes bytes of a header or a body for
// longest; when all are at work, the new one is told to come back later. The
// fuller it is, the less time clients get. What it accepts must keep taking what
// is written to it.
//
// Answers does for the streams of HTTP/2 what the Listener does for connections: one
// client has a number under way, and must read what is sent.
//
// Bodies makes the bodies of requests keep coming, those of calls faster than
// uploads. The time of a header is bounded by the server itself
// (http.Server.ReadHeaderTimeout).
//
// Proxies tells who sent a request that came through trusted proxies.
package netlimit
