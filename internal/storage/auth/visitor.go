package auth

import (
	"net/http"

	"quoin/internal/platform/access"
)

// Visitor tells who makes a request for a page, by its cookie alone. Pages only
// read, so no nonce is asked for.
func (a *Authenticator) Visitor(r *http.Request) access.Actor {
	if _, u := a.SessionOf(r); u != nil {
		return a.actor(r, u)
	}
	return a.anonymous(r)
}
