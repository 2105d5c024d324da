package app

import (
	"time"

	"quoin/internal/domain/media"
	"quoin/internal/platform/telemetry"
	"quoin/internal/storage/auth"
)

// requests counts and logs the requests of the site, as it was told to.
func (a *App) requests() *telemetry.Requests {
	q := &telemetry.Requests{
		Surface: telemetry.SurfaceOf(media.Path, "/api", "/wp-json"),
		Client:  a.Auth.ClientIP,
		Metrics: a.Metrics,
	}
	if a.AccessLog {
		q.Log = a.Log
	}
	return q
}

// jobsCounted bounds what metrics ask the database.
const jobsCounted = 2 * time.Second

// addMetrics adds what the parts of the site count.
func (a *App) addMetrics() {
	m := a.Metrics
	if m == nil {
		return
	}
	m.Counter("quoin_password_hashes_total", "Slow hashes of passwords that were made: what guessing costs.", func() float64 { return float64(auth.SlowHashes()) })
	m.Counter("quoin_cache_hits_total", "Answers that came from the cache.", func() float64 { return float64(a.Cache.Counts().Hits) })
	m.Counter("quoin_cache_misses_total", "Answers that weren't in the cache.", func() float64 { return float64(a.Cache.Counts().Misses) })
	m.Counter("quoin_cache_dropped_total", "Cached answers that a change removed.", func() float64 { return float64(a.Cache.Counts().Dropped) })
	m.Counter("quoin_item_cache_hits_total", "Items that had been printed before.", func() float64 { return float64(a.items.Counts().Hits) })
	m.Counter("quoin_item_cache_misses_total", "Items that were made.", func() float64 { return float64(a.items.Counts().Misses) })
	m.Gauge("quoin_item_cache_bytes", "Memory that printed items take.", func() float64 { return float64(a.items.Counts().Bytes) })
	m.Gauge("quoin_cache_answers", "Answers in the cache.", func() float64 { return float64(a.Cache.Counts().Values) })
	m.Gauge("quoin_cache_bytes", "Memory that cached answers take.", func() float64 { return float64(a.Cache.Counts().Bytes) })
	m.Counter("quoin_statements_total", "Statements that the database ran.", func() float64 {
		n, _ := a.DB.Ran()
		return float64(n)
	})
	m.Counter("quoin_statement_seconds_total", "Time that statements took, their wait for a place included.", func() float64 {
		_, took := a.DB.Ran()
		return took.Seconds()
	})
	a.addOperation()
	if a.shadow != nil {
		a.shadow.AddMetrics(m)
	}
}
