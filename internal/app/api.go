package app

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"quoin/internal/api/core/faults"
	"quoin/internal/api/core/index"
	"quoin/internal/api/rest"
	"quoin/internal/app/config"
	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
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
		Preview:  a.preview,
		Texts:    a.Env.Site.Texts,
		Base:     a.Env.Site.Base,
		Transact: a.DB.InTx,
		FaultOf:  faults.Of,
		Describe: index.New(a.Env).Describe, Described: index.Members(),
		Log:   a.Log,
		Cache: a.Cache, Caches: a.caches, CachePolicy: a.cachePolicy(), Items: a.items, MaxUpload: cmp.Or(a.MaxUpload, config.DefaultMaxUpload),
	}
}

// preview is ctx for somebody who looks at the site with another of its themes.
func (a *App) preview(ctx context.Context, r *http.Request, actor access.Actor) context.Context {
	with := a.Auth.Preview(ctx, r, actor)
	if id := site.Previewed(with); id == "" || a.Themes.Fixed() || a.Themes.ByID(ctx, id) == nil {
		return ctx
	}
	return with
}
