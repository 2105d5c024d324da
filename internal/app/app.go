// Package app puts a site together: stores, services, routes and the HTTP
// handler. It is the one package that knows all others.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/access"
	"quoin/internal/account"
	"quoin/internal/audit"
	"quoin/internal/auth"
	"quoin/internal/cache"
	"quoin/internal/content"
	"quoin/internal/core/env"
	"quoin/internal/core/meta"
	"quoin/internal/ext"
	"quoin/internal/ext/all"
	"quoin/internal/feeds"
	"quoin/internal/httpcache"
	"quoin/internal/mail"
	"quoin/internal/media"
	"quoin/internal/netlimit"
	"quoin/internal/outbound"
	"quoin/internal/preview"
	"quoin/internal/rest"
	"quoin/internal/rest/dialect"
	"quoin/internal/site"
	"quoin/internal/store"
	"quoin/internal/taxonomy"
	"quoin/internal/telemetry"
	"quoin/internal/theme/shelf"
	"quoin/internal/user"
	"quoin/internal/view"
)

// Config is what a site is started with.
type Config struct {
	Data        string // folder of the database and the uploads
	URL         string // address of the site; "" takes the stored one
	Listen      string // where it is served: its address when none was ever given
	Preset      string // see PresetNames; "" means full
	Theme       string // folder of a theme; "" takes the one that the site chose, or the built-in one
	DatabaseURL string // "" keeps the database in Data
	MediaURL    string // "" keeps the uploads in Data
	// DatabaseConnections is how many connections to PostgreSQL this process has at
	// most; 0 takes the usual number.
	DatabaseConnections int
	// Existing makes no new site where there is none: ErrNoSite.
	Existing bool
	// NoCache makes every answer anew. CacheBytes bounds what is cached; 0 takes
	// DefaultCacheBytes.
	NoCache    bool
	CacheBytes int64
	// SmallMemory trades speed of reading for a small process; for tasks that
	// mainly write.
	SmallMemory bool
	// CacheTags sends Cache-Tag headers.
	CacheTags bool
	// PurgeURL is told what changed, for a shared cache in front, which may
	// then hold answers for SharedMaxAge; "" for none.
	PurgeURL     string
	SharedMaxAge time.Duration
	// MaxUpload bounds an uploaded file and ImageMemory what images take
	// while they are worked on, in bytes; 0 takes DefaultMaxUpload and
	// DefaultImageMemory.
	MaxUpload, ImageMemory int64
	// Trusted are the proxies whose word on who called is believed.
	// Connections is how many the server accepts; with a number, one client has
	// a part of them at most, also behind a proxy.
	Trusted     netlimit.Proxies
	Connections int64
	// RateLimit is how many requests a second one client may make in the long
	// run, and ten times as many at once; 0 bounds none.
	RateLimit float64
	// RequireTLS refuses application passwords over plain http, see
	// auth.Authenticator.
	RequireTLS bool
	// AuditFor is how long the audit log is kept; 0 takes DefaultAuditFor.
	AuditFor time.Duration
	// MailURL is the mail server that messages are sent with, see
	// mail.ParseServer; "" writes them to the log.
	MailURL string
	// Mail sends messages to people; nil takes what MailURL says.
	Mail  mail.Sender
	Log   *slog.Logger
	Clock func() time.Time
	// Metrics count what the site does; nil counts nothing. AccessLog writes a
	// line for each request, and statements that take SlowStatement or longer
	// are logged; 0 logs none.
	Metrics       *telemetry.Metrics
	AccessLog     bool
	SlowStatement time.Duration
	// BackupTo is the folder that takes a backup each night, of which the newest
	// BackupKeep are kept; "" makes none. Version is noted in them.
	BackupTo   string
	BackupKeep int
	Version    string
	// UpgradeBackup is the folder that takes a copy of the database before a newer
	// program changes its tables; "" takes "before-upgrade" in Data, and
	// NoUpgradeBackup makes none.
	UpgradeBackup string
	// Extensions takes the place of the extensions that the program is built
	// with, all of which are then served; nil takes those of the preset.
	Extensions []ext.Extension
	// OutboundAllow are neighbours that the site may ask although they aren't
	// public: addresses with ports, such as 10.0.0.5:3000, separated by commas.
	OutboundAllow string
	// Outbound asks other sites; nil takes a client with the usual limits.
	Outbound *outbound.Client
}

// itemShare divides the memory for cached answers: printed items, of which new
// answers are made, take as much again divided by it.
const itemShare = 4

// DefaultCacheBytes is how much memory cached answers take at most.
const DefaultCacheBytes = 128 << 20

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
	// Record is kept of log-ins, and changes of rights and settings.
	Record *audit.Log
	// Health tells whether the site can serve.
	Health telemetry.Health
	// Media stores uploaded files.
	Media *media.Service
	Cache *httpcache.Cache // nil with NoCache

	// caches are the texts and answers that other processes and this one make
	// stale. Answers are made of texts, so these come first.
	items  *rest.ItemCache
	caches cache.Group

	themes *themeSet
	purger *purger // nil without PurgeURL
	feeds  *feeds.Reader

	extensions []*extension // in the order of their routes
	reference  *dialect.Dialect
	assembling sync.Mutex
	assemblies map[string]*assembly // by the ids of the active extensions
	last       atomic.Pointer[assembled]
	current    atomic.Pointer[assembly]
	switches   atomic.Int64 // how often current was forgotten
	unheard    atomic.Bool  // changes of other nodes can't be heard of

	// Made is set when this start created the site.
	Created *Created
	// FirstPassword is the administrator's password when this start created
	// the site and made it up; it can't be had again.
	FirstPassword string
}

// New opens a site. Where there is none it creates one, unless c.Existing is set.
// Whoever gets an App closes it.
func New(ctx context.Context, c Config) (*App, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Clock == nil {
		c.Clock = time.Now
	}
	if c.Preset == "" {
		c.Preset = "full"
	}
	c.AuditFor = cmp.Or(c.AuditFor, DefaultAuditFor)
	c.CacheBytes = cmp.Or(c.CacheBytes, DefaultCacheBytes)
	preset, err := FindPreset(c.Preset)
	if err != nil {
		return nil, err
	}
	if err := CheckAddress(c.URL); err != nil {
		return nil, err
	}
	if _, err := parseAllowed(c.OutboundAllow); err != nil {
		return nil, err // before a site is made
	}
	if c.Theme != "" {
		// One that can't be used is refused before a site is made.
		if _, err := shelf.Read(c.Theme); err != nil {
			return nil, err
		}
	}
	created, err := openFolder(c)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{
		Dir: c.Data, URL: c.DatabaseURL, SiteURL: c.URL, DefaultSiteURL: fallbackURL(c), Unmapped: c.SmallMemory, Log: c.Log,
		SlowStatement: c.SlowStatement, Connections: c.DatabaseConnections, BeforeUpgrade: keepBeforeUpgrade(c),
		Existing: c.Existing,
	})
	if errors.Is(err, store.ErrNoTables) {
		return nil, fmt.Errorf("%w in %s", ErrNoSite, location(c))
	}
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: db, reference: referenceNames(c.Extensions), assemblies: map[string]*assembly{}}
	a.Health.Ready = db.Ping
	a.Env = newEnv(c, db)
	if a.themes, err = openThemes(c, a.Env.Site); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	a.themes.app = a
	a.Env.Themes = a.themes
	if err := a.addOutbound(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	a.View = newView(a)
	a.Env.View = a.View
	a.Auth = auth.New(db, a.Env.Site, c.Log)
	a.Auth.ClientIP = func(r *http.Request) string {
		if client := c.Trusted.Client(r); client.IsValid() {
			return client.String()
		}
		return r.RemoteAddr
	}
	a.Auth.TLS, a.Auth.RequireTLS = c.Trusted.TLS, c.RequireTLS
	if err := a.addMail(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	a.addAccounts()
	if err := a.addMedia(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if !c.NoCache {
		a.Cache = httpcache.New(c.CacheBytes, c.Clock)
		a.items = rest.NewItemCache(c.CacheBytes/itemShare, db.Epoch, c.Clock)
	}
	// Those of extensions go before the last.
	a.caches = cache.Group{followed{a}, a.View.Caches(), cache.Group{a.items, a.Cache}}
	if c.PurgeURL != "" {
		if a.purger, err = newPurger(a, c.PurgeURL); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	// A site is made when nothing else can fail: the password that comes of it
	// is told once.
	isNew, err := a.bootstrap(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if isNew {
		a.Created = &created
	} else if err := a.encodeAddresses(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	db.OnChange = a.committed
	a.Env.Entries.Hooks.Saved = append(a.Env.Entries.Hooks.Saved, a.scheduleHook)
	a.addComments()
	a.addMenus()
	list := all.List()
	if c.Extensions != nil {
		list, preset = c.Extensions, Preset{}
		for _, x := range list {
			preset.Extensions = append(preset.Extensions, Use{ID: x.ID})
		}
	}
	a.startExtensions(ctx, list, preset)
	a.Auth.Grants = func(ctx context.Context) access.Grants { return a.assembly(ctx).grants }
	factors := a.Accounts.Throttle()
	recorder := auth.NamedThrottle{Name: "record", Throttle: auth.Recorder{Record: a.Record, Log: a.Log}}
	a.Auth.Throttle = auth.Throttles(func(ctx context.Context) []auth.NamedThrottle {
		return append([]auth.NamedThrottle{recorder, factors}, a.assembly(ctx).throttle...)
	})
	a.API = a.assembly(ctx).api
	a.addMetrics()
	return a, nil
}

// Reference are the reference's names, with those of all extensions.
func (a *App) Reference() *dialect.Dialect { return a.reference }

// committed follows the commit of a transaction of this process, before its
// writer gets the answer.
func (a *App) committed(_ context.Context, tags []cache.Tag) {
	a.caches.Drop(tags)
	if a.purger != nil {
		a.purger.changed(tags)
	}
}

// Purge tells the shared cache in front what changes, until ctx ends.
func (a *App) Purge(ctx context.Context) error {
	if a.purger == nil {
		return nil
	}
	return a.purger.run(ctx)
}

// Follow hears what other processes change in the same database, until ctx
// ends, and drops what was made of it.
func (a *App) Follow(ctx context.Context) error {
	return a.DB.Follow(ctx, store.Follower{
		Changed: a.caches.Drop, ChangedSomehow: a.caches.Clear, Lost: a.caches.Suspend, Found: a.caches.Resume,
	})
}

// cachePolicy is what shared caches in front are told.
func (a *App) cachePolicy() httpcache.Policy {
	return httpcache.Policy{SharedMaxAge: a.SharedMaxAge, Tags: a.CacheTags}
}

// Close ends the site.
func (a *App) Close() error {
	a.feeds.Close()
	return a.DB.Close()
}

// CheckAddress refuses addresses that links can't begin with.
func CheckAddress(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(address, "?#") {
		return fmt.Errorf("the address of a site begins with http:// or https:// and a host, %q doesn't", address)
	}
	return nil
}

// fallbackURL is the address of a site that was never given one.
func fallbackURL(c Config) string {
	if c.Listen == "" {
		return ""
	}
	return "http://" + c.Listen
}

func newEnv(c Config, db *store.DB) *env.Env {
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, Clock: c.Clock, URL: c.URL, Fallback: fallbackURL(c)}
	links := &content.Permalinks{Site: s, Types: types, Store: db}
	taxonomies := taxonomy.NewRegistry(taxonomy.Builtin()...)
	entries := &content.Service{Store: db, Types: types, Site: s, Links: links, Policy: content.Policy{Types: types, Site: s, Entries: db}}
	terms := &taxonomy.Service{Store: db, Entries: entries, Taxonomies: taxonomies, Site: s}
	entries.Terms = terms
	termLinks := &taxonomy.Links{Site: s, Store: db, Taxonomies: taxonomies}
	links.AuthorSlug = func(ctx context.Context, author int64) string { return authorSlug(ctx, db, author) }
	links.Authors = func(ctx context.Context, authors []int64) error {
		_, err := db.UsersByID(ctx, authors)
		return err
	}
	links.Categories = func(ctx context.Context, entries []int64) error {
		_, err := db.EntryTerms(ctx, entries)
		return err
	}
	links.Category = func(ctx context.Context, entry int64) string { return categoryPath(ctx, db, termLinks, entry) }
	return &env.Env{
		Terms:     terms,
		TermLinks: termLinks,
		Store:     db, Site: s, Types: types, Links: links, Log: c.Log,
		Entries: entries,
		Users: &user.Service{
			Store: db, Entries: entries, Site: s, Hash: auth.HashPassword,
		},
		Previews:   &preview.Links{Secrets: db, Site: s, Types: types, Permalinks: links, Entries: db},
		Taxonomies: taxonomies,
		EntryMeta:  metaSets(nil),
		TermMeta:   map[string]*meta.Set{},
		Statuses:   coreStatuses(),
	}
}
