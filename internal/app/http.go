package app

import (
	"math"
	"net/http"

	"quoin/internal/app/gateway"
	"quoin/internal/display/uploads"
	"quoin/internal/display/visited"
	"quoin/internal/platform/netlimit"
)

// Handler serves the site to clients: what answers does, within what one of them may do,
// counted and logged.
func (a *App) Handler() http.Handler {
	limited := &netlimit.Rate{PerSecond: a.RateLimit, Burst: int(10 * a.RateLimit), Trusted: a.Trusted}
	bodies := &netlimit.Bodies{Paces: netlimit.DefaultPaces(), Trusted: a.Trusted}
	answers := &netlimit.Answers{Trusted: a.Trusted}
	if a.Connections > 0 {
		bodies.PerClient = netlimit.PerPeer(int(min(a.Connections, math.MaxInt32)))
		answers.PerClient = bodies.PerClient
	}
	return a.requests().Handler(limited.Handler(answers.Handler(a.Memory.Handler(bodies.Handler(gateway.Below(a.Env.Site, a.inFront(a.visited(a.answers()))))))))
}

// visited is a handler of the site that is used at any address, where it was given none.
func (a *App) visited(next http.Handler) http.Handler {
	if a.URL != "" {
		return next
	}
	return visited.Handler(a.Env.Site, next)
}

// answers are those of the site: of the API in both dialects and of everything else.
func (a *App) answers() http.Handler {
	return gateway.New(gateway.Config{
		Auth: a.Auth, Site: a.Env.Site, Store: a.DB, Types: a.Env.Types, Accounts: a.Accounts, Assembler: a.assembler, API: a.apiConfig(), Reference: a.reference,
		Files: uploads.Handler(a.Media.Blobs, a.Log), Front: a.newFront, Reply: a.newReply, Admin: a.newAdmin,
		Health: &a.Health, Wait: a.awake.Wait, Log: a.Log,
	})
}
