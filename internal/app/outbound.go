package app

import (
	"fmt"
	"net/netip"
	"strings"

	"quoin/internal/domain/feeds"
	"quoin/internal/platform/outbound"
)

// addOutbound gives the site its way to other sites.
func (a *App) addOutbound() error {
	allowed, err := parseAllowed(a.OutboundAllow)
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

// parseAllowed reads Config.OutboundAllow.
func parseAllowed(text string) ([]netip.AddrPort, error) {
	var list []netip.AddrPort
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		at, err := netip.ParseAddrPort(part)
		if err != nil || at.Port() == 0 {
			return nil, fmt.Errorf("QUOIN_OUTBOUND_ALLOW: %q is no address with a port, such as 10.0.0.5:3000", part)
		}
		list = append(list, netip.AddrPortFrom(at.Addr().Unmap(), at.Port()))
	}
	return list, nil
}
