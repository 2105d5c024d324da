package app

import (
	"cmp"
	"time"

	"quoin/internal/api/core/faults"
	"quoin/internal/api/core/index"
	"quoin/internal/api/rest"
	"quoin/internal/app/config"
)

func (a *App) apiConfig() rest.Config {
	var observe func(pattern, method string, status int, took time.Duration)
	if a.Metrics != nil {
		observe = a.Metrics.Route
	}
	return rest.Config{
		Observe:  observe,
		Identify: a.identify,
		AddNonce: a.Auth.AddNonce,
		Speak:    a.Auth.Speak,
		Preview:  a.Auth.Preview,
		Texts:    a.Env.Site.Texts,
		Base:     a.Env.Site.Base,
		Transact: a.DB.InTx,
		FaultOf:  faults.Of,
		Describe: index.New(a.Env).Describe, Described: index.Members(),
		Log:   a.Log,
		Cache: a.Cache, Caches: a.caches, CachePolicy: a.cachePolicy(), Items: a.items, MaxUpload: cmp.Or(a.MaxUpload, config.DefaultMaxUpload),
	}
}
