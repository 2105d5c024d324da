package app

import "quoin/internal/outbound"

// addOutbound gives the site its way to other sites.
func (a *App) addOutbound() {
	e := a.Env
	e.Outbound = outbound.New(outbound.Config{UserAgent: "Quoin; " + a.URL})
	e.Cache, e.Database = a.DB, a.DB
}
