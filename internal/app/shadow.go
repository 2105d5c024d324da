package app

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/domain/shadow"
	"quoin/internal/platform/outbound"
	"quoin/internal/transfer/verify"
)

// addShadow makes what stands before an old site.
func (a *App) addShadow() {
	c := a.Config.Shadow
	if c == nil {
		return
	}
	a.shadow = shadow.New(shadow.Config{
		Old: c.Old, Transport: outbound.NewServer(c.Old, c.Connect), Serve: c.Serve,
		Here: a.visited(a.answers()), Base: a.Env.Site.Base, Compare: verify.Comparer(strings.TrimSuffix(c.Old.String(), "/"), a.Env.Site.Base),
		Store: a.DB, Log: a.Log, Clock: a.Clock,
		Client: a.Trusted.Client, Trusted: a.Trusted.TrustPeer, TLS: a.Trusted.TLS,
	})
}

// inFront puts an old site in front of this one. Whether the server is well it tells
// itself.
func (a *App) inFront(here http.Handler) http.Handler {
	if a.shadow == nil {
		return here
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !a.Health.Handle(w, r) {
			a.shadow.ServeHTTP(w, r)
		}
	})
}

// RunShadow compares with the old site, and hears which of both takes writes, until ctx
// ends.
func (a *App) RunShadow(ctx context.Context) error {
	if a.shadow == nil {
		return nil
	}
	return a.shadow.Run(ctx)
}
