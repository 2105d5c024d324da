package shadow

import "quoin/internal/platform/telemetry"

// AddMetrics adds what is counted before an old site.
func (s *Shadow) AddMetrics(m *telemetry.Metrics) {
	c := &s.Counts
	for by, read := range map[string]func() int64{"old": c.FromOld.Load, "quoin": c.FromHere.Load, "none": c.Refused.Load} {
		m.Counter("quoin_shadow_requests_total", "Requests by the site that answered them.", func() float64 { return float64(read()) }, "site", by)
	}
	m.Counter("quoin_shadow_old_failures_total", "Requests that the old site's server didn't answer.", func() float64 { return float64(c.OldFailed.Load()) })
	m.Counter("quoin_shadow_compared_total", "Answers of the old site that were held against those of this one.", func() float64 { return float64(c.Compared.Load()) })
	m.Counter("quoin_shadow_equal_total", "Answers of both sites that were equal.", func() float64 { return float64(c.Equal.Load()) })
	for i, why := range SkipNames() {
		m.Counter("quoin_shadow_skipped_total", "Answers that weren't compared, by the reason.", func() float64 { return float64(c.Skipped[i].Load()) }, "reason", why)
	}
	m.Gauge("quoin_shadow_switched", "1 once this site has taken the old one's place, else 0.", func() float64 {
		if s.Phase() == Switched {
			return 1
		}
		return 0
	})
	m.Vector("quoin_shadow_route_compared_total", "Answers that were compared on this node, by route.", "route", s.Each(func(r Route) int64 { return r.Compared }))
	m.Vector("quoin_shadow_route_equal_total", "Answers that were equal on this node, by route.", "route", s.Each(func(r Route) int64 { return r.Equal }))
}
