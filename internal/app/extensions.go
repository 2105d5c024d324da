package app

import (
	"context"
	"net/http"
	"slices"

	"quoin/internal/app/config"
	"quoin/internal/app/gateway"
	"quoin/internal/app/options"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/storage/auth"
)

// addExtensions brings up those that are served, with their options and what they cache, and
// has log-ins and rights ask those that are active.
func (a *App) addExtensions(ctx context.Context, preset config.Preset) {
	list := a.Known()
	if a.Extensions != nil {
		preset = config.Preset{}
		for _, x := range list {
			preset.Extensions = append(preset.Extensions, config.Use{ID: x.ID})
		}
	}
	for _, x := range a.More {
		preset.Extensions = append(preset.Extensions, config.Use{ID: x.ID, Features: x.Features})
	}
	a.Ext.Start(ctx, list, preset)
	for x := range a.Ext.Working() {
		if x.Parts.Cache != nil {
			// Answers may be made of what the extension holds, so they go last.
			a.caches = slices.Insert(a.caches, len(a.caches)-1, x.Parts.Cache)
		}
	}
	a.Options = &options.Options{Site: a.Env.Site, Transact: a.DB.InTx, Extensions: a.Ext, Known: list}
	a.Auth.Grants = func(ctx context.Context) access.Grants { return a.assembler.Of(ctx).Grants }
	a.Env.Links.MainCategory = func(ctx context.Context, e *content.Entry) int64 {
		for _, x := range a.assembler.Of(ctx).Active {
			if x.Parts.MainCategory != nil {
				if id := x.Parts.MainCategory(ctx, e); id > 0 {
					return id
				}
			}
		}
		return 0
	}
	factors := a.Accounts.Throttle()
	recorder := auth.NamedThrottle{Name: "record", Throttle: auth.Recorder{Record: a.Record, Log: a.Log}}
	a.Auth.Throttle = auth.Throttles(func(ctx context.Context) []auth.NamedThrottle {
		return append([]auth.NamedThrottle{recorder, factors}, a.assembler.Of(ctx).Throttle...)
	})
}

// furnish gives an extension what its host has of the site.
func (a *App) furnish(h *ext.Host) {
	h.Secrets = ext.NewSecrets(h.ID, a.Auth.DeriveKey)
	h.Visitor, h.Client, h.Current, h.ActorOf = a.Auth.Visitor, a.Auth.ClientIP, a.Auth.Current, a.Auth.ActorOf
	h.Holds = func(name string, r *http.Request) (holds, declared bool) {
		test, declared := a.assembler.Now().Tests[name]
		return declared && test(r), declared
	}
	h.Protected = gateway.Protected
	h.Draining = a.Health.Draining()
	h.Pages, h.Renderer = a.View, a.View.Renderer()
	h.Mail = a.Mail
	h.Dialect = a.reference
}
