// Package outbound is how the server fetches addresses that somebody else
// chose: pages to preview, providers of embeds, feeds.
//
// Invariants: connections go to public addresses only, decided when a
// connection is made, after the name was looked up, for every hop of every
// redirect; answers are cut off at a size and a time; no cookies, no
// credentials, no proxy of the environment. The one exception is the site's
// own address, which a request may name.
package outbound
