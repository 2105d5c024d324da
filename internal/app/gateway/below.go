package gateway

import (
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/domain/site"
)

// Below serves a site whose address has a path, as https://example.org/shop has, to requests for
// addresses below that path, without it: as they come where a proxy takes the path off. Paths that
// don't begin with it go on as they are. An address that ends before the slash of the path leads to
// the one with it.
func Below(s *site.Site, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, place, _ := strings.Cut(s.Base(r.Context()), "://")
		_, path, ok := strings.Cut(place, "/")
		if !ok || path == "" {
			next.ServeHTTP(w, r)
			return
		}
		inner, alone := taken(r, "/"+path)
		switch {
		case inner == nil:
			next.ServeHTTP(w, r)
		case alone && reads(r):
			to := "/" + path + "/"
			if r.URL.RawQuery != "" {
				to += "?" + r.URL.RawQuery
			}
			w.Header().Set("Cache-Control", "no-cache")
			http.Redirect(w, r, to, http.StatusMovedPermanently) // #nosec G710 -- the path of the site's own address
		default:
			next.ServeHTTP(w, inner)
		}
	})
}

// taken is a request without the escaped path that its own begins with, nil where it doesn't. alone
// tells that nothing is behind that path.
func taken(r *http.Request, escaped string) (inner *http.Request, alone bool) {
	path, err := url.PathUnescape(escaped)
	if err != nil {
		return nil, false
	}
	rest, ok := strings.CutPrefix(r.URL.Path, path)
	if !ok || rest != "" && rest[0] != '/' {
		return nil, false
	}
	u, copied := *r.URL, *r
	if u.Path = rest; rest == "" {
		u.Path = "/"
	}
	if u.RawPath != "" {
		raw, ok := strings.CutPrefix(u.RawPath, escaped)
		if !ok {
			return nil, false
		}
		u.RawPath = raw
	}
	copied.URL, copied.RequestURI = &u, u.RequestURI()
	return &copied, rest == ""
}
