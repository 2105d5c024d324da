// Package app puts a site together: stores, services, routes and the HTTP
// handler. It is the one package that knows all others.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"path/filepath"
	"slices"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/app/assembly"
	"quoin/internal/app/background"
	"quoin/internal/app/backups"
	"quoin/internal/app/bootstrap"
	"quoin/internal/app/config"
	"quoin/internal/app/examination"
	"quoin/internal/app/exchange"
	"quoin/internal/app/extensions"
	"quoin/internal/app/gateway"
	"quoin/internal/app/options"
	"quoin/internal/app/personal"
	"quoin/internal/app/services"
	"quoin/internal/app/themes"
	"quoin/internal/display/view"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/feeds"
	"quoin/internal/domain/media"
	"quoin/internal/domain/shadow"
	"quoin/internal/domain/site"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
	"quoin/internal/platform/admission"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/httpcache/purge"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/telemetry"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store"
)

// itemShare divides the memory for cached answers: printed items, of which new
// answers are made, take as much again divided by it.
const itemShare = 4

// Config is what a site is started with.
type Config = config.Config

// App is one running site.
type App struct {
	Config
	Env  *env.Env
	DB   *store.DB
	Auth *auth.Authenticator
	// API is the one of the extensions that were active when the site was
	// opened; requests get that of those that are active then.
	API  *rest.API
	View *view.View
	// Accounts are the pages on which people log in.
	Accounts *account.Pages
	// People manages accounts, Personal is what the site knows of people.
	People   *account.Manager
	Personal *personal.Data
	// Ext are the extensions that the site was started with.
	Ext *extensions.Set
	// Work is what the site does when nobody asks.
	Work *background.Work
	// Exchange brings content in and out.
	Exchange *exchange.Exchange
	// Options are set and shown by their names.
	Options *options.Options
	// Backups makes those of the site.
	Backups *backups.Backups
	// Languages are those that the site is shown in.
	Languages site.Languages
	// Record is kept of log-ins, and changes of rights and settings.
	Record *audit.Log
	// Memory is what long answers share while they are made and taken.
	Memory *admission.Gate
	// Health tells whether the site can serve.
	Health telemetry.Health
	// Media stores uploaded files.
	Media *media.Service
	// Themes are those of the site, and the one in effect.
	Themes *themes.Themes
	Cache  *httpcache.Cache // nil with NoCache

	items *rest.ItemCache
	// caches are the texts and answers that other processes and this one make
	// stale. Answers are made of texts, so these come first.
	caches cache.Group

	purger *purge.Purger // nil without PurgeURL
	feeds  *feeds.Reader
	parts  *parts
	awake  *store.Awake // whether what is cached may be used

	shadow *shadow.Shadow // nil without an old site

	reference *dialect.Dialect
	assembler *assembly.Assembler
	cleaner   *media.Cleaner

	// Created is set when this start created the site.
	Created *config.Created
	// FirstPassword is the administrator's password when this start created
	// the site and made it up; it can't be had again.
	FirstPassword string
}

// New opens a site. Where there is none it creates one, unless c.Existing is set.
// Whoever gets an App closes it.
func New(ctx context.Context, c Config) (*App, error) {
	preset, err := c.Settle()
	if err != nil {
		return nil, err
	}
	parts := newParts(c.Log)
	c.Log = parts.quiet(c.Log)
	created, err := c.OpenFolder()
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{
		Dir: c.Data, URL: c.DatabaseURL, ListenURL: c.DatabaseListenURL, ReadURL: c.DatabaseReadURL, SiteURL: c.URL, DefaultSiteURL: c.FallbackURL(), Unmapped: c.SmallMemory, Log: c.Log,
		SlowStatement: c.SlowStatement, Connections: c.DatabaseConnections, BeforeUpgrade: store.BeforeUpgrade(c.KeepBeforeUpgrade()),
		Existing: c.Existing,
	})
	if errors.Is(err, store.ErrNoTables) {
		return nil, fmt.Errorf("%w in %s", config.ErrNoSite, c.Location())
	}
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: db, reference: extensions.Names(append(slices.Clip(c.Extensions), c.More...)), awake: store.NewAwake(), parts: parts}
	if err := a.build(ctx, created, preset); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// build makes the parts of a site and ties them to its open database.
func (a *App) build(ctx context.Context, created config.Created, preset config.Preset) (err error) {
	a.Health.Ready = a.DB.Ping
	a.Memory = admission.New(cmp.Or(a.AnswerMemory, config.DefaultAnswerMemory), func(r *http.Request) netip.Addr { return netlimit.Peer(a.Trusted.Client(r)) })
	a.Env = services.New(a.Config, a.DB)
	a.Languages = site.Languages{Site: a.Env.Site, Transact: a.DB.InTx}
	if err := a.addOutbound(); err != nil {
		return err
	}
	a.Record = audit.NewLog(a.DB, a.Clock)
	a.Themes, err = themes.Open(themes.Config{
		Folder: filepath.Join(a.Data, config.ThemesFolder), Given: a.Theme, Site: a.Env.Site, Store: a.DB, Entries: a.Env.Entries, Terms: a.Env.Terms,
		Outbound: a.Env.Outbound, Record: a.Record, Clock: a.Clock, Log: a.Log,
	})
	if err != nil {
		return err
	}
	a.Env.Themes = a.Themes
	a.View = newView(a)
	a.Env.View = a.View
	a.Auth = auth.New(a.DB, a.Env.Site, a.Log)
	a.Auth.ClientIP = func(r *http.Request) string {
		if client := a.Trusted.Client(r); client.IsValid() {
			return client.String()
		}
		return r.RemoteAddr
	}
	a.Auth.TLS, a.Auth.RequireTLS = a.Trusted.TLS, a.RequireTLS
	if err := a.addMail(); err != nil {
		return err
	}
	a.addAccounts()
	if err := a.addMedia(ctx); err != nil {
		return err
	}
	a.Backups = &backups.Backups{Config: &a.Config, DB: a.DB, Media: a.Media.Blobs, Site: a.Env.Site, Try: func(ctx context.Context, path, place string) error {
		tried, err := TryBackup(ctx, path, examination.Trial{Place: place, More: a.More})
		if err == nil {
			a.Log.Info("restored the backup for a trial", "file", path, "pages", tried.Pages, "dead_links", len(tried.Dead))
		}
		return err
	}}
	if !a.NoCache {
		a.Cache = httpcache.New(a.CacheBytes, a.Clock)
		a.items = rest.NewItemCache(a.CacheBytes/itemShare, a.DB.Epoch, a.Clock)
	}
	if a.PurgeURL != "" {
		if a.purger, err = purge.New(a.PurgeURL, a.Log); err != nil {
			return err
		}
	}
	// A site is made when nothing else can fail: the password that comes of it
	// is told once.
	isNew, password, err := bootstrap.Site(ctx, &a.Config, a.DB)
	if err != nil {
		return err
	}
	if isNew {
		a.Created, a.FirstPassword = &created, password
	} else if err := services.EncodeAddresses(ctx, a.DB, a.Env.Site); err != nil {
		return err
	}
	a.DB.Indexed = a.Env.Definitions.Indexed
	defined := &definition.Served{Options: a.DB, Types: a.Env.Types, Taxonomies: a.Env.Taxonomies, Log: a.Log}
	defined.Read(ctx)
	a.Ext = extensions.New(extensions.Config{
		Env: a.Env, DB: a.DB, Renderer: a.View.Renderer(), Record: a.Record, Log: a.Log, Furnish: a.furnish, CheckPages: gateway.CheckPages,
	})
	a.assembler = assembly.New(assembly.Config{
		Env: a.Env, Extensions: a.Ext, Themes: a.Themes, Defined: defined, Defines: a.Preset == config.Full,
		API: func(routes []rest.Route) *rest.API { return rest.New(a.apiConfig(), routes) },
	})
	// Those of extensions go before the last.
	a.caches = cache.Group{a.assembler, a.View.Caches(), cache.Group{a.items, a.Cache}}
	a.DB.OnChange(a.committed)
	a.addComments()
	a.addMenus()
	a.addExtensions(ctx, preset)
	a.Work = a.newWork()
	a.Exchange = &exchange.Exchange{
		Config: &a.Config, DB: a.DB, Env: a.Env, Media: a.Media, Themes: a.Themes, Extensions: a.Ext, Names: a.reference,
		Active:  func(ctx context.Context) []*extensions.Extension { return a.assembler.Of(ctx).Active },
		Handler: a.Handler, Answers: a.answers,
	}
	a.addPersonal()
	a.API = a.assembler.Of(ctx).API
	a.addProbes()
	a.addShadow()
	a.addMetrics()
	return nil
}

// AsOperator is a context in which whoever runs the site works on it from the
// command line, for the audit log.
func AsOperator(ctx context.Context) context.Context {
	return access.NewContext(ctx, access.Actor{System: true, Login: "(command line)"})
}

// Reference are the reference's names, with those of all extensions.
func (a *App) Reference() *dialect.Dialect { return a.reference }

// committed follows the commit of a transaction of this process, before its
// writer gets the answer.
func (a *App) committed(_ context.Context, tags []cache.Tag) {
	a.caches.Drop(tags)
	if a.purger != nil {
		a.purger.Changed(tags)
	}
}

// Purge tells the shared cache in front what changes, until ctx ends.
func (a *App) Purge(ctx context.Context) error {
	if a.purger == nil {
		return nil
	}
	return a.purger.Run(ctx)
}

// Follow hears what other processes change in the same database, until ctx
// ends, and drops what was made of it.
func (a *App) Follow(ctx context.Context) error {
	return a.DB.Follow(ctx, store.Follower{
		Changed: a.caches.Drop, ChangedSomehow: a.caches.Clear, Lost: func() { a.parts.deaf.Store(true); a.caches.Suspend() }, Found: func() { a.parts.deaf.Store(false); a.caches.Resume() }, Awake: a.awake, Listening: a.parts.listening.Saw,
	})
}

// cachePolicy is what shared caches in front are told.
func (a *App) cachePolicy() httpcache.Policy {
	return httpcache.Policy{SharedMaxAge: a.SharedMaxAge, Tags: a.CacheTags}
}

// Prepare does what a site needs before it is served: it has the entry of the
// theme's global styles.
func (a *App) Prepare(ctx context.Context) error { return a.Themes.Prepare(ctx) }

// Close ends the site.
func (a *App) Close() error {
	if a.feeds != nil {
		a.feeds.Close()
	}
	if a.purger != nil {
		a.purger.SendLast(context.Background(), nil) // of a command, which runs no Purge
	}
	return a.DB.Close()
}
