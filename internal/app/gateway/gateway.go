// Package gateway is what answers where: one table of the API, files, screens, pages of
// extensions and the public site.
package gateway

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/app/assembly"
	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/people/account"
	"quoin/internal/people/admin"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/telemetry"
	"quoin/internal/storage/auth"
)

// stayOnTLS has browsers that came by https use nothing else for this host for
// a year. Other hosts of its domain aren't ours to decide about.
const stayOnTLS = "max-age=31536000"

// Config is what answers, and what it is asked with.
type Config struct {
	Auth      *auth.Authenticator
	Site      *site.Site
	Store     Store
	Types     *content.Types
	Accounts  *account.Pages
	Assembler *assembly.Assembler
	API       rest.Config
	Reference *dialect.Dialect
	// Files serves uploaded files, Front the public pages, Reply the form for comments and
	// Admin the screens; the last three name the API at a mount, or show themselves in the
	// public site.
	Files http.Handler
	Front func(api *rest.Mount) *front.Front
	Reply func(in *front.Front) http.Handler
	Admin func(api *rest.Mount) *admin.Pages
	// Health answers for the server itself, Wait holds a request until what is cached may be
	// used.
	Health *telemetry.Health
	Wait   func(context.Context)
	Log    *slog.Logger
}

// Store is what is asked here; see store.DB.
type Store interface {
	EntriesByID(ctx context.Context, ids []int64) (map[int64]*content.Entry, error)
	InTx(ctx context.Context, fn func(context.Context) error) error
}

// gateway answers all requests of a site.
type gateway struct{ Config }

// New answers for a site: for the API in both dialects and everything else.
func New(c Config) http.Handler {
	g := &gateway{c}
	api := func(ctx context.Context) *rest.API { return c.Assembler.Of(ctx).API }
	own := root{rest.NewMount("/api", dialect.Own(), c.API, api), rest.NewMount("/api", c.Reference, c.API, api)}
	reference := root{rest.NewMount("/wp-json", c.Reference, c.API, api), rest.NewMount("/wp-json", dialect.Own(), c.API, api)}
	mounts := g.mounts(own, reference)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if g.Health.Handle(w, r) {
			return
		}
		g.Wait(r.Context())
		if g.Auth.TLS(r) {
			w.Header().Set("Strict-Transport-Security", stayOnTLS)
		}
		target, moved, ok := httpcache.TargetOf(r)
		switch {
		case !ok || moved && !reads(r):
			http.Error(w, "The request must ask for a path that begins with one slash.", http.StatusBadRequest)
			return
		case moved:
			w.Header().Set("Cache-Control", "no-cache")
			http.Redirect(w, r, g.Site.Base(r.Context())+target.String(), http.StatusMovedPermanently) // #nosec G710 -- Base is the site's own address
			return
		}
		path := target.URL().Path
		for i := range mounts {
			if m := &mounts[i]; (m.at == nil || m.at(path)) && m.serve(w, r, target) {
				return
			}
		}
	})
}

// coded finds letters and digits that an address encodes though it needn't.
var coded = regexp.MustCompile(`%(3[0-9]|4[1-9A-Fa-f]|5[0-9Aa]|6[1-9A-Fa-f]|7[0-9Aa])`)

// literalPath is a path in which letters and digits that were encoded stay so.
//
// Compat (api.TestEncodedDigits): a number that is encoded names nothing in paths of the API.
func literalPath(u *url.URL) string {
	if u.RawPath == "" || !coded.MatchString(u.RawPath) {
		return u.Path
	}
	path, err := url.PathUnescape(coded.ReplaceAllString(u.RawPath, "%25$1"))
	if err != nil {
		return u.Path
	}
	return path
}

// root is a place of the API: the mount in its own dialect, and the one for
// paths in the names of the other dialect. Clients find one root and ask below
// it in the names that they know, so each root answers both.
type root struct {
	*rest.Mount
	other *rest.Mount
}

// of is the mount for a path below the root, as its namespace tells.
func (m root) of(path string) *rest.Mount {
	if m.Dialect.Refuses(path) || m.other.Dialect.Knows(path) {
		return m.other
	}
	return m.Mount
}

// roots are the places of the API.
type roots []root

// serve answers a request for one of them.
func (all roots) serve(w http.ResponseWriter, r *http.Request, target httpcache.Target) bool {
	literal := strings.TrimPrefix(literalPath(target.URL()), "/index.php")
	for _, m := range all {
		// API paths are taken as they come: a doubled slash is part of a
		// path that nothing matches, not a reason to redirect.
		if tail, ok := strings.CutPrefix(literal, m.Prefix); ok && (tail == "" || tail[0] == '/') {
			m.of(tail).Serve(w, r, target, tail)
			return true
		}
	}
	return false
}

// chain is what the active extensions put around the public pages.
type chain struct {
	of      *assembly.Assembly
	handler http.Handler // nil for nothing
}

// public serves public pages behind what the active extensions put around
// them.
func (g *gateway) public(pages *front.Front, api roots) func(http.ResponseWriter, *http.Request, httpcache.Target) {
	var last atomic.Pointer[chain]
	// An extension may hand on a request for another address, one of the API, too.
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		target, _, ok := httpcache.TargetOf(r)
		if !ok {
			http.Error(w, "The request must ask for a path that begins with one slash.", http.StatusBadRequest)
			return
		}
		if !api.serve(w, r, target) {
			pages.Serve(w, r, target)
		}
	})
	return func(w http.ResponseWriter, r *http.Request, target httpcache.Target) {
		as, c := g.Assembler.Now(), last.Load()
		if c == nil || c.of != as {
			c = &chain{as, as.Around(inner)}
			last.Store(c)
		}
		if c.handler == nil {
			pages.Serve(w, r, target)
			return
		}
		c.handler.ServeHTTP(w, r)
	}
}

// asksForRoute tells whether the query names a route of the API.
func asksForRoute(target httpcache.Target) bool {
	query := target.URL().RawQuery
	return query != "" && (target.URL().Query().Has("rest_route") || hasRouteList(query))
}

func hasRouteList(query string) bool {
	return strings.Contains(query, "rest_route[") || strings.Contains(query, "rest_route%5B")
}

// serveRoute answers ?rest_route=/..., on any path but those that hold scripts; the namespace that it names tells the
// dialect. The index is the reference's, of which this form of addresses is.
func serveRoute(w http.ResponseWriter, r *http.Request, target httpcache.Target, own, reference *rest.Mount) {
	if hasRouteList(target.URL().RawQuery) {
		http.Error(w, "The parameter rest_route must be one path.", http.StatusBadRequest)
		return
	}
	path := target.URL().Query().Get("rest_route")
	if strings.Trim(path, "/") == "" || reference.Dialect.Knows(path) {
		reference.Serve(w, r, target, path)
		return
	}
	own.Serve(w, r, target, path)
}
