package app

import (
	"net/http"
	"strings"

	"quoin/internal/media"
	"quoin/internal/netlimit"
	"quoin/internal/rest"
	"quoin/internal/rest/dialect"
	"quoin/internal/view"
)

// Handler serves the site: the API in both dialects and everything else.
func (a *App) Handler() http.Handler {
	own := a.API.Mount("/api", dialect.Own())
	reference := a.API.Mount("/wp-json", dialect.Reference())
	files, pages := a.files(), a.newFront(own)
	all := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(view.At(r.Context(), r.URL.RequestURI()))
		for _, m := range []*rest.Mount{own, reference} {
			// API paths are taken as they come: a doubled slash is part of a
			// path that nothing matches, not a reason to redirect.
			if tail, ok := strings.CutPrefix(r.URL.Path, m.Prefix); ok && (tail == "" || tail[0] == '/') {
				m.ServeHTTP(w, r)
				return
			}
		}
		if strings.HasPrefix(r.URL.Path, media.Path) {
			files.ServeHTTP(w, r)
			return
		}
		if r.URL.Query().Has("rest_route") || hasRouteList(r.URL.RawQuery) {
			serveRoute(w, r, own, reference)
			return
		}
		pages.ServeHTTP(w, r)
	})
	return netlimit.Bodies(all, netlimit.UsualPace())
}

func hasRouteList(query string) bool {
	return strings.Contains(query, "rest_route[") || strings.Contains(query, "rest_route%5B")
}

// serveRoute answers ?rest_route=/...; the namespace that it names tells the
// dialect.
func serveRoute(w http.ResponseWriter, r *http.Request, own, reference *rest.Mount) {
	if hasRouteList(r.URL.RawQuery) {
		http.Error(w, "The parameter rest_route must be one path.", http.StatusBadRequest)
		return
	}
	path := r.URL.Query().Get("rest_route")
	if reference.Dialect.Knows(path) {
		reference.Serve(w, r, path)
		return
	}
	own.Serve(w, r, path)
}
