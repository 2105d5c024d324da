package app

import (
	"net/http"

	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
)

// identify tells who makes a request for the API, and what a preview link opens
// to them.
func (a *App) identify(r *http.Request) (access.Actor, *fault.Error) {
	actor, refused := a.Auth.Identify(r)
	if refused == nil {
		actor.Opens = a.Env.Previews.OpenedBy(r)
	}
	return actor, refused
}
