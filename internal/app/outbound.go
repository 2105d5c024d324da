package app

import (
	"quoin/internal/feeds"
	"quoin/internal/outbound"
)

// addOutbound gives the site its way to other sites.
func (a *App) addOutbound() {
	e := a.Env
	if e.Outbound = a.Outbound; e.Outbound == nil {
		e.Outbound = outbound.New(outbound.Config{UserAgent: "Quoin; " + a.URL})
	}
	e.Cache, e.Database = a.DB, a.DB
	a.feeds = feeds.New(feeds.Config{Outbound: e.Outbound, Cache: a.DB, Clock: a.Clock, Log: a.Log})
}
