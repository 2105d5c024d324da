package app

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/outbound"
	"quoin/internal/shadow"
	"quoin/internal/verify"
)

// ShadowConfig says before which old site this one stands.
type ShadowConfig struct {
	// Old is the address that visitors know, Connect the host and port of its server, ""
	// for those of the address.
	Old     *url.URL
	Connect string
	// Serve are the paths whose routes are answered here once they have proved equal.
	Serve []shadow.Pattern
}

// addShadow makes what stands before an old site.
func (a *App) addShadow() {
	c := a.Config.Shadow
	if c == nil {
		return
	}
	a.shadow = shadow.New(shadow.Config{
		Old: c.Old, Transport: outbound.NewServer(c.Old, c.Connect), Serve: c.Serve,
		Here: a.visited(a.answers()), Base: a.Env.Site.Base, Compare: a.comparer(strings.TrimSuffix(c.Old.String(), "/")),
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

// comparer compares answers as verify does; what is to be expected is no difference.
func (a *App) comparer(old string) func(context.Context, string, *shadow.Answer, *shadow.Answer) (string, error) {
	return func(ctx context.Context, path string, was, is *shadow.Answer) (string, error) {
		report, err := verify.Pair(ctx, path,
			verify.Said{URL: old, Answer: &verify.Answer{Status: was.Status, Header: was.Header, Body: was.Body}},
			verify.Said{URL: a.Env.Site.Base(ctx), Answer: &verify.Answer{Status: is.Status, Header: is.Header, Body: is.Body}})
		if err != nil {
			return "", err
		}
		for _, d := range report.Differences {
			if d.Why == "" {
				return strings.TrimPrefix(d.Where, path) + ": " + d.Old + " is " + d.New, nil
			}
		}
		return "", nil
	}
}

// RunShadow compares with the old site, and hears which of both takes writes, until ctx
// ends.
func (a *App) RunShadow(ctx context.Context) error {
	if a.shadow == nil {
		return nil
	}
	return a.shadow.Run(ctx)
}

// ShadowStatus tells how far this site is from taking the place of an old one.
type ShadowStatus struct {
	shadow.Phase
	Asked    int64         `json:"asked"`
	Compared int64         `json:"compared"`
	Equal    int64         `json:"equal"`
	Proof    int64         `json:"proof"` // how many in a row prove a route equal
	Nodes    []shadow.Node `json:"nodes"`
	Routes   []ShadowRoute `json:"routes"`
}

// ShadowRoute is a route, and whether it has proved equal.
type ShadowRoute struct {
	shadow.Route
	Proved bool `json:"proved"`
}

// ShadowStatus reads it.
func (a *App) ShadowStatus(ctx context.Context) (s ShadowStatus, err error) {
	s = ShadowStatus{Proof: shadow.Proof, Routes: []ShadowRoute{}}
	if s.Phase, err = a.DB.ShadowPhase(ctx); err != nil {
		return s, err
	}
	if s.Nodes, err = a.DB.ShadowNodes(ctx, ""); err != nil {
		return s, err
	}
	routes, err := a.DB.ShadowRoutes(ctx)
	for _, r := range routes {
		s.Asked, s.Compared, s.Equal = s.Asked+r.Asked, s.Compared+r.Compared, s.Equal+r.Equal
		s.Routes = append(s.Routes, ShadowRoute{r, r.Proved()})
	}
	return s, err
}

// ForgetShadow begins the comparisons anew.
func (a *App) ForgetShadow(ctx context.Context) error { return a.DB.ForgetShadowRoutes(ctx) }

// ShadowSwitch says which site takes the place of the other.
type ShadowSwitch struct {
	// Back has the old site take its place again.
	Back bool
	// Delta takes what changed on the old site; nil takes nothing.
	Delta func(ctx context.Context) error
	Tell  func(what string)
}

// ErrSwitched says that the site that was asked for has its place already.
var ErrSwitched = errors.New("that site answers already")

// SwitchShadow has this site take the place of the old one on all nodes, or the old one
// its own again.
func (a *App) SwitchShadow(ctx context.Context, to ShadowSwitch) error {
	s := &shadow.Switcher{Store: a.DB, Clock: a.Clock, Delta: to.Delta, Tell: to.Tell}
	do := s.Switch
	if to.Back {
		do = s.Back
	}
	if err := do(ctx); !errors.Is(err, shadow.ErrAlready) {
		return err
	}
	return ErrSwitched
}

// addShadowMetrics adds what is counted before an old site.
func (a *App) addShadowMetrics() {
	if a.shadow == nil {
		return
	}
	m, c := a.Metrics, &a.shadow.Counts
	for by, read := range map[string]func() int64{"old": c.FromOld.Load, "quoin": c.FromHere.Load, "none": c.Refused.Load} {
		m.Counter("quoin_shadow_requests_total", "Requests by the site that answered them.", func() float64 { return float64(read()) }, "site", by)
	}
	m.Counter("quoin_shadow_old_failures_total", "Requests that the old site's server didn't answer.", func() float64 { return float64(c.OldFailed.Load()) })
	m.Counter("quoin_shadow_compared_total", "Answers of the old site that were held against those of this one.", func() float64 { return float64(c.Compared.Load()) })
	m.Counter("quoin_shadow_equal_total", "Answers of both sites that were equal.", func() float64 { return float64(c.Equal.Load()) })
	for i, why := range shadow.SkipNames() {
		m.Counter("quoin_shadow_skipped_total", "Answers that weren't compared, by the reason.", func() float64 { return float64(c.Skipped[i].Load()) }, "reason", why)
	}
	m.Gauge("quoin_shadow_switched", "1 once this site has taken the old one's place, else 0.", func() float64 {
		if a.shadow.Phase() == shadow.Switched {
			return 1
		}
		return 0
	})
	m.Vector("quoin_shadow_route_compared_total", "Answers that were compared on this node, by route.", "route", a.shadow.Each(func(r shadow.Route) int64 { return r.Compared }))
	m.Vector("quoin_shadow_route_equal_total", "Answers that were equal on this node, by route.", "route", a.shadow.Each(func(r shadow.Route) int64 { return r.Equal }))
}
