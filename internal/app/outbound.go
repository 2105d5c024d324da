package app

import (
	"quoin/internal/app/config"
	"quoin/internal/domain/feeds"
	"quoin/internal/platform/outbound"
)

// addOutbound gives the site its way to other sites.
func (a *App) addOutbound() error {
	allowed, err := config.ParseAllowed(a.OutboundAllow)
	if err != nil {
		return err
	}
	e := a.Env
	if e.Outbound = a.Outbound; e.Outbound == nil {
		e.Outbound = outbound.New(outbound.Config{UserAgent: "Quoin; " + a.URL, Allow: allowed})
	}
	e.Cache, e.Database = a.DB, a.DB
	a.feeds = feeds.New(feeds.Config{Outbound: e.Outbound, Cache: a.DB, Clock: a.Clock, Log: a.Log})
	return nil
}
