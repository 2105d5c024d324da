// Package app puts a site together: stores, services, routes and the HTTP
// handler. It is the one package that knows all others.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"quoin/internal/auth"
	"quoin/internal/content"
	"quoin/internal/core/env"
	"quoin/internal/core/meta"
	"quoin/internal/keep"
	"quoin/internal/media"
	"quoin/internal/rest"
	"quoin/internal/site"
	"quoin/internal/store"
	"quoin/internal/taxonomy"
	"quoin/internal/theme"
	"quoin/internal/user"
	"quoin/internal/view"
)

// Config is what a site is started with.
type Config struct {
	Data        string // folder of the database and the uploads
	URL         string // address of the site; "" takes the stored one
	Listen      string // where it is served: its address when none was ever given
	Preset      string // see PresetNames; "" means full
	Theme       string // folder of a theme; "" takes the built-in one
	DatabaseURL string // "" keeps the database in Data
	MediaURL    string // "" keeps the uploads in Data
	// NoCache makes every answer anew. CacheBytes bounds what is kept; 0 takes
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
	// MaxUpload bounds an uploaded file and ImageMemory what pictures take
	// while they are worked on, in bytes; 0 takes DefaultMaxUpload and
	// DefaultImageMemory.
	MaxUpload, ImageMemory int64
	Log                    *slog.Logger
	Clock                  func() time.Time
}

// DefaultCacheBytes is how much memory kept answers take at most.
const DefaultCacheBytes = 128 << 20

// App is one running site.
type App struct {
	Config
	Env  *env.Env
	DB   *store.DB
	Auth *auth.Authenticator
	API  *rest.API
	View *view.View
	// Media stores uploaded files.
	Media *media.Service
	Keep  *keep.Cache // nil with NoCache

	purger *purger // nil without PurgeURL
	// Made is set when this start created the site.
	Made *Made
	// FirstPassword is the administrator's password when this start created
	// the site and made it up; it can't be had again.
	FirstPassword string
}

// New opens a site, creating it when the data folder is empty.
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
	c.CacheBytes = cmp.Or(c.CacheBytes, DefaultCacheBytes)
	preset, err := FindPreset(c.Preset)
	if err != nil {
		return nil, err
	}
	if err := checkAddress(c.URL); err != nil {
		return nil, err
	}
	t, err := loadTheme(c.Theme)
	if err != nil {
		return nil, err
	}
	made, err := openFolder(c)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{Dir: c.Data, URL: c.DatabaseURL, Unmapped: c.SmallMemory, Log: c.Log})
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: db}
	a.Env = newEnv(c, db, t, preset)
	a.View = newView(a, preset)
	a.Env.View = a.View
	a.Auth = auth.New(db, a.Env.Site, c.Log)
	if err := a.addMedia(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if !c.NoCache {
		a.Keep = keep.New(c.CacheBytes)
	}
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
		a.Made = &made
	}
	db.OnChange = a.committed
	a.Env.Entries.Hooks.Saved = append(a.Env.Entries.Hooks.Saved, a.scheduleHook)
	a.addComments()
	a.addMenus()
	a.addOutbound()
	a.API = a.newAPI()
	return a, nil
}

// committed follows the commit of a transaction of this process, before its
// writer gets the answer.
func (a *App) committed(ctx context.Context, tags []string) {
	a.changed(ctx, tags)
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

// changed drops what was made of what a transaction changed.
func (a *App) changed(_ context.Context, tags []string) {
	a.View.Changed(tags)
	if a.Keep != nil {
		a.Keep.Drop(tags)
	}
}

// Follow hears what other processes change in the same database, until ctx
// ends, and drops what was made of it.
func (a *App) Follow(ctx context.Context) error {
	clear := func() {
		if a.Keep != nil {
			a.Keep.Clear()
		}
		a.View.Clear()
	}
	return a.DB.Follow(ctx, store.Follower{
		Changed:        func(tags []string) { a.changed(ctx, tags) },
		ChangedSomehow: clear,
		Lost: func() {
			if a.Keep != nil {
				a.Keep.Suspend()
			}
			a.View.Clear()
		},
		Found: func() {
			clear()
			if a.Keep != nil {
				a.Keep.Resume()
			}
		},
	})
}

// Close ends the site.
func (a *App) Close() error { return a.DB.Close() }

// checkAddress refuses addresses that links can't begin with.
func checkAddress(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || strings.ContainsAny(address, "?#") {
		return fmt.Errorf("the address of a site begins with http:// or https:// and a host, %q doesn't", address)
	}
	return nil
}

func loadTheme(dir string) (*theme.Theme, error) {
	if dir == "" {
		return builtinTheme()
	}
	if info, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("theme folder %s: %w", dir, systemReason(err))
	} else if !info.IsDir() {
		return nil, fmt.Errorf("the theme %s is no folder", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, "style.css")); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("folder %s is no theme: it has no style.css", dir)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("theme folder %s: %w", dir, err)
	}
	t, err := theme.Load(os.DirFS(dir), filepath.Base(dir))
	if err != nil {
		return nil, fmt.Errorf("folder %s: %w", dir, err)
	}
	return t, nil
}

func newEnv(c Config, db *store.DB, t *theme.Theme, preset Preset) *env.Env {
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, Clock: c.Clock, URL: c.URL}
	if c.Listen != "" {
		s.Fallback = "http://" + c.Listen
	}
	links := &content.Permalinks{Site: s, Types: types, Store: db}
	taxonomies := taxonomy.NewRegistry(taxonomy.Builtin()...)
	entries := &content.Service{Store: db, Types: types, Site: s, Links: links, Policy: content.Policy{Types: types}}
	return &env.Env{
		Terms:     &taxonomy.Service{Store: db, Entries: db, Taxonomies: taxonomies, Site: s},
		TermLinks: &taxonomy.Links{Site: s, Store: db, Taxonomies: taxonomies},
		Store:     db, Site: s, Types: types, Links: links, Theme: t, Log: c.Log,
		Entries: entries,
		Users: &user.Service{
			Store: db, Entries: entries, Site: s, Hash: auth.HashPassword, Notify: user.LogNotifier{Log: c.Log},
		},
		Taxonomies: taxonomies,
		EntryMeta:  preset.EntryMeta,
		TermMeta:   map[string]*meta.Set{},
		Statuses:   preset.statuses(),
	}
}
